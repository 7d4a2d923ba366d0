/* A charge for which places are found: one model goes into contact with the unit charged, the others around it.
 *
 * The nearest pair of models comes first, and of the places around the enemy those that are nearest to who charges him,
 * then those just outside of what others keep free around them; contacts that are got into on foot come before all that
 * climbs, leaps and drops lead to, which are slow to look for. Where the rest of the unit cannot be placed around that
 * one, the next is tried; so some charges that a player could arrange by hand are missed, and the refusal told is that
 * of the first.
 */
#include "rules/squad/move.h"

#include "base/angle.h"

enum { TURNS = 24, BESIDE = 16 /* sides just outside of what others keep free */ };
enum { TRIES = 8, EACH = 2 /* contacts around which the others are placed: of all pairs, of one */ };

#define ROOM 3.0 /* units: so much farther off than they must, those who pass between two have to be */

/* One model and one enemy. */
typedef struct pair {
    double gap;
    uint16_t mine, theirs;
} pair;

enum { PAIRS_MAX = 64 };

typedef struct charging {
    qm__judging *j;
    uint16_t target;
    bool over; /* links: where nothing came of contacts on foot */
    uint32_t count;
    pair pairs[PAIRS_MAX]; /* nearest first; of more, the nearest are kept */
} charging;

/* The sides of one enemy on which contacts are looked for, as angles in parts of a turn. */
typedef struct sides {
    uint32_t count, next;
    double angles[TURNS + BESIDE];
} sides;

static bool may_charge(const charging *c, uint16_t figure) {
    const sq_model *m = sq_at(c->j->scenario, c->j->state, figure);
    return !m->out && !m->gone && !qm__sq_held_by(c->j->scenario, c->j->state, figure, c->target);
}

static void add_pair(charging *c, pair one) {
    if (c->count == PAIRS_MAX && one.gap >= c->pairs[PAIRS_MAX - 1].gap) {
        return;
    }
    uint32_t at = c->count < PAIRS_MAX ? c->count++ : PAIRS_MAX - 1;
    for (; at > 0 && one.gap < c->pairs[at - 1].gap; at--) {
        c->pairs[at] = c->pairs[at - 1];
    }
    c->pairs[at] = one;
}

static void find_pairs(charging *c) {
    const qm_scenario *s = c->j->scenario;
    const qm__troop *mine = sq_unit(s, c->j->order->actor), *theirs = sq_unit(s, c->target);
    for (uint16_t a = mine->first; a < mine->first + mine->count; a++) {
        for (uint16_t b = theirs->first; b < theirs->first + theirs->count && may_charge(c, a); b++) {
            const qm__body from = qm__sq_body_now(s, c->j->state, a), to = qm__sq_body_now(s, c->j->state, b);
            if (!sq_at(s, c->j->state, b)->out) {
                add_pair(c, (pair){qm__body_gap(&from, &to), a, b});
            }
        }
    }
}

/* --------------------------------------------------------------------------------------------------------- contacts */

/* The place in whole units, as seen from the enemy in a direction, where the bases touch. */
static bool touching(const charging *c, const pair *one, qm__turn turn, qm_place *out) {
    const qm_scenario *s = c->j->scenario;
    const qm__body enemy = qm__sq_body_now(s, c->j->state, one->theirs);
    qm__body body = qm__sq_body_now(s, c->j->state, one->mine);
    double near = 0, far = 200000;
    qm__xy around[QM__WHOLE_NEAR];
    while (far - near > 0.01) {
        const double middle = (near + far) / 2;
        body.x = enemy.x + turn.cos * middle;
        body.y = enemy.y + turn.sin * middle;
        *(qm__body_gap(&body, &enemy) < 0 ? &near : &far) = middle;
    }
    qm__whole_near((qm__xy){enemy.x + turn.cos * far, enemy.y + turn.sin * far}, around);
    for (int i = 0; i < QM__WHOLE_NEAR; i++) {
        body.x = around[i].x;
        body.y = around[i].y;
        body.z = enemy.z;
        const bool on_table = body.x >= 0 && body.y >= 0 && body.x <= s->table.width && body.y <= s->table.depth;
        if (on_table && qm__bodies_touch(&body, &enemy)) {
            *out = qm__inch_at(&body);
            return true;
        }
    }
    return false;
}

