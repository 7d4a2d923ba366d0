/* Pictures of a position: finding the facts.
 *
 * They are found first and drawing asks no more, so that a picture can be made of any facts (tests do), and nothing is
 * drawn that was computed by other code than the answers themselves.
 */
#include "io/draw.h"

#include <string.h>

#include "game/scenario.h"
#include "quickmarch/io.h"

#define OUTCOMES_MAX 4096
#define EVENTS_MAX 4096

typedef struct finding {
    const qm_scenario *scenario;
    const qm_state *state;
    qm_scratch *scratch;
    const qm_draw_options *options;
    qm__arena *arena;
    qm__draw_facts *facts;
} finding;

static qm_result find_looks(const finding *f) {
    qm_look *figures = qm__arena_array(f->arena, f->scenario->figure_count, sizeof *figures);
    qm_look *items = qm__arena_array(f->arena, f->scenario->item_count, sizeof *items);
    if (!figures || !items) {
        return QM_ERROR_MEMORY;
    }
    for (uint16_t i = 1; i <= f->scenario->figure_count; i++) {
        qm_figure_look(f->scenario, f->state, i, &figures[i - 1]);
    }
    for (uint16_t i = 1; i <= f->scenario->item_count; i++) {
        qm_item_look(f->scenario, f->state, i, &items[i - 1]);
    }
    f->facts->figures = figures;
    f->facts->items = items;
    return QM_OK;
}

/* Whoever has a direction to hang towards, in whatever field of its state the family declares one. */
static qm_result find_hanging(const finding *f) {
    const qm_rules_facts *family = qm_scenario_family(f->scenario);
    uint8_t *hanging = qm__arena_array(f->arena, f->scenario->figure_count, sizeof *hanging);
    if (!hanging) {
        return QM_ERROR_MEMORY;
    }
    for (size_t field = 0; field < family->figure_state_count; field++) {
        const bool toward = family->figure_state[field].type == QM_TYPE_TOWARD;
        for (uint16_t i = 1; i <= f->scenario->figure_count && toward; i++) {
            const int32_t value = qm_figure_state(f->scenario, f->state, i, field);
            if (value >= 1 && value <= qm__cell_directions(f->scenario)) {
                hanging[i - 1] = (uint8_t)value;
            }
        }
    }
    f->facts->hanging = hanging;
    return QM_OK;
}

/* The places in the order of their cells, so that a picture does not depend on how a family searches. */
static qm_result sort_reach(const finding *f, const qm_reach_place *places) {
    const uint32_t cells = qm__cell_count(f->scenario);
    uint32_t *found = qm__arena_array(f->arena, (size_t)cells + 1, sizeof *found);
    qm_reach_place *sorted = qm__arena_array(f->arena, cells, sizeof *sorted);
    if (!found || !sorted) {
        return QM_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < f->facts->reach_count; i++) {
        found[qm__cell_of(f->scenario, places[i].at)] = i + 1;
    }
    uint32_t count = 0;
    for (uint32_t cell = 1; cell <= cells; cell++) {
        if (found[cell]) {
            sorted[count++] = places[found[cell] - 1];
        }
    }
    f->facts->reach = sorted;
    f->facts->reach_count = count;
    return QM_OK;
}

/* At most so many rings and corners of regions are drawn; more is an error. */
#define RINGS_MAX 4096
#define CORNERS_MAX 200000

/* Bands of about equal breadth, in whole inches where there is more than an inch for each; what only running leads to
 * is one of them, the last. */
static uint32_t choose_bands(int32_t most, int32_t run, int32_t bands[QM__COST_BANDS_MAX]) {
    const int32_t parts = QM__COST_BANDS_MAX - (run > most);
    int32_t breadth = (most + parts - 1) / parts;
    breadth = most > parts * 500 ? (breadth + 999) / 1000 * 1000 : breadth;
    uint32_t count = 0;
    for (int32_t cost = breadth; cost < most && (int32_t)count + 1 < parts; cost += breadth) {
        bands[count++] = cost;
    }
    bands[count++] = most;
    if (run > most) {
        bands[count++] = run;
    }
    return count;
}

