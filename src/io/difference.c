/* What differs between two states, in words, field by field as the family declares them. */
#include "game/place.h"
#include "io/declared.h"
#include "quickmarch/io.h"

/* The fields of one figure or item that differ, but for the place of one that is gone from the table; false if none
 * does. */
static bool print_changes(const qm_scenario *scenario, const char *name, const void *before, const void *after,
                          const qm_field *fields, size_t count, bool gone, bool first, qm_text *out) {
    const qm__names names = {&scenario->rules, scenario};
    const int at = qm__at_field(scenario->family->facts, fields, count);
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        const int32_t value = qm__field_get(after, &fields[i]);
        const bool place = (int)i == at;
        const qm_place now = place ? qm__at_get(after, &fields[i]) : (qm_place){0};
        const bool nowhere =
            now.x == 0 && now.y == 0 && now.z == 0; /* off the table, or carried: the rest says which */
        const bool same = place ? nowhere || qm__place_same(qm__at_get(before, &fields[i]), now)
                                : value == qm__field_get(before, &fields[i]);
        const qm_field *field = &fields[i];
        i += place ? 2 : 0;
        if ((field->flags & QM_FIELD_QUIET) || same || (place && gone)) {
            continue;
        }
        if (any) {
            qm_text_add(out, ", ");
        } else {
            qm_text_addf(out, "%s%s: ", first ? "" : "; ", name);
        }
        any = true;
        if (place) {
            qm_text_add(out, "at ");
            qm_place_print(scenario, now, out);
            continue;
        }
        if (field->type != QM_TYPE_WORD) { /* a word speaks for itself */
            qm_text_addf(out, "%s ", field->name);
        }
        const qm__declared declared = qm__declared_field(field);
        qm__declared_print(&declared, &names, value, out);
    }
    return any;
}

void qm_state_difference(const qm_scenario *scenario, const qm_state *before, const qm_state *after, qm_text *out) {
    const qm_rules_facts *facts = scenario->family->facts;
    const size_t figure_size = scenario->family->figure_state_size, item_size = scenario->family->item_state_size;
    bool first = true;
    for (uint16_t i = 1; i <= scenario->figure_count; i++) {
        qm_look look;
        qm_figure_look(scenario, after, i, &look);
        first &= !print_changes(scenario, qm_figure_name(scenario, i), qm__figure_at(scenario, before, i, figure_size),
                                qm__figure_at(scenario, after, i, figure_size), facts->figure_state,
                                facts->figure_state_count, look.posture == QM_POSTURE_GONE, first, out);
    }
    for (uint16_t i = 1; i <= scenario->item_count; i++) {
        first &= !print_changes(scenario, qm_item_name(scenario, i), qm__item_at(scenario, before, i, item_size),
                                qm__item_at(scenario, after, i, item_size), facts->item_state, facts->item_state_count,
                                false, first, out);
    }
    if (first) {
        qm_text_add(out, "nothing changes");
    }
}
