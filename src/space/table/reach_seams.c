/* Seams: hairlines between outlines that meet along a ray or a shore, closed in the rings of regions.
 *
 * Two outlines share the ray that parts them, but each rounds it for itself, and a slit is left that runs from a border
 * into a region, or a hole of next to no width. Wherever two corners of a ring lie nearer to each other than
 * SEAM and what lies between them is outside, the ring is parted there; parts and holes that are thinner than
 * SLIVER are dropped. Where what lies between is inside (a passage just wide enough) nothing is done, so a region never
 * loses a place, and gains only what is nearer to it than the width of a seam.
 *
 * Rejected: growing outlines before they are laid over each other and shrinking the union. It moves every border twice.
 */
#include "space/table/reach_inside.h"

#define SEAM 4.0   /* units */
#define SLIVER 6.0 /* units: the mean width of holes that are none */

enum { CELLS = 8192 };

static double area_of(const qm__xy *p, uint32_t count) {
    double area = 0;
    for (uint32_t i = 1; i + 1 < count; i++) {
        area += qm__cross(qm__minus(p[i], p[0]), qm__minus(p[i + 1], p[0])) / 2;
    }
    return area;
}

static double length_of(const qm__xy *p, uint32_t count) {
    double length = 0;
    for (uint32_t i = 0; i < count; i++) {
        length += qm__apart(p[i], p[i + 1 < count ? i + 1 : 0]);
    }
    return length;
}

/* Points at which a ring turns by more than the chords of an arc do. */
static uint32_t find_corners(const qm__xy *p, uint32_t count, uint32_t *out) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        const qm__xy u = qm__minus(p[i], p[i ? i - 1 : count - 1]), v = qm__minus(p[i + 1 < count ? i + 1 : 0], p[i]);
        const double across = qm__cross(u, v), along = qm__dot(u, v);
        if (along <= 0 || across * across > 0.01 * along * along) {
            out[found++] = i;
        }
    }
    return found;
}

static uint32_t cell_of(qm__xy p, int right, int up) {
    const uint32_t x = (uint32_t)((int32_t)(p.x / SEAM + 16) + right), y = (uint32_t)((int32_t)(p.y / SEAM + 16) + up);
    return (x * 73 + y * 151) % CELLS;
}

/* Of corners, those that another one may be near to: counted by cells as wide as a seam, several of which share a
 * count. */
static uint32_t keep_crowded(const qm__xy *p, uint32_t *corners, uint32_t count) {
    uint8_t counts[CELLS] = {0};
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint8_t *const cell = &counts[cell_of(p[corners[i]], 0, 0)];
        *cell = (uint8_t)(*cell < 2 ? *cell + 1 : 2);
    }
    for (uint32_t i = 0; i < count; i++) {
        int near = 0;
        for (int k = 0; k < 9 && near < 2; k++) {
            near += counts[cell_of(p[corners[i]], k % 3 - 1, k / 3 - 1)];
        }
        if (near > 1) {
            corners[kept++] = corners[i];
        }
    }
    return kept;
}

/* Whether what lies between the points i and j of a ring is outside: parting it there makes a hole, not two regions. */
static bool outside_between(const qm__xy *p, uint32_t i, uint32_t j, double area) {
    const double part = area_of(p + i, j - i + 1), rest = area - part;
    return area > 0 ? (part < 0) != (rest < 0) : part <= 0 && rest <= 0;
}

static bool find_seam(const qm__seams *s, const qm__xy *p, uint32_t count, uint32_t *from, uint32_t *to) {
    const uint32_t corners = keep_crowded(p, s->corners, find_corners(p, count, s->corners));
    const double area = area_of(p, count);
    for (uint32_t a = 0; a < corners; a++) {
        const uint32_t i = s->corners[a];
        for (uint32_t b = a + 1; b < corners; b++) {
            const uint32_t j = s->corners[b];
            const double dx = p[j].x - p[i].x, dy = p[j].y - p[i].y;
            if (dx * dx + dy * dy < SEAM * SEAM && j - i > 1 && count - (j - i) > 1 && outside_between(p, i, j, area)) {
                *from = i, *to = j;
                return true;
            }
        }
    }
    return false;
}

static void reverse(qm__xy *p, uint32_t count) {
    for (uint32_t i = 0; i < count / 2; i++) {
        const qm__xy other = p[i];
        p[i] = p[count - 1 - i], p[count - 1 - i] = other;
    }
}

/* Moves the points from i + 1 to j behind all others, three reversals turning what comes after i. */
static void part(qm__xy *p, uint32_t count, uint32_t i, uint32_t j) {
    qm__xy *const after = p + i + 1;
    reverse(after, j - i);
    reverse(after + (j - i), count - j - 1);
    reverse(after, count - i - 1);
}

uint32_t qm__seams_close(const qm__seams *s, qm__xy *points, uint32_t count, qm__seam_ring *rings, uint32_t max) {
    uint32_t found = 0, depth = 0, at = 0;
    s->sizes[depth++] = count;
    while (depth > 0) {
        const uint32_t size = s->sizes[--depth];
        uint32_t i, j;
        if (size >= 3 && find_seam(s, points + at, size, &i, &j)) {
            part(points + at, size, i, j);
            s->sizes[depth++] = j - i;
            s->sizes[depth++] = size - (j - i);
            continue;
        }
        const double area = size >= 3 ? area_of(points + at, size) : 0;
        const double least = (area < 0 ? SLIVER : s->thin) / 2 * length_of(points + at, size);
        if (area > least || -area > least) {
            if (found == max) {
                return UINT32_MAX;
            }
            rings[found++] = (qm__seam_ring){at, size, area < 0};
        }
        at += size;
    }
    return found;
}
