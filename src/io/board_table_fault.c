/* What is wrong with the geometry of a table, in words: the name of the part, the place in inches, and the line and
 * column of the very corner or member in the file.
 */
#include "io/board_table.h"

#include "game/place.h"

/* Where a fault is reported. */
typedef struct spot {
    const qm__value *value;
    qm__path steps[5]; /* list, entry, member, ring, corner */
    size_t depth;
} spot;

static void step(spot *s, const char *key, size_t index) {
    s->steps[s->depth] = (qm__path){s->depth == 0 ? &qm__board_path : &s->steps[s->depth - 1], key, index};
    s->depth++;
}

/* Goes into a member if it is there. */
static bool step_into(spot *s, const char *key) {
    const qm__value *value = qm__value_get(s->value, key);
    if (value) {
        s->value = value;
        step(s, key, 0);
    }
    return value != NULL;
}

static const qm__table_source *source_of(const qm__table_draft *d, qm__table_part part, const char **key) {
    static const char *const keys[] = {"", "prisms", "zones", "ladders"};
    const qm__table_source *const sources[] = {NULL, &d->prisms, &d->areas, &d->ladders};
    *key = keys[part];
    return sources[part];
}

/* Of a ring the corner, of a box the box. */
static void find_corner(spot *s, const qm__table_error *error) {
    if (error->ring > 0) {
        if (!step_into(s, "holes")) {
            return;
        }
        s->value = qm__value_at(s->value, error->ring - 1);
        step(s, NULL, error->ring - 1);
    } else if (!step_into(s, "at")) {
        step_into(s, "box");
        return;
    }
    const qm__value *corner = s->value ? qm__value_at(s->value, error->corner) : NULL;
    if (corner) {
        s->value = corner;
        step(s, NULL, error->corner);
    }
}

static void find_spot(const qm__table_draft *d, const qm__table_error *error, spot *s) {
    const char *key;
    const qm__table_source *source = source_of(d, error->part, &key);
    s->value = source->entries[error->number];
    step(s, key, 0);
    step(s, NULL, source->indexes[error->number]);
    if (error->part == QM__PART_LADDER) {
        step_into(s, error->corner == 0 ? "foot" : "head");
    } else if (error->fault == QM__TABLE_HEIGHTS) {
        (void)(step_into(s, "bottom") || step_into(s, "top"));
    } else {
        find_corner(s, error);
    }
}

/* ------------------------------------------------------------------------------------------------------------ words */

static void add_place(qm_text *out, int32_t x, int32_t y) {
    qm__inches_print(x, out);
    qm_text_add_char(out, ',');
    qm__inches_print(y, out);
}

static void add_ring(qm_text *out, uint32_t ring) {
    if (ring == 0) {
        qm_text_add(out, "its outline");
    } else {
        qm_text_addf(out, "its hole %u", (unsigned)ring);
    }
}

static void add_heights(const qm__table_draft *d, const qm__table_error *error, qm_text *out) {
    const bool prism = error->part == QM__PART_PRISM;
    const int32_t bottom = prism ? d->table->prisms[error->number].bottom : d->table->areas[error->number].bottom;
    const int32_t top = prism ? d->table->prisms[error->number].top : d->table->areas[error->number].top;
    qm_text_add(out, "its bottom, ");
    qm__inches_print(bottom, out);
    qm_text_add(out, prism ? "\", is not below its top, " : "\", is above its top, ");
    qm__inches_print(top, out);
    qm_text_add_char(out, '"');
}

/* The name of a solid with that top at a point, none of which can be stood on; NULL = there is none. */
static const char *unwalkable_top(const qm__table *table, int32_t x, int32_t y, int32_t z) {
    for (uint32_t i = 0; i < table->prism_count; i++) {
        const qm__prism *prism = &table->prisms[i];
        if (prism->top == z && !(prism->flags & QM__PRISM_WALKABLE) &&
            qm__polygon_has(table, &prism->polygon, x, y, QM__SLACK)) {
            return prism->name;
        }
    }
    return NULL;
}

