/* Hex geometry, against slow second ways of finding the same: breadth-first search for distances, plane coordinates for
 * bearings, clipping by half planes for lines. Every pair of hexes on small boards of both layouts and both shoves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "space/hex.h"

enum { SMALL_MAX = 9 * 9 + 1 };

typedef struct small_board {
    qm__hex_board board;
    uint16_t memory[SMALL_MAX * 8];
} small_board;

static const int sizes[][2] = {{1, 1}, {1, 6}, {6, 1}, {2, 2}, {7, 5}, {4, 9}, {9, 9}};

static void make(small_board *small, int columns, int rows, int variant) {
    const qm__hex_layout layout = variant & 1 ? QM__HEX_ROWS : QM__HEX_COLUMNS;
    const qm__hex_shove shove = variant & 2 ? QM__HEX_SHOVE_EVEN : QM__HEX_SHOVE_ODD;
    const qm_result result =
        qm__hex_board_init(&small->board, columns, rows, layout, shove, small->memory, sizeof small->memory);
    assert_int_equal(result, QM_OK);
}

/* Runs a check on every small board. */
static void on_all_boards(void (*check)(const qm__hex_board *)) {
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (int variant = 0; variant < 4; variant++) {
            small_board small;
            make(&small, sizes[i][0], sizes[i][1], variant);
            check(&small.board);
        }
    }
}

static double square(double x) {
    return x * x;
}

static bool near(double a, double b) {
    return square(a - b) < 1e-18;
}

static double gap2(qm__hex_point a, qm__hex_point b) {
    return square(a.x - b.x) + square(a.y - b.y);
}

/* The way a direction points in the plane, y downwards; unit length. */
static qm__hex_point heading(qm__hex_layout layout, int direction) {
    const double h = 0.8660254037844386;
    const qm__hex_point flat[6] = {{0, -1}, {h, -0.5}, {h, 0.5}, {0, 1}, {-h, 0.5}, {-h, -0.5}};
    const qm__hex_point pointy[6] = {{0.5, -h}, {1, 0}, {0.5, h}, {-0.5, h}, {-1, 0}, {-0.5, -h}};
    return layout == QM__HEX_COLUMNS ? flat[direction] : pointy[direction];
}

/* ------------------------------------------------------------------------------------------ boards and neighbours */

static void check_neighbours(const qm__hex_board *board) {
    for (int d = 0; d < 6; d++) {
        assert_int_equal(qm__hex_neighbour(board, QM__HEX_NONE, d), QM__HEX_NONE);
    }
    for (qm__hex hex = 1; hex <= board->hex_count; hex++) {
        assert_int_equal(qm__hex_at(board, qm__hex_column(board, hex), qm__hex_row(board, hex)), hex);
        assert_int_equal(qm__hex_at_axial(board, board->axial[hex].q, board->axial[hex].r), hex);
        const qm__hex_point centre = qm__hex_centre(board, hex);
        for (int d = 0; d < 6; d++) {
            /* the neighbour is whichever hex has its centre one hex width off in that heading */
            const qm__hex_point to = heading(board->layout, d);
            const qm__hex_point there = {centre.x + 1.7320508075688772 * to.x, centre.y + 1.7320508075688772 * to.y};
            qm__hex expected = QM__HEX_NONE;
            for (qm__hex other = 1; other <= board->hex_count; other++) {
                expected = gap2(qm__hex_centre(board, other), there) < 1e-12 ? other : expected;
            }
            const qm__hex neighbour = qm__hex_neighbour(board, hex, d);
            assert_int_equal(neighbour, expected);
            if (neighbour != QM__HEX_NONE) {
                assert_int_equal(qm__hex_neighbour(board, neighbour, qm__hex_turn(d, 3)), hex);
                assert_int_equal(qm__hex_direction_to(board, hex, neighbour), d);
            }
        }
    }
}

static void neighbours(void **state) {
    (void)state;
    on_all_boards(check_neighbours);
}