#define SPOTS_MAX 24

/* The chances of some spots of a reach by risk; those that are not known are left out. */
static qm_result find_spots(const finding *f, const qm_reach_area *area) {
    qm_place places[SPOTS_MAX];
    qm__draw_end *spots = qm__arena_array(f->arena, SPOTS_MAX, sizeof *spots);
    qm_result result = spots ? QM_OK : QM_ERROR_MEMORY;
    const uint32_t count = spots ? qm__risk_spots(&f->scenario->table, area, places, SPOTS_MAX) : 0;
    for (uint32_t i = 0; i < count && result == QM_OK; i++) {
        qm_reach_cost cost;
        result = qm_reach_cost_at(f->scenario, f->state, f->options->reach, places[i], f->scratch, &cost);
        if (result == QM_OK && cost.best_chance >= 0) {
            spots[f->facts->spot_count++] = (qm__draw_end){places[i], cost.best_chance};
        }
        result = result == QM_ERROR_LIMIT ? QM_OK : result;
    }
    f->facts->spots = spots;
    return result;
}

/* On a table: first all of it, to know how far that is and whether checks lead anywhere; then the bands of cost, unless
 * it is to be by risk. */
static qm_result find_regions(const finding *f) {
    qm_reach_area *area = qm__arena_alloc(f->arena, sizeof *area);
    int32_t *bands = qm__arena_array(f->arena, QM__COST_BANDS_MAX, sizeof *bands);
    if (!area || !bands) {
        return QM_ERROR_MEMORY;
    }
    *area = (qm_reach_area){.rings = qm__arena_array(f->arena, RINGS_MAX, sizeof *area->rings),
                            .corners = qm__arena_array(f->arena, CORNERS_MAX, sizeof *area->corners),
                            .ring_capacity = RINGS_MAX,
                            .corner_capacity = CORNERS_MAX,
                            .apart = f->options->by != QM_DRAW_BY_COST};
    if (!area->rings || !area->corners) {
        return QM_ERROR_MEMORY;
    }
    qm_result result = qm_reach_regions(f->scenario, f->state, f->options->reach, NULL, 0, f->scratch, area);
    if (result != QM_OK || area->ring_count == 0) {
        return result;
    }
    const qm_reach_ring *last = &area->rings[area->ring_count - 1];
    f->facts->area = area;
    f->facts->bands = bands;
    f->facts->by_risk = f->options->by == QM_DRAW_BY_RISK || (area->apart && area->risk > QM_RISK_NONE);
    if (f->facts->by_risk) {
        bands[0] = area->rings[0].cost;
        bands[1] = last->cost;
        f->facts->region_bands = last->effort ? 2 : 1;
        return find_spots(f, area);
    }
    f->facts->region_bands = choose_bands(area->rings[0].cost, last->effort ? last->cost : 0, bands);
    area->ring_count = area->corner_count = area->apart = 0;
    return qm_reach_regions(f->scenario, f->state, f->options->reach, bands, f->facts->region_bands, f->scratch, area);
}

/* Those who look, or are looked at: figures one after the other. */
typedef struct group {
    uint16_t first, count;
} group;

static group group_of(const finding *f, uint16_t figure, bool unit) {
    group g = {figure, 1};
    if (unit) {
        qm_unit_figures(f->scenario, qm_figure_unit(f->scenario, figure), &g.first, &g.count);
    }
    return g;
}

static bool is_better(const qm_sight *sight, const qm__sight_line *than) {
    return than->from == 0 || sight->fraction > than->sight.fraction ||
           (sight->fraction == than->sight.fraction && sight->distance < than->sight.distance);
}

/* The best line to each who is looked at, and then that of each who looks (all pairs would hide the board); from 0:
 * none. */
