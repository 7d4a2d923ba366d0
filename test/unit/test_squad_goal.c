/* Goals and charges of squad for which places are found, on random tables. Every answer is typed back as an order that
 * names each model and the points of its way, and must be legal and cost the same; ends of round bases are measured by
 * hand; an order without checks is played and ends where it said. A unit that could go somewhere as it stands must be
 * placed there. */
#include <math.h>
#include <stdio.h>

#include "base/random.h"
#include "rules/squad/declared.h"
#include "rules/squad/move.h"
#include "support/amount.h"
#include "support/begun.h"

enum { SCENES = 120, ORDERS = 6, MODELS = 5, FOES = 4 };

/* What must have come up. */
typedef struct counts {
    uint32_t legal, refused, links, rects, named, charges, shifted, checked, unlike;
} counts;

typedef struct scene {
    table t;
    uint64_t seed, index;
    bool rects;
} scene;

static int32_t some(scene *s, int32_t low, int32_t high) {
    return low + (int32_t)qm__random_below(s->seed, &s->index, (uint32_t)(high - low + 1));
}

/* ---------------------------------------------------------------------------------------------------------- scenes */

static void add_unit(scene *s, qm_text *out, const char *name, const char *side, int32_t count, int32_t x, int32_t y,
                     bool rects) {
    qm_text_addf(out, "{\"name\":\"%s\",\"side\":\"%s\",\"movement\":%d,", name, side, some(s, 4, 12));
    qm_text_add(out, rects ? "\"width\":1,\"length\":1.6,\"facing\":30," : "\"radius\":0.5,");
    qm_text_add(out, "\"at\":[");
    for (int32_t i = 0; i < count; i++) { /* in a loose block */
        qm_text_addf(out, "%s\"%d.%d,%d.%d\"", i ? "," : "", x + i % 3 * 2, some(s, 0, 4), y + i / 3 * 2,
                     some(s, 0, 4));
    }
    qm_text_add(out, "]}");
}

/* A unit in a corner, enemies in the middle, and solids between them, low and high. False: somebody has no room. */
static bool make_scene(scene *s, uint64_t seed) {
    char text[4000];
    qm_text out = qm_text_over(text, sizeof text);
    qm_diagnostics list = qm_diagnostics_make(NULL);
    *s = (scene){.seed = seed};
    s->rects = some(s, 0, 3) == 0;
    qm_text_add(&out, "{\"quickmarch\":\"scenario\",\"version\":1,\"title\":\"Goals\",\"rules\":\"squad\",\"board\":"
                      "{\"space\":\"table\",\"width\":20,\"depth\":16,\"prisms\":[");
    const int32_t solids = some(s, 1, 5);
    for (int32_t i = 0; i < solids; i++) {
        const int32_t x = some(s, 0, 9), y = some(s, 4, 9);
        qm_text_addf(&out, "%s{\"name\":\"s%d\",\"box\":[%d,%d,%d,%d],\"top\":%d}", i ? "," : "", i, x, y,
                     x + some(s, 2, 7), y + some(s, 1, 5), some(s, 1, 4));
    }
    qm_text_add(&out, "]},\"sides\":[\"red\",\"blue\"],\"units\":[");
    add_unit(s, &out, "Us", "red", some(s, 2, MODELS), 1, 1, s->rects);
    qm_text_add(&out, ",");
    add_unit(s, &out, "Them", "blue", some(s, 1, FOES), some(s, 8, 13), some(s, 1, 4), false);
    qm_text_add(&out, "],\"end\":{\"last_standing\":false}}");
    qm_scenario *scenario = NULL;
    const bool good = qm_scenario_read_text(&scenario, text, strlen(text), "scene", NULL, NULL, NULL, &list) == QM_OK;
    qm_diagnostics_free(&list);
    if (good) {
        s->t = begin_table(scenario);
    }
    return good;
}

static void judge(const scene *s, const qm_order *order, qm_verdict *verdict) {
    assert_int_equal(qm_judge(s->t.scenario, s->t.state, order, s->t.scratch, verdict), QM_OK);
}

static void play(const scene *s, const qm_order *order) {
    qm_source source = {.choices = QM_CHOICES_AUTOMATIC, .seed = 1};
    qm_verdict verdict;
    qm_played played;
    judge(s, order, &verdict);
    assert_int_equal(verdict.judgement, QM_LEGAL);
    assert_int_equal(qm_play(s->t.scenario, s->t.state, s->t.scratch, &source, NULL, &played), QM_OK);
}

