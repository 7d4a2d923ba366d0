/* Square geometry, against slow second ways of finding the same: search with steps for distances, clipping for lines.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "space/tile.h"

enum { SMALL_MAX = 9 * 9 + 1 };

typedef struct small_board {
    qm__tile_board board;
    uint16_t memory[SMALL_MAX * 10];
} small_board;

static const int sizes[][2] = {{1, 1}, {1, 6}, {6, 1}, {2, 2}, {7, 5}, {4, 9}, {9, 9}};
static const qm__tile_count counts[] = {QM__TILE_DIAGONAL_ONE, QM__TILE_ORTHOGONAL, QM__TILE_ALTERNATE};

static void make(small_board *small, int columns, int rows) {
    assert_int_equal(qm__tile_board_init(&small->board, columns, rows, small->memory, sizeof small->memory), QM_OK);
}

/* Runs a check on every small board. */
static void on_all_boards(void (*check)(const qm__tile_board *)) {
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        small_board small;
        make(&small, sizes[i][0], sizes[i][1]);
        check(&small.board);
    }
}

static qm__tile named(const qm__tile_board *board, const char *label) {
    qm__tile tile;
    assert_int_equal(qm__tile_label_read(board, label, strlen(label), &tile), QM__LABEL_GOOD);
    return tile;
}

/* ------------------------------------------------------------------------------------------------------ boards */

static void check_neighbours(const qm__tile_board *board) {
    static const int step[8][2] = {{0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}};
    for (int d = 0; d < 8; d++) {
        assert_int_equal(qm__tile_neighbour(board, QM__TILE_NONE, d), QM__TILE_NONE);
    }
    for (qm__tile tile = 1; tile <= board->tile_count; tile++) {
        const int column = qm__tile_column(board, tile), row = qm__tile_row(board, tile);
        assert_int_equal(tile, row * board->columns + column + 1);
        assert_int_equal(qm__tile_at(board, column, row), tile);
        assert_int_equal(board->walls[tile], 0);
        for (int d = 0; d < 8; d++) {
            const int x = column + step[d][0], y = row + step[d][1];
            const bool there = x >= 0 && y >= 0 && x < board->columns && y < board->rows;
            const qm__tile next = qm__tile_neighbour(board, tile, d);
            assert_int_equal(next, there ? y * board->columns + x + 1 : 0);
            if (next) {
                assert_int_equal(qm__tile_neighbour(board, next, (d + 4) % 8), tile);
                assert_int_equal(qm__tile_direction_to(board, tile, next), d);
            }
        }
        assert_int_equal(qm__tile_direction_to(board, tile, tile), QM__TILE_NOWHERE);
    }
}

static void neighbours_are_those_around(void **unused) {
    (void)unused;
    on_all_boards(check_neighbours);
    small_board small;
    make(&small, 9, 9);
    assert_int_equal(qm__tile_direction_to(&small.board, named(&small.board, "0505"), named(&small.board, "0507")), -1);
    assert_int_equal(qm__tile_direction_to(&small.board, named(&small.board, "0901"), named(&small.board, "0102")), -1);
}