static qm_result find_best(const finding *f, group from, group to, qm__sight_line *lines) {
    qm_result result = QM_OK;
    for (uint16_t a = 0; a < from.count && result == QM_OK; a++) {
        for (uint16_t b = 0; b < to.count && result == QM_OK; b++) {
            qm__sight_line line = {(uint16_t)(from.first + a), (uint16_t)(to.first + b), false, {0}};
            const bool pair = from.count == 1 && to.count == 1;
            if (!pair && (f->facts->figures[line.from - 1].posture == QM_POSTURE_GONE ||
                          f->facts->figures[line.to - 1].posture == QM_POSTURE_GONE)) {
                continue;
            }
            result = qm_see(f->scenario, f->state, line.from, line.to, f->scratch, &line.sight);
            if (is_better(&line.sight, &lines[to.count + a])) {
                lines[to.count + a] = line;
            }
            line.told = true;
            if (is_better(&line.sight, &lines[b])) {
                lines[b] = line;
            }
        }
    }
    return result;
}

/* Whether a line is to be drawn: one that tells of somebody, or of one who sees something, unless it is among the first
 * already. */
static bool is_worth(const qm__sight_line *line, const qm__sight_line *told, uint32_t told_count) {
    for (uint32_t i = 0; i < told_count; i++) {
        if (told[i].from == line->from && told[i].to == line->to) {
            return false;
        }
    }
    return line->from != 0 && (line->told || line->sight.seen);
}

static qm_result find_sight(const finding *f) {
    if (f->options->see_from == 0) {
        return QM_OK;
    }
    const group from = group_of(f, f->options->see_from, f->options->see_from_unit),
                to = group_of(f, f->options->see_to, f->options->see_to_unit);
    const uint32_t most = (uint32_t)from.count + to.count;
    qm__sight_line *lines = qm__arena_array(f->arena, most, sizeof *lines);
    if (!lines) {
        return QM_ERROR_MEMORY;
    }
    memset(lines, 0, most * sizeof *lines);
    const qm_result result = find_best(f, from, to, lines);
    uint32_t count = 0;
    for (uint32_t i = 0; i < most; i++) {
        if (is_worth(&lines[i], lines, count)) {
            lines[count++] = lines[i];
        }
    }
    f->facts->sights = lines;
    f->facts->sight_count = count;
    return result;
}

/* At most so many links are drawn; more is an error. */
#define LINKS_MAX 4096

static qm_result find_links(const finding *f) {
    if (f->options->links == 0) {
        return QM_OK;
    }
    qm_link *links = qm__arena_array(f->arena, LINKS_MAX, sizeof *links);
    if (!links) {
        return QM_ERROR_MEMORY;
    }
    f->facts->links = links;
    return qm_links(f->scenario, f->state, f->options->links, f->scratch, links, LINKS_MAX, &f->facts->link_count);
}

static bool on_table(const qm_scenario *scenario) {
    return qm_scenario_family(scenario)->space == QM_SPACE_TABLE;
}

static qm_result find_reach(const finding *f) {
    if (f->options->reach == 0) {
        return QM_OK;
    }
    if (on_table(f->scenario)) {
        return find_regions(f);
    }
    const uint32_t capacity = qm__cell_count(f->scenario);
    qm_reach_place *places = qm__arena_array(f->arena, capacity, sizeof *places);
    if (!places) {
        return QM_ERROR_MEMORY;
    }
    const qm_result result =
        qm_reach(f->scenario, f->state, f->options->reach, true, f->scratch, places, capacity, &f->facts->reach_count);
    return result == QM_OK ? sort_reach(f, places) : result;
}

static qm_result find_threats(const finding *f) {
    if (f->options->threat == 0) {
        return QM_OK;
    }
    const uint16_t count = f->scenario->figure_count;
    f->facts->threats = qm__arena_array(f->arena, count, sizeof *f->facts->threats);
    f->facts->threat_counts = qm__arena_array(f->arena, count, sizeof *f->facts->threat_counts);
    qm_place *places = qm__arena_array(f->arena, qm__cell_count(f->scenario), sizeof *places);
    if (!f->facts->threats || !f->facts->threat_counts || !places) {
        return QM_ERROR_MEMORY;
    }
    for (uint16_t i = 1; i <= count; i++) {
        const bool everyone = f->options->threat == QM_DRAW_EVERYONE;
        if (everyone ? !qm_in_play(f->scenario, f->state, i) : f->options->threat != i) {
            continue;
        }
        uint32_t found = 0;
        const qm_result result = qm_threat(f->scenario, f->state, i, places, qm__cell_count(f->scenario), &found);
        if (result != QM_OK) {
            return result;
        }
        f->facts->threats[i - 1] = qm__arena_copy(f->arena, places, found * sizeof *places);
        f->facts->threat_counts[i - 1] = found;
        if (!f->facts->threats[i - 1]) {
            return QM_ERROR_MEMORY;
        }
    }
    return QM_OK;
}