/* ------------------------------------------------------------------------------------------------------- typed back */

/* Whether a model's own legs are good: what else is wrong is that the others are still where they are. And what they
 * cost. */
static bool goes(const scene *s, const qm_order *order, int32_t *cost) {
    qm_verdict verdict;
    judge(s, order, &verdict);
    for (uint16_t i = 0; i < verdict.reason_count; i++) {
        const uint16_t kind = verdict.reasons[i].kind;
        if (kind != SQ_REASON_NOT_COHERENT && kind != SQ_REASON_SPREAD && kind != SQ_REASON_ENDS_ON &&
            kind != SQ_REASON_NO_CONTACT) {
            return false;
        }
    }
    *cost = verdict.parts[0].cost;
    return true;
}

/* Adds a leg that goes, of the kinds given, to a point of a way, for `most` in all; tells what it is then. */
static bool add_leg(const scene *s, qm_order *own, const uint16_t *kinds, size_t count, qm_place to, int32_t most,
                    int32_t *cost) {
    const uint16_t at = own->leg_count++;
    for (size_t k = 0; k < count; k++) {
        int32_t all;
        own->legs[at] = (qm_leg){.kind = kinds[k], .to = to};
        if (goes(s, own, &all) && all <= most) {
            *cost = all;
            return true;
        }
    }
    own->leg_count--;
    return false;
}

/* The legs of one part: on foot as far along its way as that goes by its own length (rectangles: point by point), then
 * by the link that does, and so on. Whether there is a link. */
static bool add_part(const scene *s, const qm_verdict *verdict, const qm_part *part, qm_order *order) {
    static const uint16_t foot[] = {SQ_LEG_WALK}, links[] = {SQ_LEG_CLIMB, SQ_LEG_LEAP, SQ_LEG_DROP};
    const qm_place *way = &verdict->way[part->first];
    qm_order own;
    int32_t cost = 0;
    bool link = false;
    qm_order_clear(&own, order->kind, order->actor);
    own.arguments[0] = order->arguments[0];
    own.legs[own.leg_count++] = (qm_leg){.kind = SQ_LEG_FIGURE, .thing = part->figure};
    for (uint16_t i = 0; i + 1 < part->count;) {
        uint16_t to = (uint16_t)(s->rects ? i + 1 : part->count - 1);
        while (to > i && !add_leg(s, &own, foot, 1, way[to],
                                  cost + qm__units(qm__sq_length(&way[i], (uint16_t)(to - i + 1))) + 2, &cost)) {
            to--;
        }
        if (to == i) {
            to++;
            if (!add_leg(s, &own, links, 3, way[to], part->allowance, &cost)) {
                char text[4000];
                qm_text out = qm_text_over(text, sizeof text);
                qm_order_print(s->t.scenario, &own, &out);
                fail_msg("seed %llu: point %u of a way, after %s", (unsigned long long)s->seed, to, text);
            }
            link = true;
        }
        i = to;
    }
    assert_true(order->leg_count + own.leg_count <= QM_LEGS_MAX);
    memcpy(&order->legs[order->leg_count], own.legs, own.leg_count * sizeof own.legs[0]);
    order->leg_count = (uint16_t)(order->leg_count + own.leg_count);
    return link;
}

/* The order as a person would write it; read again from its text. */
static void type_back(scene *s, const qm_order *order, const qm_verdict *verdict, counts *c) {
    qm_order named;
    qm_verdict again;
    char text[16000];
    bool link = false;
    qm_text out = qm_text_over(text, sizeof text);
    qm_order_clear(&named, order->kind, order->actor);
    named.arguments[0] = order->arguments[0];
    for (uint16_t i = 0; i < verdict->part_count; i++) {
        link = add_part(s, verdict, &verdict->parts[i], &named) || link;
    }
    qm_order_print(s->t.scenario, &named, &out);
    named = read_order(&s->t, text);
    judge(s, &named, &again);
    if (again.judgement != QM_LEGAL) {
        char first[400];
        qm_text told = qm_text_over(first, sizeof first);
        qm_order_print(s->t.scenario, order, &told);
        fail_msg("seed %llu: %s became %s: reason %d", (unsigned long long)s->seed, first, text, again.reasons[0].kind);
    }
    assert_int_equal(again.part_count, verdict->part_count);
    for (uint16_t i = 0; i < again.part_count; i++) {
        assert_int_equal(again.parts[i].figure, verdict->parts[i].figure);
        assert_memory_equal(&again.parts[i].end, &verdict->parts[i].end, sizeof(qm_place));
        assert_true(abs(again.parts[i].cost - verdict->parts[i].cost) <= 2);
    }
    c->links += link;
}