/* The shove, as people number columns and rows. */
static void shoves(void **state) {
    (void)state;
    small_board s;
    make(&s, 3, 3, 0); /* columns 1 and 3 down */
    assert_int_equal(qm__hex_neighbour(&s.board, qm__hex_at(&s.board, 0, 0), 1), qm__hex_at(&s.board, 1, 0));
    assert_int_equal(qm__hex_neighbour(&s.board, qm__hex_at(&s.board, 0, 0), 2), qm__hex_at(&s.board, 1, 1));
    make(&s, 3, 3, 2); /* column 2 down */
    assert_int_equal(qm__hex_neighbour(&s.board, qm__hex_at(&s.board, 0, 0), 1), QM__HEX_NONE);
    assert_int_equal(qm__hex_neighbour(&s.board, qm__hex_at(&s.board, 0, 0), 2), qm__hex_at(&s.board, 1, 0));
    make(&s, 3, 3, 1); /* rows 1 and 3 right */
    assert_int_equal(qm__hex_neighbour(&s.board, qm__hex_at(&s.board, 0, 0), 3), qm__hex_at(&s.board, 0, 1));
    assert_int_equal(qm__hex_neighbour(&s.board, qm__hex_at(&s.board, 0, 0), 2), qm__hex_at(&s.board, 1, 1));
    make(&s, 3, 3, 3); /* row 2 right */
    assert_int_equal(qm__hex_neighbour(&s.board, qm__hex_at(&s.board, 0, 0), 3), QM__HEX_NONE);
    assert_int_equal(qm__hex_neighbour(&s.board, qm__hex_at(&s.board, 0, 0), 2), qm__hex_at(&s.board, 0, 1));
}

static void making(void **state) {
    (void)state;
    qm__hex_board board;
    uint16_t memory[80];
    const size_t needed = qm__hex_board_size(3, 3);
    assert_int_equal(needed, 160);
    assert_int_equal(qm__hex_board_init(&board, 3, 3, QM__HEX_ROWS, QM__HEX_SHOVE_ODD, memory, needed), QM_OK);
    assert_int_equal(qm__hex_board_init(&board, 3, 3, QM__HEX_ROWS, QM__HEX_SHOVE_ODD, memory, needed - 1),
                     QM_ERROR_LIMIT);
    assert_int_equal(qm__hex_board_init(&board, 3, 3, QM__HEX_ROWS, QM__HEX_SHOVE_ODD, NULL, needed), QM_ERROR_USAGE);
    assert_int_equal(qm__hex_board_init(NULL, 3, 3, QM__HEX_ROWS, QM__HEX_SHOVE_ODD, memory, needed), QM_ERROR_USAGE);
    assert_int_equal(qm__hex_board_init(&board, 0, 3, QM__HEX_ROWS, QM__HEX_SHOVE_ODD, memory, needed), QM_ERROR_USAGE);
    assert_int_equal(qm__hex_board_size(201, 1), 0);
    assert_int_equal(qm__hex_board_size(1, 201), 0);
    assert_int_equal(qm__hex_board_size(-1, 5), 0);
    assert_int_equal(qm__hex_at(&board, -1, 0), QM__HEX_NONE);
    assert_int_equal(qm__hex_at(&board, 3, 0), QM__HEX_NONE);
    assert_int_equal(qm__hex_at(&board, 0, 3), QM__HEX_NONE);
    assert_int_equal(qm__hex_at_axial(&board, 1000, -1000), QM__HEX_NONE);
}

/* --------------------------------------------------------------------------------------------------------- names */

static void check_labels(const qm__hex_board *board) {
    char label[QM__HEX_LABEL_SIZE];
    for (qm__hex hex = 1; hex <= board->hex_count; hex++) {
        qm__hex back = QM__HEX_NONE;
        qm__hex_label(board, hex, label);
        assert_int_equal(qm__hex_parse(board, label, strlen(label), &back), QM__LABEL_GOOD);
        assert_int_equal(back, hex);
    }
    qm__hex_label(board, QM__HEX_NONE, label);
    assert_string_equal(label, "-");
}

static void labels(void **state) {
    (void)state;
    on_all_boards(check_labels);
    small_board s;
    char label[QM__HEX_LABEL_SIZE];
    qm__hex hex = 5;
    make(&s, 7, 5, 0);
    qm__hex_label(&s.board, qm__hex_at(&s.board, 2, 3), label);
    assert_string_equal(label, "0304");
    assert_int_equal(qm__hex_parse(&s.board, "0805", 4, &hex), QM__LABEL_OFF_BOARD);
    assert_int_equal(hex, QM__HEX_NONE);
    assert_int_equal(qm__hex_parse(&s.board, "0706", 4, &hex), QM__LABEL_OFF_BOARD);
    assert_int_equal(qm__hex_parse(&s.board, "0001", 4, &hex), QM__LABEL_OFF_BOARD);
    assert_int_equal(qm__hex_parse(&s.board, "0100", 4, &hex), QM__LABEL_OFF_BOARD);
    assert_int_equal(qm__hex_parse(&s.board, "010", 3, &hex), QM__LABEL_MALFORMED);
    assert_int_equal(qm__hex_parse(&s.board, "01011", 5, &hex), QM__LABEL_MALFORMED);
    assert_int_equal(qm__hex_parse(&s.board, "001001", 6, &hex), QM__LABEL_MALFORMED);
    assert_int_equal(qm__hex_parse(&s.board, "01a1", 4, &hex), QM__LABEL_MALFORMED);
    assert_int_equal(qm__hex_parse(&s.board, "", 0, &hex), QM__LABEL_MALFORMED);
}