/* The first outcomes in words; the rest are counted. */
static qm_result tell_outcomes(const finding *f, const qm_outcome *outcomes, uint32_t count) {
    const uint32_t listed = count < f->options->outcomes ? count : f->options->outcomes;
    qm__draw_outcome *list = qm__arena_array(f->arena, listed, sizeof *list);
    qm_state *after = qm__arena_alloc(f->arena, qm_state_size(f->scenario));
    qm_result result = list && after ? QM_OK : QM_ERROR_MEMORY;
    qm_text text = qm_text_growing(f->arena->allocator);
    for (uint32_t i = 0; i < listed && result == QM_OK; i++) {
        result = qm_odds_outcome(f->scenario, f->state, f->scratch, &outcomes[i], after, NULL);
        qm_text_clear(&text);
        qm_state_difference(f->scenario, f->state, after, &text);
        if (result == QM_OK && f->facts->ends) {
            qm_look look;
            qm_figure_look(f->scenario, after, f->options->order->actor, &look);
            if (look.posture != QM_POSTURE_GONE) {
                qm__ends_add(f->facts, look.at, outcomes[i].chance);
            }
        }
        char *words = qm__arena_string(f->arena, text.data ? text.data : "", text.length);
        list[i] = (qm__draw_outcome){outcomes[i].chance, outcomes[i].numerator, outcomes[i].denominator, words};
        result = words && !text.truncated ? result : QM_ERROR_MEMORY;
    }
    for (uint32_t i = listed; i < count; i++) {
        f->facts->more_chance += outcomes[i].chance;
    }
    f->facts->outcomes = list;
    f->facts->outcome_count = listed;
    f->facts->more_outcomes = f->options->outcomes > 0 ? count - listed : 0;
    qm_text_free(&text);
    return result;
}

/* ------------------------------------------------------------------------------------------------------- story */

/* Whether the order is one whose events tell a picture: it moves nobody in particular, and the family's events have
 * roles. */
static bool tells_story(const finding *f) {
    const qm_rules_facts *family = qm_scenario_family(f->scenario);
    if (on_table(f->scenario) || (family->orders[f->options->order->kind].flags & QM_ORDER_ACTOR)) {
        return false;
    }
    for (uint16_t i = 1; i < family->event_count; i++) {
        if (family->events[i].role != QM_ROLE_NONE) {
            return true;
        }
    }
    return false;
}

static bool well_told(const qm_scenario *scenario, const qm_events *story) {
    for (uint32_t i = 0; i < story->count; i++) {
        const qm_event *event = &story->items[i];
        if (event->kind >= qm_scenario_family(scenario)->event_count || event->figure > scenario->figure_count ||
            event->other > scenario->figure_count) {
            return false;
        }
    }
    return true;
}

/* Keeps the events if any of them can be seen on a board, and moves the figures to where their steps lead. */
static qm_result keep_story(const finding *f, const qm_events *events) {
    const qm_event_kind *kinds = qm_scenario_family(f->scenario)->events;
    const uint16_t count = f->scenario->figure_count;
    qm_look *after = qm__arena_array(f->arena, count, sizeof *after);
    if (!after) {
        return QM_ERROR_MEMORY;
    }
    bool any = on_table(f->scenario); /* what became of an order is told in words in any case */
    memcpy(after, f->facts->figures, count * sizeof *after);
    for (uint32_t i = 0; i < events->count; i++) {
        const qm_event *event = &events->items[i];
        const uint8_t role = event->kind ? kinds[event->kind].role : (uint8_t)QM_ROLE_NONE;
        any = any || role > QM_ROLE_END;
        if (role == QM_ROLE_STEP && event->figure && !on_table(f->scenario) && qm__cell_of(f->scenario, event->at)) {
            after[event->figure - 1].at = event->at;
        }
    }
    if (any) {
        f->facts->story = events->items;
        f->facts->story_count = events->count;
        f->facts->before = f->facts->figures;
        f->facts->figures = after;
    }
    return QM_OK;
}