static void the_smallest_and_the_largest_board(void **unused) {
    (void)unused;
    small_board small;
    make(&small, 1, 1);
    assert_int_equal(small.board.tile_count, 1);
    qm__tile out[2];
    assert_int_equal(qm__tile_line(&small.board, 1, 1, out, 2), 1);
    assert_int_equal(out[0], 1);
    assert_int_equal(qm__tile_ring(&small.board, QM__TILE_DIAGONAL_ONE, 1, 1, out, 2), 0);
    assert_int_equal(qm__tile_ring(&small.board, QM__TILE_DIAGONAL_ONE, 1, 100000, out, 2), 0);

    const size_t size = qm__tile_board_size(200, 200);
    void *memory = malloc(size);
    qm__tile_board large;
    assert_non_null(memory);
    assert_int_equal(qm__tile_board_init(&large, 200, 200, memory, size), QM_OK);
    assert_int_equal(large.tile_count, 40000);
    const qm__tile last = named(&large, "200200");
    assert_int_equal(last, 40000);
    assert_int_equal(qm__tile_distance(&large, QM__TILE_DIAGONAL_ONE, 1, last), 199);
    assert_int_equal(qm__tile_distance(&large, QM__TILE_ORTHOGONAL, 1, last), 398);
    assert_int_equal(qm__tile_distance(&large, QM__TILE_ALTERNATE, 1, last), 199 + 99);
    assert_int_equal(qm__tile_square(&large, 1, last), 2 * 199 * 199);
    assert_int_equal(qm__tile_line(&large, 1, last, NULL, 0), 200);
    assert_int_equal(qm__tile_line(&large, 1, named(&large, "200199"), NULL, 0), 398);
    assert_int_equal(qm__tile_ring(&large, QM__TILE_ORTHOGONAL, 1, 398, out, 2), 1);
    assert_int_equal(out[0], last);
    assert_true(qm__tile_wall_set(&large, last, 6));
    assert_true(qm__tile_wall(&large, (qm__tile)(last - 1), 2));
    free(memory);
}

static void sizes_are_checked(void **unused) {
    (void)unused;
    static const int wrong[][2] = {{0, 5}, {5, 0}, {201, 5}, {5, 201}, {-1, 1}};
    small_board small;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(qm__tile_board_size(wrong[i][0], wrong[i][1]), 0);
        assert_int_equal(qm__tile_board_init(&small.board, wrong[i][0], wrong[i][1], small.memory, sizeof small.memory),
                         QM_ERROR_USAGE);
    }
    const size_t size = qm__tile_board_size(9, 9);
    assert_int_equal(qm__tile_board_init(&small.board, 9, 9, small.memory, size - 1), QM_ERROR_LIMIT);
    assert_int_equal(qm__tile_board_init(&small.board, 9, 9, NULL, size), QM_ERROR_USAGE);
    assert_int_equal(qm__tile_board_init(&small.board, 9, 9, small.memory, size), QM_OK);
}

/* ------------------------------------------------------------------------------------------------------- names */

static void check_labels(const qm__tile_board *board) {
    char label[QM__TILE_LABEL_SIZE];
    for (qm__tile tile = 1; tile <= board->tile_count; tile++) {
        qm__tile back;
        qm__tile_label_write(board, tile, label);
        assert_int_equal(qm__tile_label_read(board, label, strlen(label), &back), QM__LABEL_GOOD);
        assert_int_equal(back, tile);
    }
    qm__tile_label_write(board, QM__TILE_NONE, label);
    assert_string_equal(label, "-");
}

static void labels_read_back(void **unused) {
    (void)unused;
    on_all_boards(check_labels);
    small_board small;
    make(&small, 7, 5);
    static const char *const off[] = {"0805", "0706", "0001", "0100", "9999"};
    static const char *const malformed[] = {"", "010", "01011", "001001", "01a1", "-101", "01 1"};
    qm__tile tile = 9;
    for (size_t i = 0; i < sizeof off / sizeof *off; i++) {
        assert_int_equal(qm__tile_label_read(&small.board, off[i], strlen(off[i]), &tile), QM__LABEL_OFF_BOARD);
        assert_int_equal(tile, QM__TILE_NONE);
    }
    for (size_t i = 0; i < sizeof malformed / sizeof *malformed; i++) {
        assert_int_equal(qm__tile_label_read(&small.board, malformed[i], strlen(malformed[i]), &tile),
                         QM__LABEL_MALFORMED);
        assert_int_equal(tile, QM__TILE_NONE);
    }
}

static void wide_boards_have_three_digits(void **unused) {
    (void)unused;
    static const int wide[][2] = {{100, 1}, {1, 100}};
    for (size_t i = 0; i < 2; i++) {
        const size_t size = qm__tile_board_size(wide[i][0], wide[i][1]);
        void *memory = malloc(size);
        qm__tile_board board;
        char label[QM__TILE_LABEL_SIZE];
        qm__tile tile;
        assert_non_null(memory);
        assert_int_equal(qm__tile_board_init(&board, wide[i][0], wide[i][1], memory, size), QM_OK);
        qm__tile_label_write(&board, 100, label);
        assert_string_equal(label, i == 0 ? "100001" : "001100");
        assert_int_equal(qm__tile_label_read(&board, "0101", 4, &tile), QM__LABEL_MALFORMED);
        free(memory);
    }
}

