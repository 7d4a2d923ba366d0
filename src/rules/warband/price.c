/* What climbs, ladders, jumps and drops cost and how likely they go well, by the rules alone: for legs that are judged,
 * and as prices for reach and plans.
 *
 * Invariant: the cost of a link is a straight line over its length in plan, from one function; a leg pays just what a
 * plan was promised. Where a leg may be refused that prices allow (figures that are jumped over) the plan's orders are
 * judged, and fall away. Places that touch an enemy are known to the search (wb_stops_apart).
 *
 * Rejected: prices for each flight of a link. They would have to be asked for along whole rims; what depends on a
 * single flight is left to judging.
 */
#include "rules/warband/warband.h"

#include "space/table/links_inside.h"

/* ------------------------------------------------------------------------------------------------------------- rules
 */

/* The same words for every kind of unit. */
enum { CHECK = WB_ANIMAL_LADDERS_CHECK, NO = WB_ANIMAL_LADDERS_NO };
_Static_assert(CHECK == (int)WB_MOUNTED_LADDERS_CHECK && CHECK == (int)WB_LARGE_LADDERS_CHECK &&
                   CHECK == (int)WB_OTHER_LADDERS_CHECK && NO == (int)WB_MOUNTED_LADDERS_NO &&
                   NO == (int)WB_LARGE_LADDERS_NO && NO == (int)WB_OTHER_LADDERS_NO,
               "the words of ladders");

bool qm__wb_ladder_check(const qm_scenario *s, uint16_t figure, uint16_t *barred) {
    const wb_settings *set = wb_set(s);
    const struct {
        int trait;
        int32_t word;
        uint16_t reason;
    } kinds[] = {{WB_MOUNTED, set->mounted_ladders, WB_REASON_LADDER_MOUNTED},
                 {WB_ANIMAL, set->animal_ladders, WB_REASON_LADDER_ANIMAL},
                 {WB_LARGE, set->large_ladders, WB_REASON_LADDER_LARGE}};
    bool checks = false, other = true;
    *barred = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (wb_value(s, figure, kinds[i].trait)) {
            other = false;
            checks = checks || kinds[i].word == CHECK;
            *barred = *barred == 0 && kinds[i].word == NO ? kinds[i].reason : *barred;
        }
    }
    if (other) {
        *barred = set->other_ladders == NO ? WB_REASON_LADDER_NOBODY : 0;
        checks = set->other_ladders == CHECK;
    }
    return checks;
}

bool qm__wb_climbs(const qm_scenario *s, uint16_t figure) {
    return !wb_value(s, figure, WB_MOUNTED) || wb_set(s)->mounted_climbs == WB_MOUNTED_CLIMBS_CHECK;
}

int32_t qm__wb_drop_most(const wb_settings *set) {
    const bool farther = set->drop_as_jump == WB_DROP_AS_JUMP_YES && set->jump_most > set->drop_reach;
    return farther ? set->jump_most : set->drop_reach;
}

bool qm__wb_jump_high(const wb_settings *set, int32_t rise, int32_t *most) {
    *most = set->jump_rise;
    return rise > set->jump_rise || (set->jump_height == WB_JUMP_HEIGHT_EITHER && -rise > set->jump_rise);
}

double qm__wb_jump_length(const wb_settings *set, double plan, double gap, int32_t rise) {
    const double length = set->jump_measure == WB_JUMP_MEASURE_GAP ? gap : plan;
    return set->jump_distance == WB_JUMP_DISTANCE_SPACE ? qm__length((qm__xy){length, rise}) : length;
}

/* Whether a disc on its way comes over a polygon. */
static bool passes_over(const qm__table *table, const qm__polygon *polygon, double radius, qm__xy off, qm__xy on) {
    const int32_t any = QM__COORDINATE_MAX;
    qm__prism prism = {.polygon = *polygon, .bottom = -any, .top = any};
    qm__table one = *table;
    prism.polygon.railed = false;
    one.prisms = &prism;
    one.prism_count = 1;
    return !qm__air_free(&one, -any, any, off, on, radius, QM__SLACK);
}

static bool barred_kind(const qm_scenario *s, uint16_t kind) {
    return kind != 0 && s->rules.tables[WB_TABLE_TERRAIN].rows[kind - 1].values[WB_TERRAIN_BARRED] != 0;
}

uint16_t qm__wb_over_barred(const qm_scenario *s, double radius, qm__xy off, qm__xy on) {
    const qm__table *table = &s->table;
    for (uint16_t i = 0; i < table->prism_count && wb_of(s)->bars_any; i++) {
        if (barred_kind(s, table->prisms[i].kind) && passes_over(table, &table->prisms[i].polygon, radius, off, on)) {
            return (uint16_t)(i + 1);
        }
    }
    for (uint16_t i = 0; i < table->area_count && wb_of(s)->barred != 0; i++) {
        if ((wb_of(s)->barred >> i & 1u) && passes_over(table, &table->areas[i].polygon, radius, off, on)) {
            return (uint16_t)(WB_BARRED_AREA | (i + 1));
        }
    }
    return 0;
}