/* The largest board, and the one where labels grow. */
static void large_boards(void **state) {
    (void)state;
    const int dimensions[][2] = {{200, 200}, {99, 99}, {100, 1}, {1, 100}, {200, 1}, {1, 200}};
    void *memory = malloc(qm__hex_board_size(200, 200));
    assert_non_null(memory);
    for (size_t i = 0; i < sizeof dimensions / sizeof *dimensions; i++) {
        for (int variant = 0; variant < 4; variant++) {
            qm__hex_board board;
            const int columns = dimensions[i][0], rows = dimensions[i][1];
            assert_int_equal(qm__hex_board_init(&board, columns, rows, variant & 1 ? QM__HEX_ROWS : QM__HEX_COLUMNS,
                                                variant & 2 ? QM__HEX_SHOVE_EVEN : QM__HEX_SHOVE_ODD, memory,
                                                qm__hex_board_size(200, 200)), QM_OK);
            assert_int_equal(board.hex_count, columns * rows);
            check_labels(&board);
            char label[QM__HEX_LABEL_SIZE];
            qm__hex_label(&board, 1, label);
            assert_string_equal(label, columns > 99 || rows > 99 ? "001001" : "0101");
            qm__hex_crossing line[2 * 600];
            const qm__hex last = board.hex_count;
            const size_t count = qm__hex_line(&board, 1, last, line, 2 * 600);
            assert_in_range(count, 1, 2 * (size_t)qm__hex_distance(&board, 1, last) + 1);
            assert_int_equal(line[0].hex, 1);
            assert_int_equal(line[count - 1].hex, last);
        }
    }
    free(memory);
}

static void direction_names(void **state) {
    (void)state;
    const char *flat[6] = {"N", "NE", "SE", "S", "SW", "NW"}, *pointy[6] = {"NE", "E", "SE", "SW", "W", "NW"};
    for (int d = 0; d < 6; d++) {
        assert_string_equal(qm__hex_direction_name(QM__HEX_COLUMNS, d), flat[d]);
        assert_string_equal(qm__hex_direction_name(QM__HEX_ROWS, d), pointy[d]);
        assert_int_equal(qm__hex_direction_parse(QM__HEX_COLUMNS, flat[d], strlen(flat[d])), d);
        assert_int_equal(qm__hex_direction_parse(QM__HEX_ROWS, pointy[d], strlen(pointy[d])), d);
    }
    assert_int_equal(qm__hex_direction_parse(QM__HEX_COLUMNS, "E", 1), QM__HEX_NOWHERE);
    assert_int_equal(qm__hex_direction_parse(QM__HEX_ROWS, "N", 1), QM__HEX_NOWHERE);
    assert_int_equal(qm__hex_direction_parse(QM__HEX_ROWS, "ne", 2), QM__HEX_NOWHERE);
    assert_int_equal(qm__hex_direction_parse(QM__HEX_ROWS, "", 0), QM__HEX_NOWHERE);
    assert_int_equal(qm__hex_direction_parse(QM__HEX_COLUMNS, "NE", 1), 0); /* only the N is given */
    assert_string_equal(qm__hex_direction_name(QM__HEX_ROWS, 6), "-");
}

/* -------------------------------------------------------------------------------- distances, bearings and facing */

/* On a large enough board shortest ways never need to leave it: boards here are convex enough for breadth-first search
 * to agree except on strips of one row or column. */