static void directions_have_names(void **unused) {
    (void)unused;
    static const char *const names[8] = {"N", "NE", "E", "SE", "S", "SW", "W", "NW"};
    for (int d = 0; d < 8; d++) {
        assert_string_equal(qm__tile_direction_name(d), names[d]);
        assert_int_equal(qm__tile_direction_parse(names[d], strlen(names[d])), d);
        assert_int_equal(qm__tile_diagonal(d), strlen(names[d]) == 2);
    }
    assert_int_equal(qm__tile_direction_parse("sw", 2), 5);
    assert_int_equal(qm__tile_direction_parse("NEX", 2), 1); /* the length counts */
    static const char *const none[] = {"", "X", "EN", "NEE", "NORTH"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        assert_int_equal(qm__tile_direction_parse(none[i], strlen(none[i])), QM__TILE_NOWHERE);
    }
    assert_string_equal(qm__tile_direction_name(-1), "-");
    assert_string_equal(qm__tile_direction_name(8), "-");
}

/* -------------------------------------------------------------------------------------------------- walls, corners */

static void walls_lie_on_edges(void **unused) {
    (void)unused;
    small_board small;
    make(&small, 4, 4);
    qm__tile_board *board = &small.board;
    const qm__tile tile = named(board, "0202");
    for (int d = 0; d < 8; d += 2) {
        make(&small, 4, 4);
        assert_true(qm__tile_wall_set(board, tile, d));
        const qm__tile beyond = qm__tile_neighbour(board, tile, d);
        for (qm__tile t = 1; t <= board->tile_count; t++) {
            for (int e = 0; e < 8; e += 2) {
                const bool walled = (t == tile && e == d) || (t == beyond && e == (d + 4) % 8);
                assert_int_equal(qm__tile_wall(board, t, e), walled);
            }
        }
        const uint8_t before = board->walls[tile];
        assert_true(qm__tile_wall_set(board, beyond, (d + 4) % 8)); /* the same wall, told from its other side */
        assert_int_equal(board->walls[tile], before);
    }
}

static void the_border_has_no_walls(void **unused) {
    (void)unused;
    small_board small;
    make(&small, 2, 3);
    qm__tile_board *board = &small.board;
    assert_false(qm__tile_wall_set(board, named(board, "0101"), 0));
    assert_false(qm__tile_wall_set(board, named(board, "0101"), 6));
    assert_false(qm__tile_wall_set(board, named(board, "0203"), 2));
    assert_false(qm__tile_wall_set(board, named(board, "0203"), 4));
    for (qm__tile tile = 0; tile <= board->tile_count; tile++) {
        assert_int_equal(board->walls[tile], 0);
    }
}

static void check_corners(const qm__tile_board *board) {
    for (qm__tile from = 1; from <= board->tile_count; from++) {
        for (int d = 1; d < 8; d += 2) {
            const qm__tile to = qm__tile_neighbour(board, from, d);
            if (!to) {
                continue;
            }
            qm__tile corners[2];
            qm__tile_corners(board, from, d, corners);
            assert_int_equal(corners[0], qm__tile_at(board, qm__tile_column(board, to), qm__tile_row(board, from)));
            assert_int_equal(corners[1], qm__tile_at(board, qm__tile_column(board, from), qm__tile_row(board, to)));
        }
    }
}

static void corners_lie_beside_a_diagonal(void **unused) {
    (void)unused;
    on_all_boards(check_corners);
}