/* ------------------------------------------------------------------------------------------------------------- costs
 */

/* What a climb costs besides its length in plan, which is the slide and the way sideways, and for each unit of that. */
static double climb_line(const wb_settings *set, double height, double slide, double *per_unit) {
    const bool paid = set->climb_slide == WB_CLIMB_SLIDE_COUNTS, aside = set->leeway_cost == WB_LEEWAY_COST_PAID;
    *per_unit = aside ? 1 : 0;
    return height + (paid ? slide : 0) - (aside ? slide : 0);
}

double qm__wb_climb_cost(const wb_settings *set, double height, double slide, double sideways) {
    double per_unit;
    const double fixed = climb_line(set, height, slide, &per_unit);
    return fixed + per_unit * (slide + sideways);
}

/* The same of any link. Over a thin wall it is up and down. */
static double cost_line(const wb_settings *set, const qm__link *link, double *per_unit) {
    const double rise = link->rise < 0 ? -(double)link->rise : link->rise;
    const double height = link->over > 0 ? 2.0 * link->over - link->rise : rise;
    switch ((qm__link_kind)link->kind) {
    case QM__LINK_CLIMB:
        return climb_line(set, height, link->least, per_unit);
    case QM__LINK_LADDER:
        *per_unit = 1;
        return set->ladder_height == WB_LADDER_HEIGHT_COUNTS ? height : 0;
    case QM__LINK_JUMP:
        *per_unit = set->jump_cost == WB_JUMP_COST_COUNTS ? 1 : 0;
        return 0;
    case QM__LINK_DROP:
        *per_unit = set->jump_down_horizontal == WB_JUMP_DOWN_HORIZONTAL_COSTS ? 1 : 0;
        return 0;
    }
    *per_unit = 0;
    return 0;
}

double qm__wb_link_cost(const qm_scenario *s, const qm__link *link, double length) {
    double per_unit;
    const double fixed = cost_line(wb_set(s), link, &per_unit);
    return fixed + per_unit * length;
}

/* ------------------------------------------------------------------------------------------------------------ prices
 */

/* Whether some flight over a link would pass over what is barred: as far as its corners tell. */
static bool link_barred(const qm_scenario *s, const qm__links *links, const qm__link *link) {
    const double radius = qm__levels_walker(links->levels)->radius;
    const qm__xy offs[] = {link->off.a, link->off.b}, ons[] = {link->on.a, link->on.b};
    bool barred = false;
    for (int i = 0; i < 4 && !barred && (wb_of(s)->bars_any || wb_of(s)->barred != 0); i++) {
        barred = qm__wb_over_barred(s, radius, offs[i / 2], ons[i % 2]) != 0;
    }
    return barred;
}

/* The longest length in plan of a jump over this link that is measured as no more than a limit; negative: none is. */
static double plan_limit(const wb_settings *set, const qm__link *link, int32_t limit) {
    const double rise = set->jump_distance == WB_JUMP_DISTANCE_SPACE ? link->rise : 0;
    const double square = (double)limit * limit - rise * rise;
    const double level = square < 0 ? -1 : qm__root(square);
    const bool gap = set->jump_measure == WB_JUMP_MEASURE_GAP && link->gap > 0;
    return gap && level > 0 ? level * link->least / link->gap : level;
}

#define NEARLY 0.999999 /* of a check that can be failed, though nothing comes of that: it is one all the same */

static bool is_doubted(const wb_doubts *doubts, const qm__link *link) {
    bool found = false;
    for (uint16_t i = 0; doubts && i < doubts->count && !found; i++) {
        found = doubts->links[i] == link;
    }
    return found;
}

/* The chance to get over a link with a check. Who falls where it leads may go on unhurt (WB-27): as far as the height
 * tells, for judging alone knows who or what else is there; what that has shown is heeded. */
static double chance_over(const wb_pricing *p, const qm__link *link, const wb_check *check) {
    const wb_settings *set = wb_set(p->scenario);
    const double pass = qm__wb_chance(check);
    const bool falls = link->kind == QM__LINK_DROP || (link->kind == QM__LINK_CLIMB && link->rise < 0 && !link->over &&
                                                       set->climb_down_fail == WB_CLIMB_DOWN_FAIL_FALL);
    if (pass >= 1 || pass <= 0 || !falls || set->fall_ends_move != WB_FALL_ENDS_MOVE_UNHURT_GOES_ON ||
        is_doubted(p->doubts, link)) {
        return pass;
    }
    return qm__least(pass + (1 - pass) * qm__wb_unhurt(p->scenario, -link->rise), NEARLY);
}