static void check_distances(const qm__hex_board *board) {
    if (board->columns == 1 || board->rows == 1) {
        return;
    }
    for (qm__hex from = 1; from <= board->hex_count; from++) {
        int steps[SMALL_MAX];
        qm__hex queue[SMALL_MAX];
        size_t head = 0, tail = 0;
        memset(steps, -1, sizeof steps);
        steps[from] = 0;
        queue[tail++] = from;
        while (head < tail) {
            const qm__hex at = queue[head++];
            for (int d = 0; d < 6; d++) {
                const qm__hex next = qm__hex_neighbour(board, at, d);
                if (next != QM__HEX_NONE && steps[next] < 0) {
                    steps[next] = steps[at] + 1;
                    queue[tail++] = next;
                }
            }
        }
        for (qm__hex to = 1; to <= board->hex_count; to++) {
            assert_int_equal(qm__hex_distance(board, from, to), steps[to]);
        }
    }
}

static void distances(void **state) {
    (void)state;
    on_all_boards(check_distances);
}

/* cos of the angle between a direction and the bearing from a to b, in the plane. */
static double along(const qm__hex_board *board, qm__hex a, int direction, qm__hex b) {
    const qm__hex_point from = qm__hex_centre(board, a), to = qm__hex_centre(board, b);
    const qm__hex_point unit = heading(board->layout, direction);
    return unit.x * (to.x - from.x) + unit.y * (to.y - from.y);
}

static void check_bearing(const qm__hex_board *board, qm__hex a, qm__hex b) {
    const qm__hex_bearing bearing = qm__hex_nearest_directions(board, a, b);
    bool nearest[6] = {false};
    int count = 0;
    double best = 0.0;
    for (int d = 0; d < 6; d++) {
        best = along(board, a, d, b) > best ? along(board, a, d, b) : best;
        assert_int_equal(qm__hex_in_front_half(board, a, d, b), along(board, a, d, b) > -1e-9);
    }
    for (int d = 0; d < 6; d++) {
        nearest[d] = a != b && along(board, a, d, b) > best - 1e-9;
        count += nearest[d];
    }
    assert_int_equal(bearing.count, count);
    for (int i = 0; i < count; i++) {
        assert_true(nearest[bearing.direction[i]]);
    }
    if (count == 2) {
        assert_int_equal(bearing.direction[1], qm__hex_turn(bearing.direction[0], 1));
    }
    int distance = -5;
    const int straight = qm__hex_straight(board, a, b, &distance);
    const double full = gap2(qm__hex_centre(board, a), qm__hex_centre(board, b));
    const bool on_row = count == 1 && square(best) > full - 1e-9;
    assert_int_equal(straight, on_row ? bearing.direction[0] : QM__HEX_NOWHERE);
    assert_int_equal(distance, on_row ? qm__hex_distance(board, a, b) : -5);
    assert_int_equal(qm__hex_straight(board, a, b, NULL), straight);
    assert_int_equal(qm__hex_direction_to(board, a, b), distance == 1 ? straight : QM__HEX_NOWHERE);
}

static void check_bearings(const qm__hex_board *board) {
    for (qm__hex a = 1; a <= board->hex_count; a++) {
        for (qm__hex b = 1; b <= board->hex_count; b++) {
            check_bearing(board, a, b);
        }
    }
}

static void bearings(void **state) {
    (void)state;
    on_all_boards(check_bearings);
}

static void check_sides(const qm__hex_board *board) {
    for (qm__hex at = 1; at <= board->hex_count; at++) {
        for (int facing = 0; facing < 6; facing++) {
            int front = 0;
            for (qm__hex other = 1; other <= board->hex_count; other++) {
                const int side = qm__hex_side_of(board, at, facing, other);
                const bool adjacent = qm__hex_distance(board, at, other) == 1;
                assert_int_equal(side >= 0, adjacent);
                if (adjacent) {
                    assert_int_equal(qm__hex_neighbour(board, at, (facing + side) % 6), other);
                    const double cosine = along(board, at, facing, other) / 1.7320508075688772;
                    assert_true(near(cosine, side == 0 ? 1.0 : side == 3 ? -1.0 : side == 1 || side == 5 ? 0.5 : -0.5));
                }
                assert_int_equal(qm__hex_in_front(board, at, facing, other), side == 0 || side == 1 || side == 5);
                front += qm__hex_in_front(board, at, facing, other);
                assert_false(qm__hex_in_front(board, at, facing, other) &&
                             !qm__hex_in_front_half(board, at, facing, other));
            }
            assert_in_range(front, 0, 3);
        }
    }
}

static void sides(void **state) {
    (void)state;
    on_all_boards(check_sides);
    assert_int_equal(qm__hex_turn(0, -1), 5);
    assert_int_equal(qm__hex_turn(5, 1), 0);
    assert_int_equal(qm__hex_turn(2, -6), 2);
}

