/* The bodies of a crowd, sorted into cells of the table: whoever asks many times what is near a place looks through the
 * few of its cell and not through all.
 *
 * Invariant: a cell lists, in the order of the crowd, every body that a walker whose centre is in the cell could touch
 * at whatever height. Beyond the table the cells along its border go on for ever, so that no place is without one.
 */
#include "space/table/levels_inside.h"

#include <string.h>

enum { CELLS = QM__CROWD_ACROSS * QM__CROWD_ACROSS };

size_t qm__crowd_cells_size(uint32_t body_count) {
    return sizeof(qm__crowd_cells) + (size_t)body_count * CELLS * sizeof(uint16_t);
}

/* Counts a body in all of its cells, or enters it there. */
static void enter(qm__crowd_cells *cells, const qm__body *body, int32_t radius, uint16_t *items, uint16_t number) {
    const double keep = qm__body_widest(body, radius);
    const int left = qm__crowd_cell_at(body->x - keep, cells->by_x),
              right = qm__crowd_cell_at(body->x + keep, cells->by_x);
    const int low = qm__crowd_cell_at(body->y - keep, cells->by_y),
              high = qm__crowd_cell_at(body->y + keep, cells->by_y);
    for (int row = low; row <= high; row++) {
        for (int column = left; column <= right; column++) {
            uint32_t *const start = &cells->starts[row * QM__CROWD_ACROSS + column];
            if (items) {
                items[--*start] = number;
            } else {
                ++*start;
            }
        }
    }
}

const qm__crowd_cells *qm__crowd_cells_make(const qm__levels *levels, const qm__crowd *crowd, void *memory) {
    qm__crowd_cells *const cells = memory;
    uint16_t *const items = (uint16_t *)(void *)(cells + 1);
    const int32_t radius = levels->walker.radius;
    cells->by_x = QM__CROWD_ACROSS / (double)levels->table->width;
    cells->by_y = QM__CROWD_ACROSS / (double)levels->table->depth;
    cells->items = items;
    memset(cells->starts, 0, sizeof cells->starts);
    for (uint16_t i = 0; i < crowd->count; i++) {
        enter(cells, &crowd->bodies[i], radius, NULL, i);
    }
    for (int i = 1; i <= CELLS; i++) {
        cells->starts[i] += cells->starts[i - 1];
    }
    for (uint16_t i = crowd->count; i-- > 0;) { /* backwards, as every cell is filled from its end */
        enter(cells, &crowd->bodies[i], radius, items, i);
    }
    return cells;
}
