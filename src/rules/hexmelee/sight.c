/* Lines of fire: what lies strictly between two hexes, for shots and throws.
 *
 * A line runs from centre to centre. It is blocked by ground that blocks sight and, under figures_block_shots, by
 * figures on their feet or knees. Where it runs along an edge, both hexes of that edge must block; a hex that is off
 * the board blocks.
 *
 * Invariant: the answer is the same from either end. Rejected: sampling the line, which favours one side of an edge.
 */
#include "rules/hexmelee/act.h"

enum { CROSSINGS_MAX = 4 * QM__HEX_SIDE_MAX + 1 };

/* Whether any line on this board can meet with something: most boards have nothing that blocks sight. */
static bool lines_matter(const qm_scenario *s) {
    const hm_data *data = hm_of(s);
    if (data->set.figures_block_shots == HM_FIGURES_BLOCK_SHOTS_YES) {
        return true;
    }
    for (uint16_t i = 0; i < s->ground_count; i++) {
        if (data->grounds[i].sight || data->grounds[i].dex_into != 0) {
            return true;
        }
    }
    return false;
}

/* What one hex does to a line. */
typedef struct obstacle {
    bool ground;
    uint16_t figure;
    int8_t dex;
} obstacle;

static obstacle obstacle_in(const qm_scenario *s, const qm_state *st, uint16_t hex) {
    const hm_ground *ground = hm_ground_at(s, hex);
    obstacle found = {ground->sight != 0, 0, 0};
    if (ground->dex_into != 0) {
        found.dex = ground->dex; /* through poor light it is as bad as standing in it */
    }
    if (hm_of(s)->set.figures_block_shots == HM_FIGURES_BLOCK_SHOTS_YES) {
        found.figure = qm__hm_upright_in(s, st, hex, 0);
    }
    return found;
}

static void note(hm_line *line, uint16_t hex, obstacle found) {
    if (found.ground && line->block == 0) {
        line->block = hex;
    }
    if (found.figure != 0 && line->blocker == 0) {
        line->blocker = found.figure;
    }
    if (found.dex < line->dex) {
        line->dex = found.dex;
    }
}

/* Two hexes along an edge: the line passes on the better side. */
static void note_pair(hm_line *line, uint16_t hex, obstacle left, obstacle right) {
    const bool left_blocks = left.ground || left.figure != 0, right_blocks = right.ground || right.figure != 0;
    if (left_blocks && right_blocks) {
        note(line, hex, left);
        return;
    }
    if (left_blocks || right_blocks) {
        line->partly = 1;
        note(line, hex, left_blocks ? right : left);
        return;
    }
    note(line, hex, left.dex > right.dex ? left : right);
}

void qm__hm_line_look(const qm_scenario *s, const qm_state *st, uint16_t from, uint16_t to, hm_line *line) {
    *line = (hm_line){0};
    if (qm__hex_distance(&s->hex, from, to) < 2 || !lines_matter(s)) {
        return;
    }
    qm__hex_crossing met[CROSSINGS_MAX];
    const size_t count = qm__hex_line(&s->hex, from, to, met, CROSSINGS_MAX);
    for (size_t i = 1; i + 1 < count; i++) {
        const obstacle here = obstacle_in(s, st, met[i].hex);
        if (met[i].meeting == QM__HEX_EDGE_ON_LEFT && met[i + 1].meeting == QM__HEX_EDGE_ON_RIGHT) {
            note_pair(line, met[i].hex, here, obstacle_in(s, st, met[i + 1].hex));
            i++;
        } else {
            note(line, met[i].hex, here);
        }
    }
}
