/* Movement: the mover, its limits, and what it means to enter a hex.
 *
 * Invariant: qm__hm_enter asks only the mover and the spot, so a way weighed hex by hex comes to the same whoever asks.
 * A judge scans the few figures near the way; a search has them marked on its cells beforehand.
 */
#include "rules/hexmelee/move.h"

#include "rules/hexmelee/act.h"
#include "rules/hexmelee/search.h"

/* ------------------------------------------------------------------------------------------------------- the mover */

static uint16_t roles_of(const hm_mover *m, uint16_t other, const hm_body *body) {
    uint16_t roles = 0;
    if (!body->hanging && !body->climbing) { /* those on a wall of a pit leave its floor free */
        roles = hm_lies(body) ? HM_NEAR_BODY : HM_NEAR_UPRIGHT;
    }
    if (!hm_hostile(m->s, m->figure, other)) {
        return roles | HM_NEAR_FRIEND;
    }
    if (qm__hm_can_engage(m->s, m->st, other)) {
        roles |= HM_NEAR_THREAT;
    }
    return hm_active(body) ? (uint16_t)(roles | HM_NEAR_FOE) : roles;
}

static void find_near(hm_mover *m, int radius) {
    const qm__hex_board *board = &m->s->hex;
    const uint16_t count = m->s->figure_count;
    uint16_t n = 0;
    for (uint16_t f = 1; f <= count; f++) {
        const hm_body *body = hm_body_at(m->s, m->st, f);
        if (f == m->figure || body->hex == 0 || qm__hex_distance(board, m->start, body->hex) > radius) {
            continue;
        }
        m->near[n++] = (hm_near){.figure = f, .hex = body->hex, .roles = roles_of(m, f, body)};
    }
    m->near_count = n;
}

/* Step and pace count hexes, half and full count MOV; distance_by can make it all the one or the other. MOV must be at
 * hand in any case (HX-01). */
void qm__hm_kind_limits(const hm_mover *m, int kind, int *hexes, int *mov) {
    const hm_settings *set = &m->d->set;
    const int allowance = m->allowance, half = hm_half(allowance);
    int few = 0; /* hexes of a step or pace */
    bool halved = false;
    switch (kind) {
    case HM_STEP:
    case HM_SHIFT:
        few = set->step_hexes;
        break;
    case HM_PACE:
        few = set->pace_hexes;
        break;
    case HM_HALF:
    case HM_DELAY:
        halved = true;
        break;
    case HM_RISE:
        halved = true;
        break;
    case HM_RESUME:
        halved = set->delay_resume == HM_DELAY_RESUME_HALF;
        break;
    }
    *hexes = HM_WAY_MAX - 2;
    *mov = allowance;
    if (kind == HM_STEP || kind == HM_SHIFT || kind == HM_PACE) {
        *(set->distance_by == HM_DISTANCE_BY_MOV ? mov : hexes) = few;
    } else if (set->distance_by == HM_DISTANCE_BY_HEXES) {
        *hexes = halved ? half : allowance;
    } else if (halved) {
        *mov = half;
    }
    if (*mov > allowance) {
        *mov = allowance;
    }
}

int qm__hm_smallest_kind(const hm_mover *m, int hexes, int mov, bool whole_turn) {
    static const uint8_t kinds[] = {HM_STEP, HM_PACE, HM_HALF};
    for (size_t i = 0; i < sizeof kinds && !whole_turn; i++) {
        int most_hexes, most_mov;
        qm__hm_kind_limits(m, kinds[i], &most_hexes, &most_mov);
        if (hexes <= most_hexes && mov <= most_mov) {
            return kinds[i];
        }
    }
    if (m->slow && !whole_turn && m->d->set.slow_cost == HM_SLOW_COST_IGNORED) {
        return HM_STEP; /* the one hex that is always open (HX-03), whatever it costs */
    }
    return HM_FULL;
}

static void set_limits(hm_mover *m, int kind) {
    int hexes, mov;
    qm__hm_kind_limits(m, kind, &hexes, &mov);
    if (kind == HM_RESUME) {
        hexes -= m->body->hexes;
        mov -= m->body->spent;
    }
    /* One hex is always possible for a slow figure (HX-03). */
    if (m->slow) {
        hexes = m->moved ? 0 : 1;
        if (m->d->set.slow_cost == HM_SLOW_COST_IGNORED) {
            mov = hexes ? 250 : 0;
        } else if (mov < 1) {
            mov = hexes; /* it still has the price of an ordinary hex */
        }
    }
    /* Engaged while it delayed: only turning is left (HX-45). */
    if (m->body->flags & HM_HELD) {
        hexes = mov = 0;
    }
    m->hexes_max = (int16_t)(hexes > 0 ? hexes : 0);
    m->mov_max = (int16_t)(mov > 0 ? mov : 0);
}