/* Each of the four edges that meet in the corner closes one way round, whichever way the step goes. */
static void walls_close_ways_round(void **unused) {
    (void)unused;
    static const char *const edges[4] = {"0202", "0202", "0302",
                                         "0203"}; /* E S S E: the edges of the corner in the middle */
    static const int sides[4] = {2, 4, 4, 2};
    /* closed[i] of the step from 0202 to SE: over 0302 with edges 0 and 2, over 0203 with edges 1 and 3 */
    for (unsigned set = 0; set < 16; set++) {
        small_board small;
        make(&small, 4, 4);
        qm__tile_board *board = &small.board;
        for (int i = 0; i < 4; i++) {
            if (set >> i & 1u) {
                assert_true(qm__tile_wall_set(board, named(board, edges[i]), sides[i]));
            }
        }
        const bool east = (set & 5u) != 0, south = (set & 10u) != 0;
        bool closed[2];
        assert_int_equal(qm__tile_walls_beside(board, named(board, "0202"), 3, closed), east + south);
        assert_int_equal(closed[0], east);
        assert_int_equal(closed[1], south);
        assert_int_equal(qm__tile_walls_beside(board, named(board, "0303"), 7, closed), east + south);
        assert_int_equal(closed[0], south); /* in the row of 0303 lies 0203 */
        assert_int_equal(closed[1], east);
        /* the other diagonal goes over 0202 (edges 0, 1) or 0303 (edges 2, 3) */
        const bool first = (set & 3u) != 0, second = (set & 12u) != 0;
        assert_int_equal(qm__tile_walls_beside(board, named(board, "0302"), 5, closed), first + second);
        assert_int_equal(closed[0], first);
        assert_int_equal(closed[1], second);
        /* a straight step has its one edge */
        assert_int_equal(qm__tile_walls_beside(board, named(board, "0202"), 2, closed), set & 1u ? 2 : 0);
        assert_int_equal(closed[0], (set & 1u) != 0);
        assert_int_equal(closed[1], (set & 1u) != 0);
    }
}

/* --------------------------------------------------------------------------------------------------- distances */

/* Distances by search. For alternate diagonals the search knows how many diagonals came before: a step's cost depends
 * on whether that is even, so tiles are visited with both parities. */
static void search(const qm__tile_board *board, qm__tile_count count, qm__tile from, int best[SMALL_MAX]) {
    int cost[SMALL_MAX][2];
    for (int t = 0; t < SMALL_MAX; t++) {
        cost[t][0] = cost[t][1] = best[t] = 10000;
    }
    cost[from][0] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (qm__tile tile = 1; tile <= board->tile_count; tile++) {
            for (int d = 0; d < 16; d++) {
                const int parity = d / 8, diagonal = d % 2;
                const qm__tile next = qm__tile_neighbour(board, tile, d % 8);
                if (!next || (diagonal && count == QM__TILE_ORTHOGONAL)) {
                    continue;
                }
                const int step = diagonal && parity && count == QM__TILE_ALTERNATE ? 2 : 1;
                const int then = diagonal ? 1 - parity : parity;
                if (cost[tile][parity] + step < cost[next][then]) {
                    cost[next][then] = cost[tile][parity] + step;
                    changed = true;
                }
            }
        }
    }
    for (qm__tile tile = 1; tile <= board->tile_count; tile++) {
        best[tile] = cost[tile][0] < cost[tile][1] ? cost[tile][0] : cost[tile][1];
    }
}

static void check_distances(const qm__tile_board *board) {
    for (size_t c = 0; c < 3; c++) {
        for (qm__tile a = 1; a <= board->tile_count; a++) {
            int best[SMALL_MAX];
            search(board, counts[c], a, best);
            for (qm__tile b = 1; b <= board->tile_count; b++) {
                assert_int_equal(qm__tile_distance(board, counts[c], a, b), best[b]);
                assert_int_equal(qm__tile_distance(board, counts[c], b, a), best[b]);
            }
        }
    }
}

static void distances_are_those_of_a_search(void **unused) {
    (void)unused;
    on_all_boards(check_distances);
}

