/* The board of a scenario on hexes: how they lie and which of them are shoved; the rest is in board_cells.c. */
#include "io/making.h"

void qm__make_board_hex(qm__making *m, const qm__value *board) {
    static const char *const keys[] = {"space", "orientation", "shove", "rows", "size", "legend", "ground"};
    qm_scenario *s = m->scenario;
    if (!qm__board_begin(m, board, keys, sizeof keys / sizeof keys[0])) {
        return;
    }
    const int layout = qm__board_word(m, board, "orientation", "columns rows", 0);
    const int shove = qm__board_word(m, board, "shove", "odd even", 1);
    qm__board_draft draft;
    if (!qm__board_measure(m, board, &draft)) {
        return;
    }
    const size_t size = qm__hex_board_size(draft.columns, draft.rows);
    void *memory = qm__arena_alloc(&s->arena, size);
    if (memory && qm__hex_board_init(&s->hex, draft.columns, draft.rows, layout == 1 ? QM__HEX_ROWS : QM__HEX_COLUMNS,
                                     shove == 0 ? QM__HEX_SHOVE_ODD : QM__HEX_SHOVE_EVEN, memory, size) == QM_OK) {
        qm__board_fill(m, board, &draft);
    }
}