/* Where the shortest slide brings a base into contact. The gap shrinks fastest straight between the nearest points of
 * the two bases, of which that of a rectangle is seldom on the line of the middles. */
static qm__xy slid(const qm__body *body, const qm__body *enemy, double gap) {
    qm__body right = *body, left = *body, up = *body, down = *body;
    right.x += 1;
    left.x -= 1;
    up.y += 1;
    down.y -= 1;
    const qm__xy grows = {qm__body_gap(&right, enemy) - qm__body_gap(&left, enemy),
                          qm__body_gap(&up, enemy) - qm__body_gap(&down, enemy)};
    return qm__along((qm__xy){body->x, body->y}, qm__unit(grows), -gap);
}

/* The direction, as seen from the enemy, of where the model gets into contact by the shortest way. */
static double side_of(const charging *c, const pair *one) {
    const qm__body body = qm__sq_body_now(c->j->scenario, c->j->state, one->mine);
    const qm__body enemy = qm__sq_body_now(c->j->scenario, c->j->state, one->theirs);
    const bool round = body.radius > 0 && enemy.radius > 0;
    const qm__xy to = round || one->gap <= 0 ? (qm__xy){body.x, body.y} : slid(&body, &enemy, one->gap);
    return qm__parts_of(to.x - enemy.x, to.y - enemy.y);
}

/* Adds the two sides on which a base that touches the enemy just keeps off somebody else: all three are round. */
static void add_beside(const qm__body *mine, const qm__body *enemy, const qm__body *other, sides *out) {
    const double around = mine->radius + enemy->radius;
    const double keep = mine->radius + other->radius + other->margin + ROOM;
    const qm__xy way = qm__minus((qm__xy){other->x, other->y}, (qm__xy){enemy->x, enemy->y});
    const double apart = qm__length(way);
    const double along = apart > 0 ? (around * around + apart * apart - keep * keep) / (2 * apart) : around;
    if (other->radius == 0 || along <= -around || along >= around || out->count + 2 > TURNS + BESIDE) {
        return;
    }
    const double aside = qm__root(around * around - along * along);
    const qm__xy ahead = qm__unit(way), left = qm__left(ahead);
    for (int hand = -1; hand <= 1; hand += 2) {
        const qm__xy at = qm__along(qm__along((qm__xy){0, 0}, ahead, along), left, hand * aside);
        out->angles[out->count++] = qm__parts_of(at.x, at.y);
    }
}

/* All sides of an enemy: from the one that the model is on all around, and beside whoever is near. */
static void find_sides(const charging *c, const pair *one, sides *out) {
    const qm_scenario *s = c->j->scenario;
    const qm__body mine = qm__sq_body_now(s, c->j->state, one->mine);
    const qm__body enemy = qm__sq_body_now(s, c->j->state, one->theirs);
    const double towards = side_of(c, one);
    out->next = 0;
    for (out->count = 0; out->count < TURNS; out->count++) {
        const uint32_t step = (out->count + 1) / 2;
        out->angles[out->count] = towards + (out->count % 2 ? 1.0 : -1.0) * step * (QM__PARTS / TURNS);
    }
    for (uint16_t i = 1; i <= s->figure_count && mine.radius > 0 && enemy.radius > 0; i++) {
        qm__body other;
        qm__sq_body(s, c->j->state, i, one->mine, &other);
        if (s->figures[i - 1].unit == s->figures[c->target - 1].unit) {
            other.margin = 0;
        }
        if (i != one->theirs && other.manner != QM__PASS) {
            add_beside(&mine, &enemy, &other, out);
        }
    }
}

/* A model brought into contact. */
typedef struct contact {
    qm_place at;
    uint16_t figure, count;
    qm_leg legs[SQ_WAY_LEGS];
} contact;

/* Whether a place is farther off than a model gets on foot or through the air, whatever is in between. */
static bool is_far(const charging *c, uint16_t figure, qm_place to) {
    const qm_place from = sq_place(sq_at(c->j->scenario, c->j->state, figure));
    const double apart = qm__apart((qm__xy){from.x, from.y}, (qm__xy){to.x, to.y});
    return apart > qm__sq_farthest(c->j->scenario, c->j->state, figure, c->target) + 1;
}