static void distances_by_hand(void **unused) {
    (void)unused;
    small_board small;
    make(&small, 9, 9);
    const qm__tile a = named(&small.board, "0202"), b = named(&small.board, "0705");
    assert_int_equal(qm__tile_distance(&small.board, QM__TILE_DIAGONAL_ONE, a, b), 5);
    assert_int_equal(qm__tile_distance(&small.board, QM__TILE_ORTHOGONAL, a, b), 8);
    assert_int_equal(qm__tile_distance(&small.board, QM__TILE_ALTERNATE, a, b), 6); /* two straight; 1, 2, 1 */
    assert_int_equal(qm__tile_square(&small.board, a, b), 34);
}

static void check_rings(const qm__tile_board *board) {
    for (size_t c = 0; c < 3; c++) {
        for (qm__tile centre = 1; centre <= board->tile_count; centre++) {
            size_t all = 0;
            for (int radius = 0; radius <= 18; radius++) {
                qm__tile out[SMALL_MAX];
                const size_t count = qm__tile_ring(board, counts[c], centre, radius, out, SMALL_MAX);
                for (size_t i = 0; i < count; i++) {
                    assert_int_equal(qm__tile_distance(board, counts[c], centre, out[i]), radius);
                    assert_true(i == 0 || out[i - 1] < out[i]);
                }
                assert_int_equal(qm__tile_ring(board, counts[c], centre, radius, NULL, 0), count);
                all += count;
            }
            assert_int_equal(all, board->tile_count);
        }
    }
}

static void rings_share_out_the_board(void **unused) {
    (void)unused;
    on_all_boards(check_rings);
    small_board small;
    make(&small, 9, 9);
    const qm__tile middle = named(&small.board, "0505");
    qm__tile out[4] = {0, 0, 0, 77};
    assert_int_equal(qm__tile_ring(&small.board, QM__TILE_DIAGONAL_ONE, middle, 2, out, 3), 16);
    assert_int_equal(out[0], named(&small.board, "0303"));
    assert_int_equal(out[3], 77);
    assert_int_equal(qm__tile_ring(&small.board, QM__TILE_ORTHOGONAL, middle, 2, out, 3), 8);
    assert_int_equal(qm__tile_ring(&small.board, QM__TILE_ALTERNATE, middle, 2, out, 3), 12);
    assert_int_equal(qm__tile_ring(&small.board, QM__TILE_DIAGONAL_ONE, middle, -1, out, 3), 0);
}

/* ------------------------------------------------------------------------------------------------------- lines */

/* Whether the open segment between the middles of a and b runs through the inside of a tile: its share of the way lies
 * between the crossings of the tile's borders, all in integers (times 2dx and 2dy). */
static bool runs_through(const qm__tile_board *board, qm__tile a, qm__tile b, qm__tile tile) {
    const long dx = qm__tile_column(board, b) - qm__tile_column(board, a);
    const long dy = qm__tile_row(board, b) - qm__tile_row(board, a);
    const long x = 2L * (qm__tile_column(board, tile) - qm__tile_column(board, a));
    const long y = 2L * (qm__tile_row(board, tile) - qm__tile_row(board, a));
    /* the corners of the tile must not all lie on one side, and those on the line do not count */
    bool left = false, right = false;
    for (int i = 0; i < 4; i++) {
        const long side = dx * (y + (i & 1 ? 1 : -1)) - dy * (x + (i & 2 ? 1 : -1));
        left |= side < 0;
        right |= side > 0;
    }
    const long low_x = dx < 0 ? 2 * dx : 0, high_x = dx < 0 ? 0 : 2 * dx;
    const long low_y = dy < 0 ? 2 * dy : 0, high_y = dy < 0 ? 0 : 2 * dy;
    return left && right && x >= low_x && x <= high_x && y >= low_y && y <= high_y;
}

