/* The odds of a whole volley: stages strung together over positions of all units that hang together.
 *
 * A position here is: the position of each unit, which groups have shot, and how far the order has been gone through.
 * With it goes a row of chances, one piece for each number that is asked for and that the position does not tell: hits
 * (and unsaved hits, where these are not the wounds) of each unit and in all, each jointly with the position. In each
 * round every position takes its next stage; positions that begin it alike share what volley_stage.c or volley_piles.c
 * works out. Rejected: one table of all numbers jointly, which grows with their product and is never asked for.
 *
 * Invariant: in each piece the chances of the positions under way and of those that have ended add up to 1.
 */
#include <string.h>

#include "rules/squad/volley_check.h"
#include "rules/squad/volley_parts.h"

/* What one position does next. */
typedef struct pick {
    uint32_t list; /* SQ_NONE = done with */
    uint32_t unit, group, at;
} pick;

/* A piece of the row of a position. */
typedef struct piece {
    uint32_t from, count;
} piece;
enum { HITS, UNSAVED, WOUNDS, MODELS, NUMBERS };

typedef struct solving {
    sq_work work;
    sq_volley_sizes sizes;
    uint64_t units;                       /* those reckoned now */
    piece pieces[SQ_VOLLEY_UNITS + 1][2]; /* HITS and UNSAVED of each unit, and in all; count 0 = not kept */
    sq_bag joint[2];                      /* key: positions of the units, groups that have shot, at */
    double *rows[2];
    pick *picks;
    sq_bag looks; /* key: group, living models */
    uint32_t *look_lists;
    sq_list *lists; /* first those of the groups as declared */
    uint32_t list_count, list_limit;
    sq_batch *batches; /* of the other lists */
    uint32_t batch_count, batch_limit;
    double *told[SQ_VOLLEY_UNITS + 1][NUMBERS]; /* the last: in all */
    uint32_t states, asked;
    bool wrong; /* look told nonsense */
} solving;

enum { KEY_SHOT = SQ_VOLLEY_UNITS, KEY_AT = SQ_VOLLEY_UNITS + 2, KEY_WIDTH };

/* ----------------------------------------------------------------------------------------------------------- memory */

/* Hands out pieces of the caller's memory; with no memory it only counts. */
typedef struct room {
    unsigned char *memory;
    size_t used;
    bool beyond; /* more than can be counted */
} room;
enum { ALIGNMENT = 16 };