/* ----------------------------------------------------------------------------------------------------------- by hand
 */

static double away(double x, double y) {
    return sqrt(x * x + y * y);
}

static double apart(qm_place a, qm_place b) {
    const double plan = away((double)a.x - b.x, (double)a.y - b.y) - 1000, gap = plan > 0 ? plan : 0;
    return away(gap, (double)a.z - b.z);
}

/* Round bases of half an inch: nobody on another, all joined by 2 inches, none farther apart than 6, out of the inch of
 * enemies unless it charges; a base covers the goal. */
static void measure(const scene *s, const qm_order *order, const qm_verdict *verdict) {
    const qm_scenario *scenario = s->t.scenario;
    const qm__troop *us = sq_unit(scenario, 1);
    qm_place ends[MODELS];
    bool joined[MODELS] = {true};
    bool covered = order->kind == SQ_ORDER_CHARGE, touches = false;
    for (uint16_t i = 0; i < us->count; i++) {
        ends[i] = sq_place(sq_at(scenario, s->t.state, (uint16_t)(i + 1)));
    }
    for (uint16_t i = 0; i < verdict->part_count; i++) {
        ends[verdict->parts[i].figure - 1] = verdict->parts[i].end;
    }
    for (uint16_t i = 0; i < us->count; i++) {
        covered =
            covered || away((double)ends[i].x - order->legs[0].to.x, (double)ends[i].y - order->legs[0].to.y) <= 500.5;
        for (uint16_t k = 0; k < us->count; k++) {
            assert_true(i == k || ends[i].z != ends[k].z ||
                        away((double)ends[i].x - ends[k].x, (double)ends[i].y - ends[k].y) >= 999.5);
            assert_true(apart(ends[i], ends[k]) <= 6000.5);
        }
        for (uint16_t k = (uint16_t)(us->count + 1); k <= scenario->figure_count; k++) {
            const double off = apart(ends[i], sq_place(sq_at(scenario, s->t.state, k)));
            touches = touches || off < 0.5;
            assert_true(order->kind == SQ_ORDER_CHARGE || off > 1000 ||
                        !memcmp(&ends[i],
                                &(qm_place){sq_at(scenario, s->t.state, (uint16_t)(i + 1))->x,
                                            sq_at(scenario, s->t.state, (uint16_t)(i + 1))->y,
                                            sq_at(scenario, s->t.state, (uint16_t)(i + 1))->z},
                                sizeof(qm_place)));
        }
    }
    for (uint16_t round = 0; round < us->count; round++) {
        for (uint16_t i = 0; i < us->count; i++) {
            for (uint16_t k = 0; k < us->count; k++) {
                joined[k] = joined[k] || (joined[i] && apart(ends[i], ends[k]) <= 2000.5);
            }
        }
    }
    for (uint16_t i = 0; i < us->count; i++) {
        assert_true(joined[i]);
    }
    assert_true(covered);
    assert_true(touches || order->kind != SQ_ORDER_CHARGE);
}

/* ----------------------------------------------------------------------------------------------------------- orders */

static void draw_order(scene *s, qm_order *order) {
    const qm__table *t = &s->t.scenario->table;
    qm_place goal = {some(s, 0, 12000), some(s, 0, 11000), 0};
    if (some(s, 0, 5) == 0) {
        qm_order_clear(order, SQ_ORDER_CHARGE, 1);
        order->arguments[0] = (int32_t)(sq_unit(s->t.scenario, 1)->count + 1);
        return;
    }
    qm__surface_below(t, goal.x, goal.y, 6000, &goal.z);
    qm_order_clear(order, SQ_ORDER_MOVE, 1);
    order->legs[order->leg_count++] = (qm_leg){.kind = SQ_LEG_GOAL, .to = goal};
    if (some(s, 0, 3) == 0) { /* one by hand */
        const sq_model *m = sq_at(s->t.scenario, s->t.state, 1);
        order->legs[order->leg_count++] = (qm_leg){.kind = SQ_LEG_FIGURE, .thing = 1};
        order->legs[order->leg_count++] =
            (qm_leg){.kind = SQ_LEG_WALK, .to = {m->x + some(s, 0, 3000), m->y + some(s, 0, 3000), 0}};
    }
}