static void set_readings(hm_mover *m) {
    const hm_settings *set = &m->d->set;
    const bool mutual = set->engagement == HM_ENGAGEMENT_MUTUAL;
    m->all_round = mutual && set->moving_front == HM_MOVING_FRONT_ANY;
    m->fronts = set->stop_when == HM_STOP_WHEN_ENGAGING;
    m->by_entry = (mutual && !m->all_round) || m->fronts;
    m->ground_dex = set->save_dex == HM_SAVE_DEX_EFFECTIVE;
}

void qm__hm_mover_limit(hm_mover *m, int kind) {
    m->shift = kind == HM_SHIFT;
    m->jumps = !m->crawling && !m->slow && !m->shift;
    set_limits(m, kind);
}

/* Hits of burning ground come hex by hex, but what their sum does is done by the end. One who lies does not fall. */
static int16_t down_at(const hm_mover *m, bool lies) {
    const hm_settings *set = &m->d->set;
    const int out = m->strength - set->unconscious_str + (set->death == HM_DEATH_BELOW ? 1 : 0);
    const int fall = lies ? out : set->wound_fall_hits - m->body->turn_hits;
    return (int16_t)(fall < out ? fall : out);
}

void qm__hm_mover_begin(hm_mover *m, const qm_scenario *s, const qm_state *st, uint16_t figure, int kind, int radius) {
    m->s = s;
    m->st = st;
    m->d = hm_of(s);
    m->body = hm_body_at(s, st, figure);
    m->marks = NULL;
    m->figure = figure;
    m->start = m->body->hex;
    m->crawling = m->body->position != HM_STANDING && kind != HM_RISE;
    const int mov = qm__hm_mov(s, st, figure);
    m->allowance = (int16_t)(m->crawling ? qm__hm_crawl(s, st, figure) : mov);
    /* A reading may forbid slow figures to crawl, before the one hex of HX-03 is thought of. */
    const bool no_crawl = m->crawling && m->allowance == 0;
    m->slow = !no_crawl &&
              (m->crawling ? m->allowance <= 1 : mov <= m->d->set.slow_mov || hm_stat_of(s, figure)->one_hex_only);
    m->resumes = kind == HM_RESUME;
    m->moved = m->resumes && m->body->hexes > 0;
    set_readings(m);
    qm__hm_mover_limit(m, kind);
    m->dex = (int16_t)qm__hm_save_dex(s, st, figure, NULL, NULL);
    if (m->ground_dex) {
        m->dex = (int16_t)(m->dex - hm_ground_at(s, m->start)->dex);
    }
    m->strength = (int16_t)qm__hm_strength_left(s, st, figure);
    m->down_at = m->d->burns ? down_at(m, m->body->position == HM_PRONE && kind != HM_RISE) : INT16_MAX;
    find_near(m, radius);
}

int qm__hm_mover_dex(const hm_mover *m, uint16_t hex) {
    return m->ground_dex ? m->dex + hm_ground_at(m->s, hex)->dex : m->dex;
}

int qm__hm_mover_dex_terms(const hm_mover *m, uint16_t hex, qm_term *terms, uint16_t *count) {
    const int here = qm__hm_save_dex(m->s, m->st, m->figure, terms, count);
    const int there = qm__hm_mover_dex(m, hex);
    if (there != here) {
        qm__term(terms, count, HM_TERM_GROUND, there - here);
    }
    return there;
}

/* ----------------------------------------------------------------------------------------------------- who is there */

bool qm__hm_near_stops(const hm_mover *m, const hm_near *near, uint16_t hex, int direction) {
    if (near->roles & HM_NEAR_THREAT) {
        const uint8_t facing = m->all_round ? HM_FACING_ANY : (uint8_t)direction;
        if (qm__hm_engages_at(m->s, m->st, near->figure, m->figure, hex, facing)) {
            return true;
        }
    }
    if (m->fronts && (near->roles & HM_NEAR_FOE) && near->hex != hex) {
        return qm__hex_in_front(&m->s->hex, hex, direction, near->hex) &&
               !qm__hm_rim_between(m->s, hm_body_at(m->s, m->st, near->figure), hex, false);
    }
    return false;
}

static void scan_near(const hm_mover *m, uint16_t hex, unsigned directions, hm_spot *spot) {
    for (uint16_t i = 0; i < m->near_count; i++) {
        const hm_near *near = &m->near[i];
        if (near->hex == hex) {
            const bool friendly = (near->roles & HM_NEAR_FRIEND) != 0;
            if ((near->roles & HM_NEAR_UPRIGHT) && (!spot->upright || !friendly)) { /* of two an enemy bars the hex */
                spot->upright = near->figure;
                spot->upright_friend = friendly;
            } else if ((near->roles & HM_NEAR_BODY) && !spot->body) {
                spot->body = near->figure;
            }
        }
        if (!(near->roles & (HM_NEAR_THREAT | HM_NEAR_FOE)) || qm__hex_distance(&m->s->hex, hex, near->hex) > 1) {
            continue;
        }
        for (int d = 0; d < 6; d++) {
            if ((directions >> d & 1u) && qm__hm_near_stops(m, near, hex, d)) {
                spot->engaged |= (uint8_t)(1u << d);
            }
        }
    }
}

