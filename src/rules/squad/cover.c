/* Cover: what terrain adds to the Save of a model that is shot at (SQ-26).
 *
 * Ground covers the models whose bases it has a part of. An obstacle covers a model when its unit is near it and most
 * of the attacks at that model cross it: the line from the eyes of the shooter to the middle of the model's base goes
 * through it. A model has the best of the covers it is in; negative cover counts where there is no other.
 *
 * Rejected: a line to the head, which a man behind a low wall would never have cover from.
 */
#include "rules/squad/aim.h"

/* The bonus of a kind of terrain; 0 = it gives none. */
int qm__sq_cover_of_kind(const qm_scenario *s, uint16_t kind) {
    const sq_settings *set = sq_set(s);
    if (kind == 0) {
        return 0;
    }
    switch (s->rules.tables[SQ_TABLE_TERRAIN].rows[kind - 1].values[SQ_TERRAIN_COVER]) {
    case SQ_COVER_SOFT:
        return set->cover_soft;
    case SQ_COVER_HARD:
        return set->cover_hard;
    case SQ_COVER_FORTIFIED:
        return set->cover_fortified;
    case SQ_COVER_NEGATIVE:
        return set->cover_negative;
    default:
        return 0;
    }
}

/* Which of two covers a model has. */
static bool better(int cover, int than) {
    return cover > 0 || than > 0 ? cover > than : cover < than;
}

int qm__sq_ground_cover(const sq_scene *scene, uint16_t figure, uint16_t *area) {
    const qm__table *table = &scene->scenario->table;
    int best = 0;
    for (uint16_t i = 0; i < table->area_count; i++) {
        const int cover = qm__sq_cover_of_kind(scene->scenario, table->areas[i].kind);
        if (cover != 0 && better(cover, best) &&
            qm__area_has_body(table, &table->areas[i], &scene->bodies[figure - 1], false)) {
            best = cover;
            if (area != NULL) {
                *area = (uint16_t)(i + 1);
            }
        }
    }
    return best;
}

static bool near_body(const sq_scene *scene, const qm__prism *prism, const qm__body *body) {
    const qm__table *table = &scene->scenario->table;
    const sq_settings *set = sq_set(scene->scenario);
    const double reach = set->cover_near + qm__body_widest(body, 0) + 1;
    const qm__box *box = &prism->polygon.box;
    if (box->x0 > body->x + reach || box->x1 < body->x - reach || box->y0 > body->y + reach ||
        box->y1 < body->y - reach) {
        return false;
    }
    const double distance = set->measure == SQ_MEASURE_PLAN ? qm__prism_body_distance_plan(table, prism, body)
                                                            : qm__prism_body_distance_space(table, prism, body);
    return qm__within(distance, set->cover_near);
}

uint16_t qm__sq_obstacles(sq_scene *scene, uint16_t first, uint64_t alive) {
    const qm__table *table = &scene->scenario->table;
    uint16_t count = 0;
    for (uint16_t i = 0; i < table->prism_count; i++) {
        const int cover = qm__sq_cover_of_kind(scene->scenario, table->prisms[i].kind);
        bool near = false;
        for (uint16_t m = 0; cover != 0 && !near && m < SQ_VOLLEY_MODELS && alive >> m != 0; m++) {
            near = (alive >> m & 1) != 0 && near_body(scene, &table->prisms[i], &scene->bodies[first - 1 + m]);
        }
        if (near) {
            scene->obstacles[count++] = (sq_obstacle){i, (int8_t)cover, 0};
        }
    }
    return count;
}

int qm__sq_obstacle_cover(const sq_scene *scene, uint16_t obstacles, const sq_line *lines, uint32_t line_count,
                          uint16_t figure, uint16_t *prism) {
    const qm__table *table = &scene->scenario->table;
    const qm__body *body = &scene->bodies[figure - 1];
    const qm__eye to = {body->x, body->y, body->z};
    int best = 0;
    for (uint16_t i = 0; i < obstacles; i++) {
        const sq_obstacle *obstacle = &scene->obstacles[i];
        if (!better(obstacle->cover, best)) {
            continue;
        }
        uint32_t all = 0, crossing = 0;
        for (uint32_t line = 0; line < line_count; line++) {
            all += lines[line].attacks;
            crossing += qm__line_crosses(table, &table->prisms[obstacle->prism], lines[line].from, to)
                            ? lines[line].attacks
                            : 0;
        }
        if (2 * crossing > all) {
            best = obstacle->cover;
            if (prism != NULL) {
                *prism = (uint16_t)(obstacle->prism + 1);
            }
        }
    }
    return best;
}

int qm__sq_model_cover(const sq_scene *scene, uint16_t obstacles, const sq_line *lines, uint32_t line_count,
                       uint16_t figure, uint16_t *from) {
    uint16_t area = 0, prism = 0;
    const int ground = qm__sq_ground_cover(scene, figure, &area);
    const int obstacle = qm__sq_obstacle_cover(scene, obstacles, lines, line_count, figure, &prism);
    const bool higher = better(obstacle, ground);
    if (from != NULL) {
        *from = higher ? prism : area > 0 ? (uint16_t)(scene->scenario->table.prism_count + area) : 0;
    }
    return higher ? obstacle : ground;
}
