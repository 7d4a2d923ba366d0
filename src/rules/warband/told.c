/* What is told of a unit because shooting, casting and melee hang on it, which are not of this family: with whom it is
 * engaged, whether it may engage, move, shoot, reload or cast and how much harder that is, whether it is in cover and whether
 * it attacks at an advantage. Each with the clause that makes it so.
 *
 * Invariant: everything here follows from the state; what keeps a unit from engaging and moving is what orders are
 * refused for (qm__wb_bars).
 *
 * Rejected: flags in the state. They would have to be kept right by every order and edit, and contact with them.
 */
#include "rules/warband/declared.h"

/* Clauses by number. */
enum { THE_MOVE = 1, STUNNED = 2, DAZED = 3, KEPT = 4, LEAVING = 5, AFTER_A_RUN = 12, DOWN_ON = 24, RELOADING = 32 };

typedef struct telling {
    const qm_scenario *s;
    const qm_state *st;
    uint16_t figure;
    uint16_t count;
    qm_told *out;
} telling;

static void tell(telling *t, uint16_t kind, int32_t value, uint16_t clause) {
    t->out[t->count++] = (qm_told){.kind = kind, .clause = clause, .value = value};
}

/* ---------------------------------------------------------------------------------------------------------- contact */

static void tell_contact(telling *t) {
    const qm_place here = wb_place(wb_at(t->s, t->st, t->figure));
    for (uint16_t i = 1; i <= t->s->figure_count; i++) {
        const wb_unit *foe = wb_at(t->s, t->st, i);
        if (wb_present(foe) && wb_hostile(t->s, t->figure, i) && qm__wb_touches(t->s, t->st, t->figure, here, i)) {
            tell(t, WB_TOLD_ENGAGED_WITH, i, wb_downed(foe) ? LEAVING : KEPT);
        }
    }
}

/* The number in "WB-04": WB-n is entry n-1 of the clauses. */
static uint16_t first_clause(const char *clauses) {
    return *clauses ? (uint16_t)((clauses[3] - '0') * 10 + clauses[4] - '0') : 0;
}

/* Whether anything keeps it from an order, and by which clause the first of that does. */
static void tell_order(telling *t, uint16_t kind, uint16_t order) {
    qm_reason bars[WB_BARS_MAX];
    const uint16_t count = qm__wb_bars(t->s, t->st, t->figure, order, bars);
    const uint16_t allowed = order == WB_ORDER_RELOAD ? RELOADING : THE_MOVE;
    tell(t, kind, count == 0, count > 0 ? first_clause(qm__wb_reasons[bars[0].kind].clauses) : allowed);
}

/* ------------------------------------------------------------------------------------------------ shooting, casting */

/* Whether it stands in ground of which a column of the table of terrain says so. */
static bool in_ground(const telling *t, int column) {
    const qm_scenario *s = t->s;
    const qm__body body = qm__wb_body_at(s, t->figure, wb_place(wb_at(s, t->st, t->figure)));
    for (uint16_t i = 0; i < s->table.area_count; i++) {
        const qm__area *area = &s->table.areas[i];
        if (area->kind && s->rules.tables[WB_TABLE_TERRAIN].rows[area->kind - 1].values[column] &&
            qm__area_has_body(&s->table, area, &body, wb_set(s)->difficult_touch == WB_DIFFICULT_TOUCH_CENTRE)) {
            return true;
        }
    }
    return false;
}

static uint16_t downed_clause(const telling *t) {
    const uint8_t condition = qm__wb_condition(t->s, t->st, t->figure);
    return condition == WB_STUNNED ? STUNNED : condition == WB_DAZED ? DAZED : 0;
}

static void tell_shooting(telling *t) {
    const wb_unit *u = wb_at(t->s, t->st, t->figure);
    uint16_t clause = downed_clause(t);
    if (clause == 0 && u->engaged) {
        clause = THE_MOVE;
    } else if (clause == 0 && u->ran && wb_set(t->s)->run_shooting == WB_RUN_SHOOTING_BARRED) {
        clause = AFTER_A_RUN;
    } else if (clause == 0 && wb_unloaded(t->s, u)) {
        clause = RELOADING;
    } else if (clause == 0 && in_ground(t, WB_TERRAIN_NO_SHOOTING)) {
        clause = AFTER_A_RUN; /* as the column of terrain has it */
    }
    tell(t, WB_TOLD_MAY_SHOOT, clause == 0, clause);
}

/* WB-32, only where there is such an action. */
static void tell_reloading(telling *t) {
    if (wb_set(t->s)->reload == WB_RELOAD_NONE || !wb_value(t->s, t->figure, WB_RELOADS)) {
        return;
    }
    if (wb_unloaded(t->s, wb_at(t->s, t->st, t->figure))) {
        tell_order(t, WB_TOLD_MAY_RELOAD, WB_ORDER_RELOAD);
    } else {
        tell(t, WB_TOLD_MAY_RELOAD, 0, RELOADING);
    }
}

static void tell_casting(telling *t) {
    const wb_unit *u = wb_at(t->s, t->st, t->figure);
    const uint16_t clause = downed_clause(t);
    const int32_t harder = u->ran ? wb_set(t->s)->run_casting : 0;
    if (wb_value(t->s, t->figure, WB_CASTER)) {
        tell(t, WB_TOLD_MAY_CAST, clause == 0, clause);
        tell(t, WB_TOLD_CASTING_PENALTY, harder, harder != 0 ? AFTER_A_RUN : 0);
    }
}

uint16_t qm__wb_told(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_told out[QM_TOLD_MAX]) {
    telling t = {.s = s, .st = st, .figure = figure, .out = out};
    const wb_unit *u = wb_at(s, st, figure);
    if (!wb_present(u)) {
        return 0;
    }
    tell_contact(&t);
    tell_order(&t, WB_TOLD_MAY_ENGAGE, WB_ORDER_ENGAGE);
    tell_order(&t, WB_TOLD_MAY_MOVE, WB_ORDER_MOVE);
    tell_shooting(&t);
    tell_reloading(&t);
    tell_casting(&t);
    tell(&t, WB_TOLD_IN_COVER, in_ground(&t, WB_TERRAIN_COVER), 0);
    tell(&t, WB_TOLD_ATTACKS_AT_ADVANTAGE, u->jumped != 0, u->jumped ? DOWN_ON : 0);
    return t.count;
}
