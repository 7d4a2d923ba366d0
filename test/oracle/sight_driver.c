/* Answers questions of sight for the oracle in table_sight.py: whole numbers in, whole numbers out.
 *
 * In, separated by white space, as often as wanted: WIDTH DEPTH, the number of prisms, for each of them BOTTOM TOP
 * FLAGS and its rings (their number, for each the number of corners and X Y of each), the number of bodies, for each of
 * them X Y Z RADIUS WIDTH LENGTH FACING HEIGHT, the number of questions, for each of them 1 EYE_X EYE_Y EYE_Z TARGET
 * SKIPPED     (bodies by number; SKIPPED is the looker, -1 = none) 2 AX AY AZ BX BY BZ                    a straight
 * line Out, a line for each question: the fraction that is seen, the hull (left right bottom top) and, for each
 * blocker, its prism (-3 = a body), its body and what it hides; fractions are in billionths. For a straight line the
 * prism in the way, or -9. A table that is refused ends the program, after the line `refused FAULT`.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "space/table/sight.h"

#define MEMBERS(array) (sizeof(array) / sizeof *(array))

typedef struct scene {
    qm__table table;
    qm__corner corners[4000];
    qm__ring rings[500];
    qm__prism prisms[200];
    qm__body bodies[100];
    uint32_t body_count;
} scene;

static int32_t number(void) {
    int32_t value;
    if (scanf("%" SCNd32, &value) != 1) {
        fputs("sight_driver: a number is missing\n", stderr);
        exit(2);
    }
    return value;
}

static uint32_t count_up_to(size_t most) {
    const int32_t value = number();
    if (value < 0 || (size_t)value > most) {
        fputs("sight_driver: too many\n", stderr);
        exit(2);
    }
    return (uint32_t)value;
}

static void read_ring(scene *all) {
    qm__table *table = &all->table;
    const uint32_t count = count_up_to(MEMBERS(all->corners) - table->corner_count);
    if (table->ring_count == MEMBERS(all->rings)) {
        exit(2);
    }
    table->rings[table->ring_count++] = (qm__ring){table->corner_count, count};
    for (uint32_t i = 0; i < count; i++) {
        qm__corner *corner = &table->corners[table->corner_count++];
        corner->x = number();
        corner->y = number();
        corner->rail = 0;
    }
}

static void read_scene(scene *all) {
    qm__table *table = &all->table;
    table->depth = number();
    table->corners = all->corners;
    table->rings = all->rings;
    table->prisms = all->prisms;
    table->prism_count = (uint16_t)count_up_to(MEMBERS(all->prisms));
    for (uint16_t i = 0; i < table->prism_count; i++) {
        qm__prism *prism = &all->prisms[i];
        *prism = (qm__prism){.name = "prism"};
        prism->bottom = number();
        prism->top = number();
        prism->flags = (uint16_t)number();
        prism->polygon.first_ring = table->ring_count;
        prism->polygon.ring_count = count_up_to(100);
        for (uint32_t j = 0; j < prism->polygon.ring_count; j++) {
            read_ring(all);
        }
    }
    all->body_count = count_up_to(MEMBERS(all->bodies));
    for (uint32_t i = 0; i < all->body_count; i++) {
        qm__body *body = &all->bodies[i];
        *body = (qm__body){.id = (uint16_t)i};
        body->x = number();
        body->y = number();
        body->z = number();
        body->radius = number();
        body->width = number();
        body->length = number();
        body->facing = number();
        body->height = number();
    }
}

static qm__eye read_eye(void) {
    qm__eye eye;
    eye.x = number();
    eye.y = number();
    eye.z = number();
    return eye;
}

static void print_fraction(double fraction) {
    printf(" %" PRId64, (int64_t)(fraction * 1e9 + 0.5));
}

static void answer_sight(const scene *all, const qm__sights *sights, void *scratch) {
    const qm__eye eye = read_eye();
    const uint32_t target = count_up_to(all->body_count - 1);
    const int32_t skipped = number();
    qm__seen seen;
    qm__sight_find(sights, eye, &all->bodies[target], all->bodies, (uint16_t)all->body_count, (uint16_t)target,
                   skipped < 0 ? UINT16_MAX : (uint16_t)skipped, scratch, &seen);
    print_fraction(seen.fraction);
    print_fraction(seen.left);
    print_fraction(seen.right);
    print_fraction(seen.bottom);
    print_fraction(seen.top);
    for (uint32_t i = 0; i < seen.blocker_count; i++) {
        printf(" %" PRId32 " %u", seen.blockers[i].prism, (unsigned)seen.blockers[i].body);
        print_fraction(seen.blockers[i].hides);
    }
    printf("\n");
}

static void answer_line(const qm__sights *sights) {
    const qm__eye a = read_eye(), b = read_eye();
    int32_t prism = QM__NOTHING;
    printf("%" PRId32 "\n", qm__line_free(sights, a, b, &prism) ? -9 : prism);
}

/* The questions about one table. */
static void answer(scene *all, qm__arena *arena) {
    qm__table_error error;
    uint32_t error_count = 0;
    const qm__sights *sights = NULL;
    void *scratch = NULL;
    if (!qm__table_finish(&all->table, arena, &error, 1, &error_count)) {
        printf("refused %d\n", (int)error.fault);
    } else if (qm__sights_make(&all->table, arena, &sights) == QM_OK) {
        scratch = malloc(qm__sight_scratch_size(sights, all->body_count));
    }
    if (!scratch) {
        exit(2);
    }
    const uint32_t questions = count_up_to(1000000);
    for (uint32_t i = 0; i < questions; i++) {
        if (number() == 1) {
            answer_sight(all, sights, scratch);
        } else {
            answer_line(sights);
        }
    }
    free(scratch);
}

int main(void) {
    static scene all;
    int32_t width;
    while (scanf("%" SCNd32, &width) == 1) {
        qm__arena arena;
        qm__arena_init(&arena, NULL);
        all.table = (qm__table){.width = width};
        read_scene(&all);
        answer(&all, &arena);
        fflush(stdout);
        qm__arena_free(&arena);
    }
    return 0;
}