hm_spot qm__hm_spot_at(const hm_mover *m, uint16_t hex, unsigned directions) {
    hm_spot spot = {0, 0, 0, 0};
    if (m->marks) {
        const hm_cell *cell = &m->marks->cells[hex];
        if (cell->stamp == m->marks->stamp) {
            spot = (hm_spot){cell->upright, cell->body, (cell->care & HM_CARE_FRIEND) != 0, cell->engaged};
        }
    } else {
        scan_near(m, hex, directions, &spot);
    }
    return spot;
}

/* ----------------------------------------------------------------------------------------------------- entering a hex
 */

/* Up, down and across: pits and walls (HX-13, HX-18). Walking along the floor of one pit is walking. */
static uint16_t level_reason(const hm_mover *m, uint16_t from, uint16_t to, const hm_ground *a, const hm_ground *b) {
    if (b->what == HM_WHAT_SOLID) {
        return HM_REASON_SOLID;
    }
    if (a->what == HM_WHAT_PIT) {
        if (b->what == HM_WHAT_PIT && m->d->pits[from] == m->d->pits[to]) {
            const int step = a->depth > b->depth ? a->depth - b->depth : b->depth - a->depth;
            return step <= m->d->set.deep_pit ? 0
                   : b->depth > a->depth      ? HM_REASON_DEEP_PIT
                                              : HM_REASON_NO_CLIMBING_OUT;
        }
        if (a->deep) {
            return HM_REASON_NO_CLIMBING_OUT;
        }
    }
    if (b->what == HM_WHAT_PIT && b->deep) {
        return HM_REASON_DEEP_PIT;
    }
    if (b->what == HM_WHAT_WALL && m->d->set.wall_walk == HM_WALL_WALK_NO) {
        return HM_REASON_WALL;
    }
    return 0;
}

/* What waits in a hex however it is entered: figures, footing, enemies. */
static void meet(const hm_mover *m, const hm_ground *ground, int direction, const hm_spot *spot, hm_entry *entry) {
    const hm_settings *set = &m->d->set;
    if (ground->save_dice && !m->crawling) {
        entry->checks |= HM_CHECK_GROUND;
    }
    if (spot->body) {
        /* Where someone lies, the figure stops and rolls for its footing; one that crawls just stops (HX-35). */
        if (set->body_dice && (!m->crawling || set->crawl_body_roll == HM_CRAWL_BODY_ROLL_YES)) {
            entry->checks |= HM_CHECK_BODY;
        }
        entry->stops = set->body_stop == HM_BODY_STOP_MUST;
        entry->other = spot->body;
    }
    if (spot->engaged >> direction & 1u) {
        entry->engaged = entry->stops = true;
    }
}

void qm__hm_enter(const hm_mover *m, uint16_t from, uint16_t to, int direction, const hm_spot *spot, bool fresh,
                  hm_entry *entry) {
    const hm_settings *set = &m->d->set;
    const hm_ground *a = hm_ground_at(m->s, from), *b = hm_ground_at(m->s, to);
    *entry = (hm_entry){.cost = b->cost};
    entry->reason = b->plain && a->what != HM_WHAT_PIT ? 0 : level_reason(m, from, to, a, b);
    if (a->what == HM_WHAT_PIT && b->what != HM_WHAT_PIT && set->shallow_exit == HM_SHALLOW_EXIT_FULL_TURN) {
        entry->whole_turn = entry->stops = true;
        entry->cost = (int16_t)(m->allowance > 0 ? m->allowance : 1);
        if (!entry->reason && (!fresh || m->shift)) {
            entry->reason = HM_REASON_WHOLE_TURN;
        }
    }
    meet(m, b, direction, spot, entry);
    if (!spot->upright) {
        return;
    }
    /* Nobody goes through one who stands or kneels; a house rule lets friends through, but not stop (HX-34). */
    entry->other = spot->upright;
    entry->pass = true;
    if (!entry->reason && (!spot->upright_friend || set->through_friends == HM_THROUGH_FRIENDS_NO || entry->stops)) {
        entry->reason = HM_REASON_HEX_TAKEN;
    }
}

void qm__hm_land(const hm_mover *m, uint16_t to, int direction, const hm_spot *spot, hm_entry *entry) {
    const hm_ground *ground = hm_ground_at(m->s, to);
    *entry = (hm_entry){.cost = m->d->set.landing_hex == HM_LANDING_HEX_PAID ? ground->cost : 0};
    if (ground->what != HM_WHAT_OPEN) {
        entry->reason = HM_REASON_JUMP_LANDING;
        return;
    }
    meet(m, ground, direction, spot, entry);
    if (spot->upright) {
        entry->other = spot->upright;
        entry->reason = HM_REASON_JUMP_TAKEN;
    } else if (spot->body && m->d->set.land_on_body == HM_LAND_ON_BODY_NO) {
        entry->reason = HM_REASON_JUMP_ON_BODY;
    } else if (spot->body) {
        entry->stops = true;
    }
}
