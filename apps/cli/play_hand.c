/* quickmarch play: the sides that nobody at the keyboard plays (--side names those that somebody does).
 *
 * A plain opponent that knows no family: it tries each option on a copy of the state and takes the one that looks best,
 * by the chance of an attack, the distance to the nearest enemy and standing on its feet. It is somebody to play
 * against and no more. What it is asked gets the family's own answer.
 *
 * Invariant: it gives orders the same way a person does, so its moves are in the log, and it sees only what its side
 * may know.
 */
#include <stdlib.h>
#include <string.h>

#include "play.h"

enum { TRIES_MAX = 400, ORDERS_MAX = 500 };

/* So many parts of a step of a board or of an inch: what is told of tables is in thousandths. */
static int scaled(const play *p, int32_t value, int parts) {
    const int64_t unit = qm_scenario_family(p->scenario)->space == QM_SPACE_TABLE ? 1000 : 1;
    return (int)(value * (int64_t)parts / unit);
}

static bool is_enemy(const play *p, const qm_look *look, const qm_look *other) {
    return other->posture != QM_POSTURE_GONE && other->posture < QM_POSTURE_OUT &&
           qm_sides_hostile(p->scenario, look->side, other->side);
}

/* What a position looks like for a unit: how near its enemies are, by the two models that are nearest to each other. */
static int value_of_unit(play *p, const qm_state *state, uint16_t figure) {
    const uint16_t unit = qm_figure_unit(p->scenario, figure), count = qm_figure_count(p->scenario);
    uint16_t one = 0, nearest = 0;
    double least = 0;
    for (uint16_t a = 1; a <= count; a++) {
        qm_look look, other;
        qm_figure_look(p->scenario, state, a, &look);
        for (uint16_t b = 1; b <= count && qm_figure_unit(p->scenario, a) == unit && look.posture != QM_POSTURE_GONE;
             b++) {
            qm_figure_look(p->scenario, state, b, &other);
            const double x = look.at.x - other.at.x, y = look.at.y - other.at.y, z = look.at.z - other.at.z;
            const double apart = x * x + y * y + z * z;
            if (is_enemy(p, &look, &other) && (nearest == 0 || apart < least)) {
                least = apart;
                one = a;
                nearest = b;
            }
        }
    }
    qm_sight sight;
    const bool told = nearest != 0 && qm_see(p->scenario, state, one, nearest, p->table.scratch, &sight) == QM_OK;
    return told ? -scaled(p, sight.distance, 20) : 0;
}

/* What a position looks like for a figure that spent `cost` to get there; more is better. Who has moved far has less of
 * an attack in most rules, whatever they say exactly. */
static int value_of(play *p, const qm_state *state, uint16_t figure, int cost) {
    int nearest = 2000, attack = 0, place = 0;
    bool faced = false;
    qm_look look, other;
    if (qm_sees_units(p->scenario)) {
        return value_of_unit(p, state, figure);
    }
    qm_figure_look(p->scenario, state, figure, &look);
    for (uint16_t i = 1; i <= qm_figure_count(p->scenario); i++) {
        qm_sight sight;
        qm_figure_look(p->scenario, state, i, &other);
        if (!is_enemy(p, &look, &other) || qm_see(p->scenario, state, figure, i, p->table.scratch, &sight) != QM_OK) {
            continue;
        }
        if (scaled(p, sight.distance, 20) < nearest) {
            nearest = scaled(p, sight.distance, 20);
            faced = sight.in_front;
        }
        const int chance = sight.attack_dice > 0 ? (int)(sight.attack_chance * 600) : 0;
        attack = chance > attack ? chance : attack;
        place += sight.distance == 1 ? (sight.in_front ? 40 : -40) + sight.relation * 10 : 0;
    }
    attack -= attack * (cost < 12 ? cost : 12) / 15;
    return attack + place - (attack > 0 ? 0 : nearest) + (faced ? 15 : 0) -
           (look.posture == QM_POSTURE_STANDING ? 0 : 150);
}