static void *room_take(room *r, size_t count, size_t size) {
    if (count > (SIZE_MAX - ALIGNMENT - r->used) / size) {
        r->beyond = true;
        return NULL;
    }
    void *const at = r->memory == NULL ? NULL : r->memory + r->used;
    r->used += (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    return at;
}

static void room_bag(room *r, sq_bag *bag, uint32_t width, uint32_t limit, bool weighs) {
    uint32_t slots = 16;
    while (slots < limit * 2) {
        slots *= 2;
    }
    *bag = (sq_bag){.width = width, .limit = limit, .mask = slots - 1};
    bag->keys = room_take(r, (size_t)limit * width, sizeof *bag->keys);
    bag->slots = room_take(r, slots, sizeof *bag->slots);
    bag->slot_of = room_take(r, limit, sizeof *bag->slot_of);
    bag->weights = weighs ? room_take(r, limit, sizeof *bag->weights) : NULL;
    if (bag->slots != NULL) {
        memset(bag->slots, 0, slots * sizeof *bag->slots);
    }
}

static void room_rows(room *r, sq_rows *rows, uint32_t width, uint32_t limit) {
    *rows = (sq_rows){.width = width, .limit = limit};
    rows->states = room_take(r, limit, sizeof *rows->states);
    rows->row_of = room_take(r, limit, sizeof *rows->row_of);
    rows->chances = room_take(r, (size_t)limit * width, sizeof *rows->chances);
    for (uint32_t i = 0; rows->row_of != NULL && i < limit; i++) {
        rows->row_of[i] = SQ_NONE;
    }
}

/* What one stage needs. */
static void room_stage(room *r, const sq_volley *volley, const sq_volley_sizes *sizes, uint32_t states, sq_work *work) {
    const bool piled = volley->rules.assignment != SQ_HITS_ONE_BY_ONE;
    enum { STEPS = 24 }; /* a position, on the average */
    work->step_limit = states * STEPS;
    room_bag(r, &work->units, sizes->models_most + 1, states, false);
    for (int i = 0; i < (piled ? 4 : 2); i++) {
        room_rows(r, &work->rows[i], sizes->unit_hits_most + 1, states);
    }
    work->steps = piled ? NULL : room_take(r, work->step_limit, sizeof *work->steps);
    work->step_from = piled ? NULL : room_take(r, states, sizeof *work->step_from);
    work->step_end = piled ? NULL : room_take(r, states, sizeof *work->step_end);
    for (int i = 0; piled && i < 4; i++) {
        room_bag(r, &work->piles[i], SQ_PILE_WIDTH, states, true);
    }
    work->pile_chances = piled ? room_take(r, sizes->unit_hits_most + 1, sizeof *work->pile_chances) : NULL;
}

/* What one position of all units carries along: a bound for any choice of units. */
static uint32_t row_width(const sq_volley *volley, const sq_volley_sizes *sizes) {
    const uint32_t kept = volley->rules.assignment == SQ_HITS_ONE_BY_ONE ? 1 : 2;
    uint32_t width = 0;
    for (uint32_t unit = 0; unit <= volley->unit_count; unit++) {
        width += kept * (sizes->hits[unit] + 1);
    }
    return volley->look == NULL || volley->unit_count == 1 ? kept * (sizes->unit_hits_most + 1) : width;
}

static void room_all(room *r, const sq_volley *volley, uint32_t states, solving *s) {
    const uint32_t looked = volley->look == NULL ? 0 : states;
    room_stage(r, volley, &s->sizes, states, &s->work);
    for (int i = 0; i < 2; i++) {
        room_bag(r, &s->joint[i], KEY_WIDTH, states, false);
        s->rows[i] = room_take(r, (size_t)states * row_width(volley, &s->sizes), sizeof *s->rows[i]);
    }
    s->picks = room_take(r, states, sizeof *s->picks);
    room_bag(r, &s->looks, 1 + 4u * volley->unit_count, looked, false);
    s->look_lists = room_take(r, looked, sizeof *s->look_lists);
    s->list_limit = volley->group_count + looked;
    s->lists = room_take(r, s->list_limit, sizeof *s->lists);
    s->batch_limit = looked + (looked > 0 ? SQ_VOLLEY_BATCHES : 0);
    s->batches = room_take(r, s->batch_limit, sizeof *s->batches);
    for (uint32_t unit = 0; unit <= volley->unit_count; unit++) {
        s->told[unit][HITS] = room_take(r, s->sizes.hits[unit] + 1, sizeof(double));
        s->told[unit][UNSAVED] = room_take(r, s->sizes.hits[unit] + 1, sizeof(double));
        s->told[unit][WOUNDS] = room_take(r, s->sizes.wounds[unit] + 1, sizeof(double));
        s->told[unit][MODELS] = room_take(r, s->sizes.models[unit] + 1, sizeof(double));
    }
}

size_t qm__sq_volley_size(const sq_volley *volley, uint32_t states) {
    solving s;
    room counted = {0};
    if (!qm__sq_volley_check(volley, &s.sizes) || states == 0 || states > UINT16_MAX) {
        return 0;
    }
    room_all(&counted, volley, states, &s);
    return counted.beyond ? 0 : counted.used;
}

/* -------------------------------------------------------------------------------------------------- who shoots next */

static uint32_t state_of(const uint16_t *key, uint32_t unit) {
    return key[unit];
}

static uint32_t shot_of(const uint16_t *key) {
    return key[KEY_SHOT] | (uint32_t)key[KEY_SHOT + 1] << 16;
}

static uint64_t alive_in(const solving *s, const uint16_t *key, uint32_t unit) {
    return qm__sq_alive(sq_wounds(&s->work, state_of(key, unit)), s->work.volley->units[unit].count);
}

/* The number of a list with these batches, which lie at the end of s->batches. */
static uint32_t list_kept(solving *s, uint32_t count) {
    const sq_batch *told = s->batches + s->batch_count;
    for (uint32_t i = 0; i < s->list_count; i++) {
        if (s->lists[i].count == count &&
            (count == 0 || memcmp(s->lists[i].batches, told, count * sizeof *told) == 0)) {
            return i;
        }
    }
    s->lists[s->list_count] = (sq_list){told, count};
    s->batch_count += count;
    return s->list_count++;
}

/* Asks what a group can shoot when only these live. */
static uint32_t look(solving *s, uint32_t group, const uint64_t *alive) {
    const sq_volley *volley = s->work.volley;
    if (s->batch_limit - s->batch_count < SQ_VOLLEY_BATCHES || s->list_count == s->list_limit) {
        s->work.full = true;
        return SQ_NONE;
    }
    sq_batch *told = s->batches + s->batch_count;
    memset(told, 0, SQ_VOLLEY_BATCHES * sizeof *told);
    const uint32_t count = volley->look(volley->context, group, alive, told);
    s->asked++;
    if (count > SQ_VOLLEY_BATCHES || qm__sq_batches_hits(told, count) > s->sizes.group_hits[group]) {
        s->wrong = s->work.full = true;
        return SQ_NONE;
    }
    return list_kept(s, count);
}

/* The list of a group in a position, asked for if it is not known yet. */
static uint32_t list_in(solving *s, const uint16_t *position, uint32_t group) {
    const sq_volley *volley = s->work.volley;
    if (volley->look == NULL || (volley->rules.as_declared && volley->groups[group].count > 0)) {
        return group;
    }
    uint16_t key[1 + 4 * SQ_VOLLEY_UNITS] = {(uint16_t)group};
    uint64_t alive[SQ_VOLLEY_UNITS];
    bool start = true;
    for (uint32_t unit = 0; unit < volley->unit_count; unit++) {
        alive[unit] = alive_in(s, position, unit);
        start &= alive[unit] == s->sizes.alive[unit];
        for (int i = 0; i < 4; i++) {
            key[1 + 4 * unit + (uint32_t)i] = (uint16_t)(alive[unit] >> 16 * i);
        }
    }
    const uint32_t known = s->looks.count;
    const uint32_t number = start ? SQ_NONE : qm__sq_bag_put(&s->looks, key);
    if (start || number == SQ_NONE) {
        s->work.full |= !start;
        return start ? group : SQ_NONE;
    }
    if (number == known) {
        s->look_lists[number] = look(s, group, alive);
    }
    return s->look_lists[number];
}

/* The list of a group if it can shoot in a position, else SQ_NONE. */
static uint32_t can(solving *s, const uint16_t *position, uint32_t group) {
    const uint32_t list = list_in(s, position, group);
    const uint64_t alive = alive_in(s, position, s->work.volley->groups[group].unit);
    for (uint32_t i = 0; list != SQ_NONE && i < s->lists[list].count; i++) {
        if ((s->lists[list].batches[i].valid & alive) != 0) {
            return list;
        }
    }
    return SQ_NONE;
}

static bool waits(const solving *s, const uint16_t *position, uint32_t group) {
    return (s->units >> s->work.volley->groups[group].unit & 1) != 0 && (shot_of(position) >> group & 1) == 0;
}

/* The next group that shoots: the first that can; or, going through them twice, the next that can. */
static pick next_of(solving *s, const uint16_t *position) {
    const sq_volley *volley = s->work.volley;
    const bool twice = volley->rules.recheck_end;
    const uint32_t groups = volley->group_count;
    for (uint32_t at = position[KEY_AT]; at < (twice ? 2 * groups : groups); at++) {
        const uint32_t group = at % groups;
        const uint32_t list = waits(s, position, group) ? can(s, position, group) : SQ_NONE;
        if (list != SQ_NONE) {
            return (pick){list, volley->groups[group].unit, group, twice ? at + 1 : 0};
        }
    }
    return (pick){.list = SQ_NONE};
}

/* ----------------------------------------------------------------------------------------------------------- stages */

static bool stage(solving *s, uint32_t unit, uint32_t state, const sq_list *lists, uint32_t count) {
    return s->work.rules->assignment == SQ_HITS_ONE_BY_ONE ? qm__sq_stage_singly(&s->work, unit, state, lists, count)
                                                           : qm__sq_stage_piled(&s->work, unit, state, lists, count);
}

/* Adds two numbers that are independent given the position. */
static void add_product(double *to, const double *a, uint32_t a_count, const double *b, uint32_t b_count) {
    while (a_count > 0 && b_count > 0 && b[b_count - 1] == 0) {
        b_count--;
    }
    for (uint32_t i = 0; i < a_count; i++) {
        if (a[i] != 0) {
            qm__sq_add_scaled(to + i, b, b_count < a_count - i ? b_count : a_count - i, a[i]);
        }
    }
}

/* One end of the stage, for one position: all its pieces. */
static void carry(const solving *s, const double *from, double *to, uint32_t unit, uint32_t row) {
    const sq_rows *hits = &s->work.rows[0];
    double whole = 0;
    for (uint32_t i = 0; i < hits->width; i++) {
        whole += hits->chances[(size_t)row * hits->width + i];
    }
    for (uint32_t u = 0; u <= SQ_VOLLEY_UNITS; u++) {
        for (int number = HITS; number <= UNSAVED; number++) {
            const piece p = s->pieces[u][number];
            /* Of unsaved hits, rows[1] has the same positions in the same order. */
            const double *more = s->work.rows[number].chances + (size_t)row * hits->width;
            if (u == unit || u == SQ_VOLLEY_UNITS) {
                add_product(to + p.from, from + p.from, p.count, more, hits->width);
            } else {
                qm__sq_add_scaled(to + p.from, from + p.from, p.count, whole);
            }
        }
    }
}

static uint32_t width_now(const solving *s) {
    const piece *last = s->pieces[SQ_VOLLEY_UNITS];
    return last[UNSAVED].from + last[UNSAVED].count;
}

/* A position after its stage: into joint[1], with all its ends. */
static bool advance(solving *s, uint32_t number, uint32_t unit, uint32_t shot, uint32_t at) {
    const uint32_t width = width_now(s);
    uint16_t key[KEY_WIDTH];
    memcpy(key, sq_key(&s->joint[0], number), sizeof key);
    key[KEY_SHOT] = (uint16_t)shot;
    key[KEY_SHOT + 1] = (uint16_t)(shot >> 16);
    key[KEY_AT] = (uint16_t)at;
    for (uint32_t row = 0; row < s->work.rows[0].count; row++) {
        key[unit] = (uint16_t)s->work.rows[0].states[row];
        const uint32_t known = s->joint[1].count;
        const uint32_t end = qm__sq_bag_put(&s->joint[1], key);
        if (end == SQ_NONE) {
            s->work.full = true;
            return false;
        }
        double *to = s->rows[1] + (size_t)end * width;
        if (end == known) {
            memset(to, 0, width * sizeof *to);
        }
        carry(s, s->rows[0] + (size_t)number * width, to, unit, row);
    }
    return true;
}

static void next_round(solving *s) {
    const sq_bag bag = s->joint[0];
    double *const rows = s->rows[0];
    s->joint[0] = s->joint[1];
    s->rows[0] = s->rows[1];
    s->joint[1] = bag;
    s->rows[1] = rows;
    qm__sq_bag_empty(&s->joint[1]);
    s->states = s->joint[0].count > s->states ? s->joint[0].count : s->states;
}

/* The first stage where all throw before any hit is given: every group that can, unit by unit. Each has had its turn
 * then. */
static bool all_at_once(solving *s) {
    const sq_volley *volley = s->work.volley;
    uint16_t start[KEY_WIDTH];
    memcpy(start, sq_key(&s->joint[0], 0), sizeof start);
    uint32_t shot = 0;
    for (uint32_t unit = 0; unit < volley->unit_count; unit++) {
        sq_list lists[SQ_VOLLEY_GROUPS];
        uint32_t count = 0;
        for (uint32_t group = 0; group < volley->group_count; group++) {
            if (volley->groups[group].unit == unit && waits(s, start, group) && can(s, start, group) != SQ_NONE) {
                lists[count++] = s->lists[group];
                shot |= UINT32_C(1) << group;
            }
        }
        if (count == 0) {
            continue;
        }
        if (!stage(s, unit, state_of(start, unit), lists, count)) {
            return false;
        }
        for (uint32_t i = 0; i < s->joint[0].count; i++) {
            if (!advance(s, i, unit, shot, volley->rules.recheck_end ? volley->group_count : 0)) {
                return false;
            }
        }
        next_round(s);
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------------------- ends */

/* A position in which nothing more is shot. */
static void tell(solving *s, uint32_t number) {
    const sq_volley *volley = s->work.volley;
    const uint16_t *key = sq_key(&s->joint[0], number);
    const double *row = s->rows[0] + (size_t)number * width_now(s);
    uint32_t all_wounds = 0, all_models = 0;
    double whole = 0;
    for (uint32_t unit = 0; unit < volley->unit_count; unit++) {
        if ((s->units >> unit & 1) == 0) {
            continue;
        }
        const uint16_t *left = sq_wounds(&s->work, state_of(key, unit));
        uint32_t wounds = 0, models = 0;
        for (uint32_t i = 0; i < volley->units[unit].count; i++) {
            wounds += (uint32_t)volley->units[unit].models[i].wounds - left[i];
            models += left[i] == 0 && volley->units[unit].models[i].wounds > 0;
        }
        const piece *p = s->pieces[unit];
        whole = 0;
        for (uint32_t i = 0; i < p[HITS].count; i++) {
            whole += row[p[HITS].from + i];
        }
        s->told[unit][WOUNDS][wounds] += whole;
        s->told[unit][MODELS][models] += whole;
        qm__sq_add_scaled(s->told[unit][HITS], row + p[HITS].from, p[HITS].count, 1);
        qm__sq_add_scaled(s->told[unit][UNSAVED], row + p[UNSAVED].from, p[UNSAVED].count, 1);
        all_wounds += wounds;
        all_models += models;
    }
    const piece *p = s->pieces[SQ_VOLLEY_UNITS];
    if (p[HITS].count > 0) { /* units reckoned together: only here is it known what goes with what */
        double *const *all = s->told[volley->unit_count];
        all[WOUNDS][all_wounds] += whole;
        all[MODELS][all_models] += whole;
        qm__sq_add_scaled(all[HITS], row + p[HITS].from, p[HITS].count, 1);
        qm__sq_add_scaled(all[UNSAVED], row + p[UNSAVED].from, p[UNSAVED].count, 1);
    }
}

/* One round: every position under way takes its next stage, or ends. */
static bool take_round(solving *s) {
    const uint32_t count = s->joint[0].count;
    for (uint32_t i = 0; i < count && !s->work.full; i++) {
        s->picks[i] = next_of(s, sq_key(&s->joint[0], i));
        if (s->picks[i].list == SQ_NONE && !s->work.full) {
            tell(s, i);
        }
    }
    for (uint32_t i = 0; i < count && !s->work.full; i++) {
        const pick first = s->picks[i];
        const uint32_t state = sq_key(&s->joint[0], i)[first.unit];
        if (first.list == SQ_NONE || !stage(s, first.unit, state, &s->lists[first.list], 1)) {
            continue;
        }
        for (uint32_t j = i; j < count && !s->work.full; j++) {
            const uint16_t *key = sq_key(&s->joint[0], j);
            const pick p = s->picks[j];
            if (p.list == first.list && p.unit == first.unit && state_of(key, p.unit) == state) {
                advance(s, j, p.unit, shot_of(key) | UINT32_C(1) << p.group, p.at);
                s->picks[j].list = SQ_NONE;
            }
        }
    }
    next_round(s);
    return !s->work.full;
}

/* -------------------------------------------------------------------------------------------------------- a solving */

/* Which numbers positions carry along. */
static void lay_pieces(solving *s, uint64_t units) {
    const sq_volley *volley = s->work.volley;
    const bool together = (units & (units - 1)) != 0, piled = volley->rules.assignment != SQ_HITS_ONE_BY_ONE;
    uint32_t from = 0;
    for (uint32_t unit = 0; unit <= SQ_VOLLEY_UNITS; unit++) {
        const bool kept = unit == SQ_VOLLEY_UNITS ? together : (units >> unit & 1) != 0;
        const uint32_t hits = unit == SQ_VOLLEY_UNITS ? s->sizes.hits[volley->unit_count] : s->sizes.hits[unit];
        for (int number = HITS; number <= UNSAVED; number++) {
            s->pieces[unit][number] = (piece){from, kept && (number == HITS || piled) ? hits + 1 : 0};
            from += s->pieces[unit][number].count;
        }
    }
    s->units = units;
}

/* These units, which nothing ties to the others. */
static bool solve(solving *s, uint64_t units) {
    const sq_volley *volley = s->work.volley;
    uint16_t key[KEY_WIDTH] = {0};
    lay_pieces(s, units);
    qm__sq_bag_empty(&s->joint[0]);
    qm__sq_bag_empty(&s->joint[1]);
    for (int i = 0; i < 4; i++) {
        qm__sq_rows_empty(&s->work.rows[i]);
    }
    qm__sq_bag_empty(&s->work.units);
    for (uint32_t unit = 0; unit < volley->unit_count; unit++) {
        uint16_t wounds[SQ_VOLLEY_MODELS];
        for (uint32_t i = 0; i < volley->units[unit].count; i++) {
            wounds[i] = volley->units[unit].models[i].wounds;
        }
        const uint32_t state = qm__sq_position(&s->work, unit, wounds, UINT64_MAX);
        key[unit] = (uint16_t)state;
    }
    if (s->work.full) {
        return false;
    }
    qm__sq_bag_put(&s->joint[0], key);
    memset(s->rows[0], 0, width_now(s) * sizeof *s->rows[0]);
    for (uint32_t unit = 0; unit <= SQ_VOLLEY_UNITS; unit++) {
        for (int number = HITS; number <= UNSAVED; number++) {
            if (s->pieces[unit][number].count > 0) {
                s->rows[0][s->pieces[unit][number].from] = 1;
            }
        }
    }
    bool fine = !volley->rules.all_hits_first || all_at_once(s);
    while (fine && s->joint[0].count > 0) {
        fine = take_round(s);
    }
    s->states = s->work.units.count > s->states ? s->work.units.count : s->states;
    return fine;
}

/* all := all + one, for numbers that are independent. From the top, so that what is read has not been written yet. */
static void add_independent(double *all, uint32_t all_count, const double *one, uint32_t one_count) {
    for (uint32_t n = all_count; n-- > 0;) {
        double chance = 0;
        for (uint32_t i = 0; i < one_count && i <= n; i++) {
            chance += all[n - i] * one[i];
        }
        all[n] = chance;
    }
}

static uint32_t count_of(const sq_volley_sizes *sizes, uint32_t unit, int number) {
    return 1 + (number == WOUNDS ? sizes->wounds[unit] : number == MODELS ? sizes->models[unit] : sizes->hits[unit]);
}

static sq_spread spread_of(const double *chances, uint32_t count) {
    sq_spread spread = {chances, count, 0};
    for (uint32_t i = 0; i < count; i++) {
        spread.mean += chances[i] * i;
    }
    return spread;
}

static sq_losses losses_of(const solving *s, uint32_t unit) {
    double *const *told = s->told[unit];
    const int unsaved =
        s->work.rules->assignment == SQ_HITS_ONE_BY_ONE ? WOUNDS : UNSAVED; /* every one costs a wound */
    return (sq_losses){.hits = spread_of(told[HITS], count_of(&s->sizes, unit, HITS)),
                       .unsaved = spread_of(told[unsaved], count_of(&s->sizes, unit, unsaved)),
                       .wounds = spread_of(told[WOUNDS], count_of(&s->sizes, unit, WOUNDS)),
                       .models = spread_of(told[MODELS], count_of(&s->sizes, unit, MODELS))};
}

/* Unit by unit, or all together where `look` ties them. */
static bool solve_all(solving *s) {
    const sq_volley *volley = s->work.volley;
    const uint32_t units = volley->unit_count;
    if (volley->look != NULL && units > 1) {
        return solve(s, (UINT64_C(1) << units) - 1);
    }
    for (int number = HITS; number < NUMBERS; number++) {
        s->told[units][number][0] = 1;
    }
    for (uint32_t unit = 0; unit < units; unit++) {
        if (!solve(s, UINT64_C(1) << unit)) {
            return false;
        }
        for (int number = HITS; number < NUMBERS; number++) {
            add_independent(s->told[units][number], count_of(&s->sizes, units, number), s->told[unit][number],
                            count_of(&s->sizes, unit, number));
        }
    }
    return true;
}

/* The volley as it is declared, and nothing reckoned yet. */
static void set_out(solving *s, const sq_volley *volley) {
    s->work.volley = volley;
    s->work.rules = &volley->rules;
    for (uint32_t group = 0; group < volley->group_count; group++) {
        s->lists[s->list_count++] = (sq_list){volley->groups[group].batches, volley->groups[group].count};
    }
    for (uint32_t unit = 0; unit <= volley->unit_count; unit++) {
        for (int number = HITS; number < NUMBERS; number++) {
            memset(s->told[unit][number], 0, count_of(&s->sizes, unit, number) * sizeof(double));
        }
    }
    for (uint32_t unit = 0; unit < volley->unit_count; unit++) {
        s->work.any_like[unit] = qm__sq_volley_like(volley, unit, s->work.like[unit]);
    }
}

qm_result qm__sq_volley_odds(const sq_volley *volley, uint32_t states, void *memory, size_t size,
                             sq_volley_result *result) {
    solving s = {0};
    const size_t needed = qm__sq_volley_size(volley, states);
    if (needed == 0 || memory == NULL || (uintptr_t)memory % ALIGNMENT != 0 || result == NULL) {
        return QM_ERROR_USAGE;
    }
    if (size < needed) {
        return QM_ERROR_LIMIT;
    }
    room given = {.memory = memory};
    qm__sq_volley_check(volley, &s.sizes);
    room_all(&given, volley, states, &s);
    set_out(&s, volley);
    if (!solve_all(&s)) {
        return s.wrong ? QM_ERROR_USAGE : QM_ERROR_LIMIT;
    }
    *result = (sq_volley_result){.all = losses_of(&s, volley->unit_count), .states = s.states, .looks = s.asked};
    for (uint32_t unit = 0; unit < volley->unit_count; unit++) {
        result->units[unit] = losses_of(&s, unit);
    }
    return QM_OK;
}