static void check_lines(const qm__tile_board *board) {
    for (qm__tile a = 1; a <= board->tile_count; a++) {
        for (qm__tile b = 1; b <= board->tile_count; b++) {
            qm__tile out[32], back[32];
            bool on[SMALL_MAX] = {false};
            const size_t count = qm__tile_line(board, a, b, out, 32);
            assert_true(count <= (size_t)qm__tile_distance(board, QM__TILE_ORTHOGONAL, a, b) + 1);
            assert_int_equal(qm__tile_line(board, b, a, back, 32), count);
            assert_int_equal(out[0], a);
            assert_int_equal(out[count - 1], b);
            for (size_t i = 0; i < count; i++) {
                assert_int_equal(out[i], back[count - 1 - i]);
                assert_true(i == 0 || qm__tile_direction_to(board, out[i - 1], out[i]) != QM__TILE_NOWHERE);
                on[out[i]] = true;
            }
            for (qm__tile tile = 1; tile <= board->tile_count && a != b; tile++) {
                assert_int_equal(on[tile], runs_through(board, a, b, tile));
            }
        }
    }
}

static void lines_run_through_their_tiles(void **unused) {
    (void)unused;
    on_all_boards(check_lines);
}

static void lines_in_a_mirror(void **unused) {
    (void)unused;
    small_board small;
    make(&small, 9, 9);
    const qm__tile_board *board = &small.board;
    for (qm__tile a = 1; a <= board->tile_count; a++) {
        for (qm__tile b = 1; b <= board->tile_count; b++) {
            qm__tile out[32], mirrored[32], turned[32];
            const int ax = qm__tile_column(board, a), ay = qm__tile_row(board, a);
            const int bx = qm__tile_column(board, b), by = qm__tile_row(board, b);
            const size_t count = qm__tile_line(board, a, b, out, 32);
            assert_int_equal(
                qm__tile_line(board, qm__tile_at(board, 8 - ax, ay), qm__tile_at(board, 8 - bx, by), mirrored, 32),
                count);
            assert_int_equal(qm__tile_line(board, qm__tile_at(board, ay, ax), qm__tile_at(board, by, bx), turned, 32),
                             count);
            for (size_t i = 0; i < count; i++) {
                const int x = qm__tile_column(board, out[i]), y = qm__tile_row(board, out[i]);
                assert_int_equal(mirrored[i], qm__tile_at(board, 8 - x, y));
                assert_int_equal(turned[i], qm__tile_at(board, y, x));
            }
        }
    }
}

static void lines_by_hand(void **unused) {
    (void)unused;
    small_board small;
    make(&small, 9, 9);
    static const char *const expected[] = {"0101", "0201", "0202", "0302"};
    qm__tile out[8];
    assert_int_equal(qm__tile_line(&small.board, 1, named(&small.board, "0302"), out, 8), 4);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(out[i], named(&small.board, expected[i]));
    }
    assert_int_equal(qm__tile_line(&small.board, 1, named(&small.board, "0404"), out, 8), 4); /* corners only */
    assert_int_equal(out[1], named(&small.board, "0202"));
    assert_int_equal(qm__tile_line(&small.board, 1, named(&small.board, "0402"), out, 8), 4); /* one corner midway */
    out[2] = 0;
    assert_int_equal(qm__tile_line(&small.board, 1, named(&small.board, "0404"), out, 2), 4);
    assert_int_equal(out[2], 0); /* no more than asked for */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(neighbours_are_those_around),
        cmocka_unit_test(the_smallest_and_the_largest_board),
        cmocka_unit_test(sizes_are_checked),
        cmocka_unit_test(labels_read_back),
        cmocka_unit_test(wide_boards_have_three_digits),
        cmocka_unit_test(directions_have_names),
        cmocka_unit_test(walls_lie_on_edges),
        cmocka_unit_test(the_border_has_no_walls),
        cmocka_unit_test(corners_lie_beside_a_diagonal),
        cmocka_unit_test(walls_close_ways_round),
        cmocka_unit_test(distances_are_those_of_a_search),
        cmocka_unit_test(distances_by_hand),
        cmocka_unit_test(rings_share_out_the_board),
        cmocka_unit_test(lines_run_through_their_tiles),
        cmocka_unit_test(lines_in_a_mirror),
        cmocka_unit_test(lines_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