/* --------------------------------------------------------------------------------------------------------- rings */

static void check_rings(const qm__hex_board *board) {
    for (qm__hex centre = 1; centre <= board->hex_count; centre++) {
        size_t seen = 0;
        for (int radius = 0; radius <= 20; radius++) {
            qm__hex ring[SMALL_MAX];
            bool in_ring[SMALL_MAX] = {false};
            const size_t count = qm__hex_ring(board, centre, radius, ring, SMALL_MAX);
            for (size_t i = 0; i < count; i++) {
                assert_int_equal(qm__hex_distance(board, centre, ring[i]), radius);
                assert_false(in_ring[ring[i]]);
                in_ring[ring[i]] = true;
            }
            qm__hex some[2] = {999, 999};
            assert_int_equal(qm__hex_ring(board, centre, radius, some, 1), count);
            assert_int_equal(some[0], count > 0 ? ring[0] : 999);
            assert_int_equal(some[1], 999);
            assert_int_equal(qm__hex_ring(board, centre, radius, NULL, 0), count);
            seen += count;
        }
        assert_int_equal(seen, board->hex_count);
    }
}

static void rings(void **state) {
    (void)state;
    on_all_boards(check_rings);
    small_board s;
    make(&s, 9, 9, 0);
    const qm__hex middle = qm__hex_at(&s.board, 4, 4);
    qm__hex ring[24];
    assert_int_equal(qm__hex_ring(&s.board, middle, -1, ring, 24), 0);
    assert_int_equal(qm__hex_ring(&s.board, middle, INT32_MAX, ring, 24), 0);
    assert_int_equal(qm__hex_ring(&s.board, middle, 1, ring, 24), 6);
    for (int d = 0; d < 6; d++) {
        assert_int_equal(ring[d], qm__hex_neighbour(&s.board, middle, d));
    }
    assert_int_equal(qm__hex_ring(&s.board, middle, 4, ring, 24), 24);
    for (size_t i = 0; i < 24; i++) {
        assert_int_equal(qm__hex_distance(&s.board, ring[i], ring[(i + 1) % 24]), 1);
    }
}

/* --------------------------------------------------------------------------------------------------------- lines */

/* The part of the line from a (at 0) to b (at 1) inside hex h, closed, as two fractions; found by clipping with the six
 * half planes of the hex. */
typedef struct piece {
    bool met, edge;
    long from, from_under, to, to_under;
} piece;

static piece clip(const qm__hex_board *board, qm__hex a, qm__hex b, qm__hex h) {
    piece found = {true, false, 0, 1, 1, 1};
    const int dq = board->axial[b].q - board->axial[a].q, dr = board->axial[b].r - board->axial[a].r;
    const int oq = board->axial[a].q - board->axial[h].q, or_ = board->axial[a].r - board->axial[h].r;
    for (int d = 0; d < 6; d++) {
        const qm__hex_axial n = qm__hex_steps[board->layout][d];
        /* inside: rate × t <= room */
        const long rate = qm__hex_dot2(n.q, n.r, dq, dr), room = 1 - qm__hex_dot2(n.q, n.r, oq, or_);
        if (rate == 0) {
            found.met = found.met && room >= 0;
            found.edge = found.edge || room == 0;
        } else if (rate > 0 && room * found.to_under < found.to * rate) {
            found.to = room;
            found.to_under = rate;
        } else if (rate < 0 && -room * found.from_under > found.from * -rate) {
            found.from = -room;
            found.from_under = -rate;
        }
    }
    found.met = found.met && (a == b ? h == a : found.from * found.to_under < found.to * found.from_under);
    return found;
}