/* The next place in contact that the model of a pair can go to; false = none. */
static bool find_contact(const charging *c, const pair *one, sides *around, contact *out) {
    while (around->next < around->count) {
        const double side = around->angles[around->next++];
        out->figure = one->mine;
        if (!touching(c, one, qm__turn_of(side), &out->at)) {
            continue;
        }
        out->count =
            is_far(c, one->mine, out->at) ? 0 : qm__sq_find_walk(c->j, one->mine, out->at, c->target, out->legs, NULL);
        if (c->over) {
            out->count = out->count ? 0 : qm__sq_find_links(c->j, one->mine, out->at, c->target, SQ_OVER_ANY, out->legs);
        }
        if (out->count > 0) {
            return true;
        }
    }
    return false;
}

/* ---------------------------------------------------------------------------------------------------------- judging */

/* Judges one contact with the others around it. */
static bool place_around(const charging *c, qm__judging *j, const contact *one) {
    return qm__sq_judge_path(j, one->figure, one->legs, one->count, 0, SQ_LEGS_FOUND, c->target) &&
           qm__sq_judge_goal(j, one->at, 0, c->target);
}

/* What is wrong with the shortest way into contact. */
static void refuse_nearest(const charging *c, const pair *one) {
    qm_leg leg = {.kind = SQ_LEG_WALK};
    if (touching(c, one, qm__turn_of(side_of(c, one)), &leg.to)) {
        qm__sq_judge_path(c->j, one->mine, &leg, 1, 0, SQ_LEGS_FOUND, c->target);
    }
}

static bool refuse_far(const charging *c) {
    const pair *one = &c->pairs[0];
    const sq_model *m = sq_at(c->j->scenario, c->j->state, one->mine);
    const bool anew = sq_game_of(c->j->scenario, c->j->state)->unfinished != 0;
    const qm__body from = qm__sq_body_now(c->j->scenario, c->j->state, one->mine);
    const qm__body to = qm__sq_body_now(c->j->scenario, c->j->state, one->theirs);
    const int32_t gap = qm__units(one->gap), had = anew ? m->left : sq_value(c->j->scenario, one->mine, SQ_MOVEMENT);
    qm_reason *reason = qm__refuse(c->j, gap > had ? SQ_REASON_CHARGE_FAR : SQ_REASON_CHARGE_BARRED);
    reason->figure = one->mine;
    reason->other = one->theirs;
    reason->needed = qm__units(qm__sq_distance(c->j->scenario, &from, &to));
    reason->had = had;
    if (gap <= had) {
        refuse_nearest(c, one);
    }
    return false;
}

/* Tries contacts, on foot or over links, until the others can be placed around one. How many were tried in vain
 * (`first`: the first of them), or -1 when the charge is judged. */
static int try_contacts(const charging *c, contact *first) {
    const qm_scenario *s = c->j->scenario;
    contact next;
    sq_trial trial;
    int tries = 0;
    for (uint32_t i = 0; i < c->count && tries < TRIES; i++) {
        const bool near =
            c->pairs[i].gap <= sq_value(s, c->pairs[i].mine, SQ_MOVEMENT) + sq_set(s)->road_bonus + QM__SLACK;
        sides around = {0, 0, {0}};
        if (near) {
            find_sides(c, &c->pairs[i], &around);
        }
        for (int k = 0; k < EACH && tries < TRIES && find_contact(c, &c->pairs[i], &around, &next); k++) {
            qm__sq_try(&trial, c->j);
            if (place_around(c, &trial.j, &next) && qm__sq_take_trial(&trial, c->j)) {
                return -1;
            }
            *first = tries == 0 ? next : *first;
            tries++;
        }
    }
    return tries;
}

bool qm__sq_judge_rush(qm__judging *j, uint16_t target) {
    charging c = {.j = j, .target = target};
    contact first, other;
    find_pairs(&c);
    if (c.count == 0) {
        qm__refuse(j, SQ_REASON_NO_LEG);
        return false;
    }
    const int on_foot = try_contacts(&c, &first);
    c.over = true;
    const int over = on_foot < 0 ? 0 : try_contacts(&c, &other);
    if (on_foot < 0 || over < 0) {
        return true;
    }
    return on_foot + over > 0 ? place_around(&c, j, on_foot ? &first : &other) : refuse_far(&c);
}