/* What the order brings about: as the caller tells it, else by the most likely outcome, else (there are too many to
 * know) by dice of our own. */
static qm_result find_story(const finding *f, const qm_outcome *likely) {
    if (f->options->story) {
        return keep_story(f, f->options->story);
    }
    qm_events events = {.items = qm__arena_array(f->arena, EVENTS_MAX, sizeof(qm_event)), .capacity = EVENTS_MAX};
    qm_state *after = qm__arena_alloc(f->arena, qm_state_size(f->scenario));
    if (!events.items || !after) {
        return QM_ERROR_MEMORY;
    }
    qm_result result;
    if (likely) {
        result = qm_odds_outcome(f->scenario, f->state, f->scratch, likely, after, &events);
    } else {
        qm_source source = {.dice = QM_DICE_GENERATED, .choices = QM_CHOICES_AUTOMATIC, .seed = 1};
        qm_played played;
        memcpy(after, f->state, qm_state_size(f->scenario));
        result = qm_play(f->scenario, after, f->scratch, &source, &events, &played);
    }
    f->facts->story_likely = likely != NULL;
    return result == QM_OK ? keep_story(f, &events) : result;
}

/* -------------------------------------------------------------------------------------------------------- order */

/* How the figure of the order ends, where the family tells it. */
static qm_result find_sums(const finding *f, uint32_t outcomes) {
    const uint32_t capacity = outcomes * QM_ENDS_MAX;
    qm_odds_place *places = qm__arena_array(f->arena, capacity, sizeof *places);
    qm_odds_ends_result *sums = qm__arena_alloc(f->arena, sizeof *sums);
    if (!places || !sums) {
        return QM_ERROR_MEMORY;
    }
    const qm_result result = qm_odds_ends(f->scenario, f->state, f->scratch, places, capacity, sums);
    f->facts->sums = result == QM_OK && sums->count > 0 ? sums : NULL;
    return result;
}

static qm_result find_odds(const finding *f) {
    qm_outcome *outcomes = qm__arena_array(f->arena, OUTCOMES_MAX, sizeof *outcomes);
    qm_odds_result odds;
    if (!outcomes) {
        return QM_ERROR_MEMORY;
    }
    const qm_result result =
        qm_odds(f->scenario, f->state, f->scratch, QM_POLICY_AUTOMATIC, outcomes, OUTCOMES_MAX, &odds);
    if (result != QM_OK && result != QM_ERROR_LIMIT) {
        return result;
    }
    f->facts->too_many = odds.too_many || result == QM_ERROR_LIMIT;
    f->facts->supposed = odds.supposed;
    f->facts->policy = odds.had_choices ? qm_policy_name((qm_policy)odds.policy) : NULL;
    const bool known = !f->facts->too_many && odds.count > 0;
    if (f->options->ends && f->options->order->actor) {
        f->facts->ends = qm__arena_array(f->arena, QM__ENDS_MAX, sizeof *f->facts->ends);
        if (!f->facts->ends) {
            return QM_ERROR_MEMORY;
        }
    }
    qm_result told = known && qm_scenario_family(f->scenario)->end_count > 0 ? find_sums(f, odds.count) : QM_OK;
    if (told == QM_OK && known) {
        told = tell_outcomes(f, outcomes, odds.count);
    }
    if (told == QM_OK && tells_story(f)) {
        told = find_story(f, known ? &outcomes[0] : NULL);
    }
    return told;
}

/* At most so many who shoot are drawn. */
#define SHOTS_MAX 256