/* Whether an operand of an order is an enemy, by himself or with his unit. */
static bool is_of_enemy(const play *p, const qm_order *order, qm_operand operand, int32_t value) {
    return (operand == QM_OPERAND_FIGURE || operand == QM_OPERAND_UNIT) && value > 0 &&
           qm_sides_hostile(p->scenario, qm_figure_side(p->scenario, order->actor),
                            qm_figure_side(p->scenario, (uint16_t)value));
}

/* Whether an order names an enemy, itself or in a leg: an attack of whatever kind. */
static bool names_enemy(const play *p, const qm_order *order) {
    const qm_rules_facts *family = qm_scenario_family(p->scenario);
    const qm_order_kind *kind = &family->orders[order->kind];
    bool names = false;
    for (size_t i = 0; i < kind->argument_count; i++) {
        names |= is_of_enemy(p, order, kind->arguments[i].operand, order->arguments[i]);
    }
    for (uint16_t i = 0; i < order->leg_count; i++) {
        names |= is_of_enemy(p, order, family->legs[order->legs[i].kind].operand, order->legs[i].thing);
    }
    return names;
}

static int score(play *p, const qm_order *order) {
    qm_verdict verdict;
    qm_played played;
    qm_source source = {.dice = QM_DICE_GENERATED, .choices = QM_CHOICES_AUTOMATIC, .seed = 7};
    if (qm_judge(p->scenario, p->view, order, p->table.scratch, &verdict) != QM_OK || !qm_verdict_playable(&verdict)) {
        return INT32_MIN;
    }
    if (names_enemy(p, order)) {
        return 10000 + (int)(verdict.chance * 1000);
    }
    memcpy(p->spare, p->view, qm_state_size(p->scenario));
    if (qm_play(p->scenario, p->spare, p->table.scratch, &source, NULL, &played) != QM_OK || qm_state_ended(p->spare)) {
        return INT32_MIN;
    }
    const int risk = (int)((1.0 - verdict.chance) * 600);
    const int cost = scaled(p, verdict.cost, 1);
    return value_of(p, p->spare, order->actor, cost) - risk - cost;
}

static bool choose(play *p, qm_order *best) {
    qm_options_result found;
    qm_scratch *scratch = qm_game_scratch(p->game);
    int highest = INT32_MIN;
    if (qm_options(p->scenario, p->view, 0, scratch, &found) != QM_OK || found.count == 0) {
        return false;
    }
    const uint32_t stride = found.count / TRIES_MAX + 1;
    for (uint32_t i = 0; i < found.count; i += stride) {
        qm_order order;
        if (qm_option(p->scenario, p->view, scratch, i, &order) != QM_OK) {
            return false;
        }
        const int value = score(p, &order);
        if (value > highest) {
            highest = value;
            *best = order;
        }
    }
    return highest > INT32_MIN;
}

static bool by_people(const play *p, uint16_t side) {
    return side == 0 || play_at_keyboard(p, side);
}

/* One order or answer; false when somebody at the keyboard is needed. */
static bool play_hand(play *p) {
    const qm_wanted wanted = play_wanted(p);
    if (wanted.what != 0) {
        if (wanted.what == 1 || by_people(p, wanted.side)) {
            return false;
        }
        play_respond(p, &wanted.automatic, 1);
        return true;
    }
    const uint16_t actor = play_actor(p);
    qm_order order;
    if (qm_state_ended(play_state(p)) || actor == 0 || by_people(p, qm_figure_side(p->scenario, actor)) ||
        qm_project(p->scenario, play_state(p), qm_figure_side(p->scenario, actor), p->view) != QM_OK ||
        !choose(p, &order)) {
        return false;
    }
    play_order(p, &order, false);
    return true;
}

void play_hands(play *p) {
    for (int i = 0; i < ORDERS_MAX && play_hand(p); i++) {
    }
}
