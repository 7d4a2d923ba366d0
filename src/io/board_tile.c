/* The board of a scenario on tiles: its walls; the rest is in board_cells.c.
 *
 * A wall lies between two tiles and may be told from either of them, or from both. At the border of the board there is
 * nothing to wall off, so a wall there is taken for a slip and refused.
 */
#include <string.h>

#include "io/making.h"

/* The direction of a side of a tile: 0, 2, 4 or 6; nowhere after a fault. */
static int read_side(qm__making *m, const qm__value *wall, const qm__path *up) {
    const qm__path path = {up, "side", 0};
    const qm__value *side = qm__value_get(wall, "side");
    if (!qm__expect(m->load, side, QM__STRING, wall, &path)) {
        return QM__TILE_NOWHERE;
    }
    const int direction = qm__tile_direction_parse(side->text, side->length);
    if (direction == QM__TILE_NOWHERE || qm__tile_diagonal(direction)) {
        qm__fault(m->load, side, &path, "\"%s\" is no side of a tile: write N, E, S or W", side->text);
        return QM__TILE_NOWHERE;
    }
    return direction;
}

static void read_wall(qm__making *m, const qm__value *wall, const qm__path *path) {
    static const char *const keys[] = {"at", "side"};
    const qm__path at_path = {path, "at", 0};
    if (!qm__expect(m->load, wall, QM__OBJECT, NULL, path)) {
        return;
    }
    qm__check_keys(m->load, wall, path, keys, 2);
    const int direction = read_side(m, wall, path);
    const qm__value *at = qm__value_get(wall, "at");
    if (!qm__expect(m->load, at, QM__ARRAY, wall, &at_path)) {
        return;
    }
    size_t index = 0;
    for (const qm__value *place = at->first; place; place = place->next, index++) {
        const qm__path here = {&at_path, NULL, index};
        const uint16_t tile = qm__board_cell(m, place, &here);
        if (tile != 0 && direction != QM__TILE_NOWHERE && !qm__tile_wall_set(&m->scenario->tile, tile, direction)) {
            qm__fault(m->load, place, &here,
                      "%s has the border of the board on its side %s: a wall stands between two tiles", place->text,
                      qm__tile_direction_name(direction));
        }
    }
}

void qm__make_board_tile(qm__making *m, const qm__value *board) {
    static const char *const keys[] = {"space", "rows", "size", "legend", "ground", "walls"};
    qm_scenario *s = m->scenario;
    qm__board_draft draft;
    if (!qm__board_begin(m, board, keys, sizeof keys / sizeof keys[0]) || !qm__board_measure(m, board, &draft)) {
        return;
    }
    const size_t size = qm__tile_board_size(draft.columns, draft.rows);
    void *memory = qm__arena_alloc(&s->arena, size);
    if (!memory || qm__tile_board_init(&s->tile, draft.columns, draft.rows, memory, size) != QM_OK) {
        return;
    }
    qm__board_fill(m, board, &draft);
    const qm__path path = {&qm__board_path, "walls", 0};
    const qm__value *walls = qm__value_get(board, "walls");
    if (!walls || !qm__expect(m->load, walls, QM__ARRAY, NULL, &path)) {
        return;
    }
    size_t index = 0;
    for (const qm__value *wall = walls->first; wall; wall = wall->next, index++) {
        read_wall(m, wall, &(qm__path){&path, NULL, index});
    }
}
