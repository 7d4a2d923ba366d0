/* Counting what the dice of an order come to in many plays, for what cannot be reckoned exactly.
 *
 * Invariant: what is counted of a number adds up to the plays that were counted.
 */
#include "tally.h"

#include <stdlib.h>
#include <string.h>

enum { EVENTS = 1024, VALUES = 32 };

void cli_tally_start(cli_tally *tally, const qm_scenario *scenario, const qm_state *state, qm_scratch *scratch,
                     qm_policy policy) {
    int32_t values[QM_SPREADS_MAX];
    *tally = (cli_tally){0};
    if (qm_forecast(scenario, state, scratch, policy, &tally->forecast) != QM_OK ||
        qm_forecast_tally(scenario, &tally->forecast, &tally->events, values) != QM_OK) {
        tally->forecast.count = 0;
    }
}

qm_result cli_tally_grow(cli_tally *tally) {
    const uint32_t wanted = tally->events.count + tally->events.dropped;
    const uint32_t capacity = wanted < EVENTS ? EVENTS : 2 * wanted;
    qm_event *items = realloc(tally->events.items, capacity * sizeof *items);
    if (!items) {
        return QM_ERROR_MEMORY;
    }
    tally->events = (qm_events){.items = items, .capacity = capacity};
    return QM_OK;
}

/* Room for a value. */
static bool make_room(cli_tally *tally, uint32_t number, uint32_t value) {
    const uint32_t old = tally->limits[number];
    uint32_t limit = old > 0 ? old : VALUES;
    while (limit <= value) {
        limit *= 2;
    }
    double *counts = limit > old ? realloc(tally->counts[number], limit * sizeof *counts) : tally->counts[number];
    if (!counts) {
        return false;
    }
    memset(counts + old, 0, (limit - old) * sizeof *counts);
    tally->counts[number] = counts;
    tally->limits[number] = limit;
    return true;
}

qm_result cli_tally_add(cli_tally *tally, const qm_scenario *scenario) {
    int32_t values[QM_SPREADS_MAX];
    if (tally->forecast.count == 0) {
        return QM_OK;
    }
    const qm_result result = qm_forecast_tally(scenario, &tally->forecast, &tally->events, values);
    for (uint32_t i = 0; result == QM_OK && i < tally->forecast.count; i++) {
        if (!make_room(tally, i, (uint32_t)values[i])) {
            return QM_ERROR_MEMORY;
        }
        tally->counts[i][values[i]]++;
    }
    tally->samples += result == QM_OK;
    return result;
}

const qm_forecast_result *cli_tally_shares(cli_tally *tally) {
    qm_forecast_result *forecast = &tally->forecast;
    forecast->too_many = false;
    forecast->samples = tally->samples;
    for (uint32_t i = 0; i < forecast->count; i++) {
        uint32_t count = tally->limits[i];
        while (count > 1 && tally->counts[i][count - 1] == 0) {
            count--;
        }
        for (uint32_t n = 0; n < count; n++) {
            tally->counts[i][n] /= (double)tally->samples;
        }
        forecast->spreads[i].low = 0;
        forecast->spreads[i].count = count;
        forecast->spreads[i].chances = tally->counts[i];
    }
    return forecast;
}

void cli_tally_free(cli_tally *tally) {
    for (uint32_t i = 0; i < QM_SPREADS_MAX; i++) {
        free(tally->counts[i]);
    }
    free(tally->events.items);
    *tally = (cli_tally){0};
}
