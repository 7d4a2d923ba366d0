/* Forecasts: what an order would bring, number by number, as the family computes it; and who shoots in it. Here the
 * order is checked to be the one judged, and chances are added up.
 *
 * At least so many is summed from the far end, where chances are small, so that what is left of them is not lost in the
 * rounding of a difference from 1.
 */
#include <string.h>

#include "base/root.h"
#include "game/scratch.h"

qm_result qm_forecast(const qm_scenario *scenario, const qm_state *state, qm_scratch *scratch, qm_policy policy,
                      qm_forecast_result *out) {
    const qm_result fit =
        out && policy <= QM_POLICY_LAST ? qm__prepared_fits(scenario, state, scratch) : QM_ERROR_USAGE;
    if (fit != QM_OK || !scenario->family->forecast) {
        return fit == QM_OK ? QM_ERROR_USAGE : fit;
    }
    *out = (qm_forecast_result){.policy = (uint8_t)policy};
    const bool told =
        scenario->family->forecast(scenario, state, &scratch->order, qm__scratch_part(scratch, scratch->prepared_at),
                                   policy, qm__scratch_part(scratch, scratch->search_at), out);
    out->too_many = !told;
    return QM_OK;
}

qm_result qm_forecast_tally(const qm_scenario *scenario, const qm_forecast_result *forecast, const qm_events *events,
                            int32_t *values) {
    if (!scenario || !forecast || !events || events->dropped > 0 || !values || !scenario->family->tally) {
        return QM_ERROR_USAGE;
    }
    memset(values, 0, forecast->count * sizeof *values);
    scenario->family->tally(scenario, forecast, events, values);
    return QM_OK;
}

double qm_sample_error(double share, uint64_t samples) {
    const double rest = 1 - share; /* of a share that was added up, what rounding left of nothing is nothing */
    return samples > 0 && rest > 1e-12 ? 1.96 * qm__root(share * rest / (double)samples) : 0;
}

qm_result qm_shots(const qm_scenario *scenario, const qm_state *state, qm_scratch *scratch, qm_shot *shots,
                   uint32_t capacity, uint32_t *count) {
    const qm_result fit = shots && count ? qm__prepared_fits(scenario, state, scratch) : QM_ERROR_USAGE;
    if (fit != QM_OK || !scenario->family->shots) {
        return fit == QM_OK ? QM_ERROR_USAGE : fit;
    }
    *count = scenario->family->shots(scenario, state, &scratch->order, qm__scratch_part(scratch, scratch->prepared_at),
                                     qm__scratch_part(scratch, scratch->search_at), shots, capacity);
    return QM_OK;
}

double qm_spread_at_least(const qm_spread *spread, int32_t value) {
    double sum = 0;
    if (value <= spread->low) {
        return 1;
    }
    for (uint32_t i = spread->count; i > 0 && spread->low + (int64_t)i - 1 >= value; i--) {
        sum += spread->chances[i - 1];
    }
    return sum > 1 ? 1 : sum;
}

double qm_spread_mean(const qm_spread *spread) {
    double mean = 0;
    for (uint32_t i = 0; i < spread->count; i++) {
        mean += spread->chances[i] * (double)(spread->low + (int64_t)i);
    }
    return mean;
}