/* Who shoots in the order that was judged; several weapons of one figure may go the same way. */
static qm_result find_shots(const finding *f) {
    if (!f->scenario->family->shots || !on_table(f->scenario)) {
        return QM_OK;
    }
    qm_shot *shots = qm__arena_array(f->arena, SHOTS_MAX, sizeof *shots);
    uint32_t found = 0, kept = 0;
    const qm_result result =
        shots ? qm_shots(f->scenario, f->state, f->scratch, shots, SHOTS_MAX, &found) : QM_ERROR_MEMORY;
    for (uint32_t i = 0; i < found && i < SHOTS_MAX; i++) {
        uint32_t same = 0;
        while (same < kept && (shots[same].figure != shots[i].figure || shots[same].target != shots[i].target ||
                               shots[same].waits != shots[i].waits)) {
            same++;
        }
        shots[kept] = same == kept ? shots[i] : shots[kept];
        kept += same == kept;
    }
    f->facts->shots = shots;
    f->facts->shot_count = kept;
    return result;
}

static qm_result find_order(const finding *f) {
    const qm_order *order = f->options->order;
    if (!order) {
        return QM_OK;
    }
    qm_verdict *verdict = qm__arena_alloc(f->arena, sizeof *verdict);
    if (!verdict) {
        return QM_ERROR_MEMORY;
    }
    qm_result result = qm_judge(f->scenario, f->state, order, f->scratch, verdict);
    if (result != QM_OK) {
        return result;
    }
    qm_text text = qm_text_growing(f->arena->allocator);
    qm_order_print(f->scenario, order, &text);
    f->facts->order = order;
    f->facts->verdict = verdict;
    f->facts->order_text = qm__arena_string(f->arena, text.data ? text.data : "", text.length);
    result = f->facts->order_text && !text.truncated ? QM_OK : QM_ERROR_MEMORY;
    qm_text_free(&text);
    if (result == QM_OK && qm_verdict_playable(verdict)) {
        result = find_shots(f);
    }
    const bool odds = f->options->outcomes > 0 || (tells_story(f) && !f->options->story);
    if (result == QM_OK && qm_verdict_playable(verdict)) {
        result = odds ? find_odds(f) : f->options->story ? find_story(f, NULL) : QM_OK;
        if (result == QM_OK && odds && f->options->story && on_table(f->scenario)) {
            result = find_story(f, NULL);
        }
    }
    return result;
}

/* ------------------------------------------------------------------------------------------------------ all facts */

static bool sensible(const qm_scenario *scenario, const qm_draw_options *options) {
    const uint16_t figures = scenario->figure_count;
    const uint16_t from = options->see_from, to = options->see_to;
    const bool units = options->see_from_unit || options->see_to_unit;
    const bool apart = from != to && !(units && qm_figure_unit(scenario, from) == qm_figure_unit(scenario, to));
    const bool sight = (from == 0 && to == 0) || (on_table(scenario) && from > 0 && to > 0 && apart);
    const bool threat = options->threat == 0 || !on_table(scenario);
    const bool links = options->links == 0 || (on_table(scenario) && options->links <= figures);
    return (qm__cell_shape_of(scenario) || on_table(scenario)) && sight && from <= figures && to <= figures && threat &&
           links && options->width >= QM_DRAW_WIDTH_MIN && options->width <= QM_DRAW_WIDTH_MAX && options->reach <= figures &&
           (options->threat <= figures || options->threat == QM_DRAW_EVERYONE) &&
           options->labels <= QM_DRAW_LABELS_NONE && options->by <= QM_DRAW_BY_RISK &&
           (!options->story || (options->order && well_told(scenario, options->story)));
}

qm_result qm__draw_find(const qm_scenario *scenario, const qm_state *state, qm_scratch *scratch,
                        const qm_draw_options *options, qm__arena *arena, qm__draw_facts *facts) {
    if (!scenario || !state || !scratch || !options || !sensible(scenario, options)) {
        return QM_ERROR_USAGE;
    }
    const finding f = {scenario, state, scratch, options, arena, facts};
    qm_result result = qm_state_check(scenario, state);
    qm_result (*const steps[])(const finding *) = {find_looks, find_hanging, find_reach, find_links,
                                                   find_sight, find_threats, find_order};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0] && result == QM_OK; i++) {
        result = steps[i](&f);
    }
    return result;
}