static void check_line(const qm__hex_board *board, qm__hex a, qm__hex b, size_t *pairs) {
    qm__hex_crossing line[64], back[64];
    const size_t count = qm__hex_line(board, a, b, line, 64);
    assert_in_range(count, 1, 2 * (size_t)qm__hex_distance(board, a, b) + 1);
    assert_int_equal(qm__hex_line(board, b, a, back, 64), count);
    size_t met = 0;
    for (qm__hex h = 1; h <= board->hex_count; h++) {
        met += clip(board, a, b, h).met;
    }
    assert_int_equal(count, met);
    for (size_t i = 0; i < count; i++) {
        const piece here = clip(board, a, b, line[i].hex);
        assert_true(here.met);
        assert_int_equal(here.edge, line[i].meeting != QM__HEX_THROUGH);
        assert_int_equal(line[i].hex, back[count - 1 - i].hex);
        const qm__hex_meeting mirrored = line[i].meeting == QM__HEX_THROUGH        ? QM__HEX_THROUGH
                                         : line[i].meeting == QM__HEX_EDGE_ON_LEFT ? QM__HEX_EDGE_ON_RIGHT
                                                                                   : QM__HEX_EDGE_ON_LEFT;
        assert_int_equal(back[count - 1 - i].meeting, mirrored);
        if (here.edge) {
            const qm__hex_point p = qm__hex_centre(board, a), q = qm__hex_centre(board, b);
            const qm__hex_point o = qm__hex_centre(board, line[i].hex);
            const double right = (q.x - p.x) * (o.y - p.y) - (q.y - p.y) * (o.x - p.x);
            assert_int_equal(right > 0.0, line[i].meeting == QM__HEX_EDGE_ON_RIGHT);
            ++*pairs;
        }
        if (i > 0) { /* in order along the line, and a pair left first */
            const piece last = clip(board, a, b, line[i - 1].hex);
            assert_true(last.from * here.from_under <= here.from * last.from_under);
            assert_true(line[i].hex != line[i - 1].hex);
            assert_false(line[i - 1].meeting == QM__HEX_EDGE_ON_RIGHT && line[i].meeting == QM__HEX_EDGE_ON_LEFT);
        }
    }
    qm__hex_crossing one[2] = {{999, QM__HEX_THROUGH}, {999, QM__HEX_THROUGH}};
    assert_int_equal(qm__hex_line(board, a, b, one, 1), count);
    assert_int_equal(one[0].hex, a);
    assert_int_equal(one[1].hex, 999);
}

static void lines(void **state) {
    (void)state;
    size_t pairs = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (int variant = 0; variant < 4; variant++) {
            small_board small;
            make(&small, sizes[i][0], sizes[i][1], variant);
            for (qm__hex a = 1; a <= small.board.hex_count; a++) {
                for (qm__hex b = 1; b <= small.board.hex_count; b++) {
                    check_line(&small.board, a, b, &pairs);
                }
            }
        }
    }
    assert_true(pairs > 1000); /* the hard case did come up */
}

/* ------------------------------------------------------------------------------------------------------- drawing */

static void check_drawing(const qm__hex_board *board) {
    const qm__hex_point extent = qm__hex_extent(board);
    double right = 0.0, bottom = 0.0, left = 1e9, top = 1e9;
    for (qm__hex hex = 1; hex <= board->hex_count; hex++) {
        qm__hex_point corners[6], others[6];
        const qm__hex_point centre = qm__hex_centre(board, hex);
        qm__hex_corners(board, hex, corners);
        for (int i = 0; i < 6; i++) {
            assert_true(near(gap2(centre, corners[i]), 1.0));
            assert_true(near(gap2(corners[i], corners[(i + 1) % 6]), 1.0));
            right = corners[i].x > right ? corners[i].x : right;
            bottom = corners[i].y > bottom ? corners[i].y : bottom;
            left = corners[i].x < left ? corners[i].x : left;
            top = corners[i].y < top ? corners[i].y : top;
            const qm__hex next = qm__hex_neighbour(board, hex, i);
            if (next != QM__HEX_NONE) { /* the shared edge: corners i-1 and i here are i+3 and i+2 there */
                qm__hex_corners(board, next, others);
                assert_true(gap2(corners[(i + 5) % 6], others[(i + 3) % 6]) < 1e-18);
                assert_true(gap2(corners[i], others[(i + 2) % 6]) < 1e-18);
            }
        }
    }
    assert_true(near(right, extent.x) && near(bottom, extent.y));
    assert_true(left > -1e-9 && left < 0.9 && top > -1e-9 && top < 0.9);
}

static void drawing(void **state) {
    (void)state;
    on_all_boards(check_drawing);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(neighbours), cmocka_unit_test(shoves),          cmocka_unit_test(making),
        cmocka_unit_test(labels),     cmocka_unit_test(large_boards),    cmocka_unit_test(direction_names),
        cmocka_unit_test(distances),  cmocka_unit_test(bearings),        cmocka_unit_test(sides),
        cmocka_unit_test(rings),      cmocka_unit_test(lines),           cmocka_unit_test(drawing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