/* "its foot at 4,6@3 touches no surface: the highest one there lies at 0"" */
static void add_ladder(const qm__table_draft *d, const qm__table_error *error, qm_text *out) {
    const qm__ladder *ladder = &d->table->ladders[error->number];
    const int32_t at = error->corner == 0 ? ladder->foot_z : ladder->head_z;
    int32_t z = 0;
    qm_text_addf(out, "its %s at ", error->corner == 0 ? "foot" : "head");
    add_place(out, error->x, error->y);
    qm_text_add_char(out, '@');
    qm__inches_print(at, out);
    const char *barred = unwalkable_top(d->table, error->x, error->y, at);
    if (error->fault == QM__TABLE_LADDER_INSIDE) {
        qm_text_addf(out, " is inside %s: nobody can stand there", d->table->prisms[error->other].name);
    } else if (barred) {
        qm_text_addf(out, " is on %s, which cannot be stood on (\"walkable\" is false)", barred);
    } else if (qm__surface_below(d->table, error->x, error->y, QM__COORDINATE_MAX, &z) == QM__NOTHING) {
        qm_text_add(out, " touches no surface: it is off the table");
    } else {
        qm_text_add(out, " touches no surface: the highest one there lies at ");
        qm__inches_print(z, out);
        qm_text_add_char(out, '"');
    }
}

static void add_crossing(const qm__table_error *error, qm_text *out) {
    qm_text_addf(out, "the edge from corner %u of ", (unsigned)error->corner + 1);
    add_ring(out, error->ring);
    qm_text_addf(out, " crosses or touches the edge from corner %u at ", (unsigned)error->other + 1);
    add_place(out, error->x, error->y);
}

static void add_words(const qm__table_draft *d, const qm__table_error *error, qm_text *out) {
    switch (error->fault) {
    case QM__TABLE_GOOD:
    case QM__TABLE_SIZE:
        return;
    case QM__TABLE_FAR:
        qm_text_add(out, "it reaches beyond ±10,000 inches at ");
        add_place(out, error->x, error->y);
        return;
    case QM__TABLE_FEW_CORNERS:
        add_ring(out, error->ring);
        qm_text_add(out, " has fewer than three corners");
        return;
    case QM__TABLE_SAME_CORNER:
        qm_text_addf(out, "corners %u and %u of ", (unsigned)error->other + 1, (unsigned)error->corner + 1);
        add_ring(out, error->ring);
        qm_text_add(out, " are in the same place, ");
        add_place(out, error->x, error->y);
        return;
    case QM__TABLE_FLAT:
        add_ring(out, error->ring);
        qm_text_add(out, " has no area: all its corners lie on one line, from ");
        add_place(out, error->x, error->y);
        return;
    case QM__TABLE_CROSSES:
        add_crossing(error, out);
        return;
    case QM__TABLE_HOLE_OUTSIDE:
        add_ring(out, error->ring);
        qm_text_add(out, " is not inside its outline at ");
        add_place(out, error->x, error->y);
        return;
    case QM__TABLE_HOLES_MEET:
        add_ring(out, error->ring);
        qm_text_add(out, error->other_ring == 0 ? " meets " : " meets or lies in or around ");
        add_ring(out, error->other_ring);
        qm_text_add(out, " at ");
        add_place(out, error->x, error->y);
        return;
    case QM__TABLE_HEIGHTS:
        add_heights(d, error, out);
        return;
    case QM__TABLE_LADDER_FOOT:
    case QM__TABLE_LADDER_HEAD:
    case QM__TABLE_LADDER_INSIDE:
        add_ladder(d, error, out);
        return;
    case QM__TABLE_LADDER_DOWN:
        qm_text_add(out, "its head at ");
        add_place(out, error->x, error->y);
        qm_text_add(out, " is not above its foot");
        return;
    }
}

static const char *name_of(const qm__table_draft *d, const qm__table_error *error) {
    switch (error->part) {
    case QM__PART_TABLE:
        break;
    case QM__PART_PRISM:
        return d->table->prisms[error->number].name;
    case QM__PART_AREA:
        return d->table->areas[error->number].name;
    case QM__PART_LADDER:
        return d->table->ladders[error->number].name;
    }
    return "";
}

void qm__table_faults(const qm__table_draft *d, const qm__table_error *errors, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const qm__table_error *error = &errors[i];
        const bool stands = error->fault == QM__TABLE_LADDER_FOOT || error->fault == QM__TABLE_LADDER_HEAD ||
                            error->fault == QM__TABLE_LADDER_INSIDE;
        /* The size has been told when it was read; what a ladder touches is not known while a prism is missing. */
        if (error->part == QM__PART_TABLE || (d->broken && stands)) {
            continue;
        }
        char message[300];
        qm_text text = qm_text_over(message, sizeof message);
        spot place = {0};
        add_words(d, error, &text);
        find_spot(d, error, &place);
        qm__fault(d->making->load, place.value, &place.steps[place.depth - 1], "%s: %s", name_of(d, error), message);
    }
}