/* Climbs that are one where all faces have a single check (climb_steps). */
enum { UP = 1, DOWN };

/* Adds a band; one without a check has the chance 1. */
static int add_band(const wb_pricing *p, const qm__link *link, const wb_check *check, double up_to, int count,
                    qm__link_price out[QM__BANDS_MAX]) {
    double per_unit;
    const double fixed = cost_line(wb_set(p->scenario), link, &per_unit);
    const double chance = check && check->count > 0 ? chance_over(p, link, check) : 1;
    out[count] = (qm__link_price){.up_to = up_to, .cost = fixed, .per_unit = per_unit, .chance = chance};
    if (link->kind == QM__LINK_CLIMB && !link->over && wb_set(p->scenario)->climb_steps == WB_CLIMB_STEPS_WHOLE) {
        out[count].joins = link->rise < 0 ? DOWN : UP;
    }
    return count + 1;
}

/* The bands end at the longest flight: those beyond a limit may not be taken. */
static int end_bands(const qm__links *links, const qm__link *link, int count, qm__link_price out[QM__BANDS_MAX]) {
    const double most = qm__most(link->most, links->rules.jump_most);
    if (count > 0 && out[count - 1].up_to < most) {
        out[count] = out[count - 1];
        out[count].up_to = most;
        out[count++].chance = 0;
    }
    return count;
}

static wb_check check_of(const wb_pricing *p, wb_checked what, int32_t height) {
    return qm__wb_check(p->scenario, p->state, p->figure, what, height, NULL, NULL);
}

static int price_jump(const wb_pricing *p, const qm__links *links, const qm__link *link,
                      qm__link_price out[QM__BANDS_MAX]) {
    const wb_settings *set = wb_set(p->scenario);
    const wb_check check = check_of(p, WB_CHECK_JUMP, 0);
    const double free = plan_limit(set, link, set->free_gap < set->jump_most ? set->free_gap : set->jump_most);
    const double longest = plan_limit(set, link, set->jump_most);
    int32_t most;
    int count = 0;
    if (wb_jumps_unmeasured(set) || qm__wb_jump_high(set, link->rise, &most) ||
        (set->across_down == WB_ACROSS_DOWN_STEP && -link->rise > set->step)) {
        return 0; /* a length that nothing may tell is not offered either */
    }
    if (free > 0) {
        count = add_band(p, link, NULL, free, count, out);
        out[count - 1].stops = wb_free_jump_stops(p->scenario);
    }
    if (longest > free) {
        count = add_band(p, link, &check, longest, count, out);
    }
    return end_bands(links, link, count, out);
}

static int price_drop(const wb_pricing *p, const qm__links *links, const qm__link *link,
                      qm__link_price out[QM__BANDS_MAX]) {
    const wb_settings *set = wb_set(p->scenario);
    const wb_check check = check_of(p, WB_CHECK_DROP, -link->rise);
    const int32_t most = qm__wb_drop_most(set);
    if (set->land_on == WB_LAND_ON_GROUND && qm__level_height(links->levels, link->to) != 0) {
        return 0;
    }
    return end_bands(links, link, add_band(p, link, &check, most > 0 ? most : link->most, 0, out), out);
}

uint8_t qm__wb_over_checks(const wb_settings *set) {
    return set->over_wall == WB_OVER_WALL_ONE_CHECK ? 1 : 2;
}

static int price_climb(const wb_pricing *p, const qm__link *link, wb_check check, qm__link_price out[QM__BANDS_MAX]) {
    const wb_settings *set = wb_set(p->scenario);
    if (!qm__wb_climbs(p->scenario, p->figure) || (link->over > 0 && set->over_wall == WB_OVER_WALL_NO)) {
        return 0;
    }
    check.count = (uint8_t)(check.count * (link->over > 0 ? qm__wb_over_checks(set) : 1));
    return add_band(p, link, &check, link->most, 0, out);
}

int qm__wb_price(const void *context, const qm__links *links, uint32_t number, qm__link_price out[QM__BANDS_MAX]) {
    const wb_pricing *p = context;
    const qm__link *link = &links->items[number];
    const wb_check climb = check_of(p, WB_CHECK_CLIMB, 0);
    uint16_t barred = 0;
    switch ((qm__link_kind)link->kind) {
    case QM__LINK_CLIMB:
        return price_climb(p, link, climb, out);
    case QM__LINK_LADDER: {
        const bool checks = qm__wb_ladder_check(p->scenario, p->figure, &barred);
        return barred != 0 ? 0 : add_band(p, link, checks ? &climb : NULL, link->most, 0, out);
    }
    case QM__LINK_JUMP:
        return link_barred(p->scenario, links, link) ? 0 : price_jump(p, links, link, out);
    case QM__LINK_DROP:
        return link_barred(p->scenario, links, link) ? 0 : price_drop(p, links, link, out);
    }
    return 0;
}
