/* Units: figures that act as one, in families that say so.
 *
 * Invariant: where there are units every figure is in exactly one of them, and the figures of a unit are numbered one
 * after the other; so a unit is known by its first figure, which is what orders and states hold. Rejected: ids of units
 * beside those of figures in orders, states and events; everything that has an actor would have needed both.
 */
#include "base/name.h"
#include "game/scenario.h"

uint16_t qm_unit_count(const qm_scenario *scenario) {
    return scenario->unit_count;
}

const char *qm_unit_name(const qm_scenario *scenario, uint16_t unit) {
    return unit >= 1 && unit <= scenario->unit_count ? scenario->units[unit - 1].name : "";
}

uint16_t qm_unit_named(const qm_scenario *scenario, const char *name) {
    for (uint16_t i = scenario->unit_count; i > 0; i--) {
        if (qm__same(scenario->units[i - 1].name, name)) {
            return i;
        }
    }
    return 0;
}

uint16_t qm_figure_unit(const qm_scenario *scenario, uint16_t figure) {
    return figure >= 1 && figure <= scenario->figure_count ? scenario->figures[figure - 1].unit : 0;
}

void qm_unit_figures(const qm_scenario *scenario, uint16_t unit, uint16_t *first, uint16_t *count) {
    const bool there = unit >= 1 && unit <= scenario->unit_count;
    *first = there ? scenario->units[unit - 1].first : 0;
    *count = there ? scenario->units[unit - 1].count : 0;
}

const char *qm_actor_name(const qm_scenario *scenario, uint16_t figure) {
    const uint16_t unit = qm_figure_unit(scenario, figure);
    return unit ? qm_unit_name(scenario, unit) : qm_figure_name(scenario, figure);
}

uint16_t qm_actor_named(const qm_scenario *scenario, const char *name) {
    const uint16_t figure = qm_figure_named(scenario, name), unit = figure ? 0 : qm_unit_named(scenario, name);
    return unit ? scenario->units[unit - 1].first : figure;
}