/* All by the same way: where that is legal, a goal at the end of any of them must be. */
static void try_shift(scene *s, counts *c) {
    const qm__troop *us = sq_unit(s->t.scenario, 1);
    const int32_t x = some(s, -2000, 6000), y = some(s, -2000, 6000);
    qm_order shift, goal;
    qm_verdict verdict;
    qm_order_clear(&shift, SQ_ORDER_MOVE, 1);
    for (uint16_t i = 1; i <= us->count; i++) {
        const sq_model *m = sq_at(s->t.scenario, s->t.state, i);
        const qm_place to = {m->x + x, m->y + y, m->z};
        if (to.x < 0 || to.y < 0) {
            return;
        }
        shift.legs[shift.leg_count++] = (qm_leg){.kind = SQ_LEG_FIGURE, .thing = i};
        shift.legs[shift.leg_count++] = (qm_leg){.kind = SQ_LEG_VIA, .to = to};
    }
    judge(s, &shift, &verdict);
    if (verdict.judgement != QM_LEGAL) {
        return;
    }
    qm_order_clear(&goal, SQ_ORDER_MOVE, 1);
    goal.legs[goal.leg_count++] = (qm_leg){.kind = SQ_LEG_GOAL, .to = verdict.parts[us->count / 2].end};
    judge(s, &goal, &verdict);
    c->shifted++;
    if (verdict.judgement != QM_LEGAL) {
        char text[400];
        qm_text out = qm_text_over(text, sizeof text);
        qm_order_print(s->t.scenario, &goal, &out);
        print_message("seed %llu: %s is refused for %s\n", (unsigned long long)s->seed, text,
                      qm__sq_reasons[verdict.reasons[0].kind].name);
        c->unlike++;
    }
}

static void check_played(const scene *s, const qm_order *order, const qm_verdict *verdict, qm_state *copy) {
    memcpy(copy, s->t.state, qm_state_size(s->t.scenario));
    play(s, order);
    for (uint16_t i = 0; i < verdict->part_count; i++) {
        const qm_place at = sq_place(sq_at(s->t.scenario, s->t.state, verdict->parts[i].figure));
        assert_memory_equal(&at, &verdict->parts[i].end, sizeof at);
    }
    memcpy(s->t.state, copy, qm_state_size(s->t.scenario));
}

static void try_order(scene *s, counts *c, qm_state *copy) {
    qm_order order;
    qm_verdict verdict;
    draw_order(s, &order);
    judge(s, &order, &verdict);
    if (verdict.judgement != QM_LEGAL) {
        assert_true(verdict.reason_count > 0);
        c->refused++;
        return;
    }
    for (uint16_t i = 0; i < verdict.part_count; i++) {
        const bool named = order.leg_count > 1 && verdict.parts[i].figure == 1;
        assert_int_equal(verdict.parts[i].flags & QM_PART_CHOSEN, named ? 0 : QM_PART_CHOSEN);
        assert_true(verdict.parts[i].cost <= verdict.parts[i].allowance);
    }
    if (!s->rects) {
        measure(s, &order, &verdict);
    }
    type_back(s, &order, &verdict, c);
    if (verdict.check_count == 0) {
        check_played(s, &order, &verdict, copy);
    }
    c->legal++;
    c->checked += verdict.check_count > 0;
    c->rects += s->rects;
    c->named += order.leg_count > 1;
    c->charges += order.kind == SQ_ORDER_CHARGE;
}

static void test_goals(void **state) {
    (void)state;
    counts c = {0};
    const uint64_t scenes = amount_of(SCENES, 20 * SCENES);
    for (uint64_t seed = 1; seed <= scenes; seed++) {
        scene s;
        if (!make_scene(&s, seed)) {
            continue;
        }
        qm_state *copy = malloc(qm_state_size(s.t.scenario));
        const qm_order next = read_order(&s.t, "next");
        play(&s, &next);
        for (int i = 0; i < ORDERS; i++) {
            try_order(&s, &c, copy);
            try_shift(&s, &c);
        }
        free(copy);
        close_table(&s.t);
    }
    print_message("legal %u refused %u over links %u rectangles %u one by hand %u charges %u with checks %u; "
                  "as it stands %u, missed %u\n",
                  c.legal, c.refused, c.links, c.rects, c.named, c.charges, c.checked, c.shifted, c.unlike);
    assert_enough(c.legal > 100 && c.refused > 50 && c.links > 3 && c.rects > 10 && c.named > 10 && c.charges > 10);
    assert_enough(c.checked > 10 && c.shifted > 50);
    assert_int_equal(c.unlike, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_goals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
