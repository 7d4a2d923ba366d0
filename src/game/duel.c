/* Rolls of pools: dice that are not added up, for one figure or for several against each other.
 *
 * Invariant: a contest is one roll. Only the round that decides it is ever drawn to the end, recorded, asked for and
 * told; what came before it leaves no trace. Rejected: a roll for each round, a loop driven by dice that no walk of
 * outcomes could end.
 */
#include "base/random.h"
#include "game/drive.h"

_Static_assert(QM__DUEL_MAX == QM__CONTEST_MAX && QM__DUEL_DICE_MAX == QM__CONTEST_DICE_MAX &&
                   QM__DUEL_MAX == QM_POOLS_MAX && QM__DUEL_MAX * QM__DUEL_DICE_MAX <= QM_FACES_MAX &&
                   QM_FACES_MAX <= QM__POOL_DICE_MAX,
               "all speak of the same pools");

int qm__pools_class(const qm__roll *roll, const uint8_t *faces, int *value) {
    if (roll->shape == QM__DUEL) {
        const qm__contest contest = qm__roll_contest(roll);
        return qm__contest_winner(&contest, faces, value);
    }
    *value = qm__pool_points(faces, roll->dice, roll->cuts[1]);
    return *value >= roll->cuts[0] ? 0 : 1;
}

bool qm_faces_settle(const qm_wanted *wanted, const uint8_t *faces) {
    if (wanted->what != 1 || wanted->pool_count < 2 || wanted->pool_count > QM_POOLS_MAX) {
        return true;
    }
    qm__contest contest = {.count = wanted->pool_count, .sides = wanted->sides};
    unsigned dice = 0;
    for (size_t i = 0; i < wanted->pool_count; i++) {
        contest.dice[i] = wanted->pools.dice[i];
        contest.hits[i] = qm__pool_hits(wanted->sides, wanted->pools.least[i]);
        dice += contest.dice[i];
    }
    int points;
    return dice == 0 || (dice == wanted->dice && qm__contest_winner(&contest, faces, &points) >= 0);
}

uint8_t qm__pools_of(const qm__drive *drive, const qm__roll *roll, qm_pools *pools) {
    if (drive->duel) {
        memcpy(pools->figures, drive->duel->figures, drive->duel->count * sizeof pools->figures[0]);
        memcpy(pools->least, drive->duel->least, drive->duel->count);
        if (roll->shape == QM__DUEL) {
            memcpy(pools->dice, drive->duel->dice, drive->duel->count);
        }
        return drive->duel->count;
    }
    if (roll->shape == QM__POOL) {
        pools->figures[0] = roll->figure;
        pools->dice[0] = roll->dice;
        pools->least[0] = (int8_t)(roll->cuts[1] < 1 ? 1 : roll->cuts[1] > INT8_MAX ? INT8_MAX : roll->cuts[1]);
        return 1;
    }
    return 0;
}

uint16_t qm__duel_side(const qm__duel *duel, const qm_scenario *scenario) {
    const uint16_t side = qm_figure_side(scenario, duel->figures[0]);
    bool shared = true;
    for (size_t i = 1; i < duel->count; i++) {
        shared = shared && qm_figure_side(scenario, duel->figures[i]) == side;
    }
    return shared ? side : 0;
}

/* Rounds until one decides. After ROUNDS of them without a winner the winner is drawn by its chance, and faces are
 * found that make it win: nobody is favoured by that, and there is an end to it however rarely a round decides. */
void qm__duel_draw(qm__run *run, const qm__roll *roll) {
    enum { ROUNDS = 200 };
    const qm__contest contest = qm__roll_contest(roll);
    int points;
    for (int round = 0; round < ROUNDS; round++) {
        qm__draw_faces(run, roll);
        if (qm__contest_winner(&contest, run->faces, &points) >= 0) {
            return;
        }
    }
    uint64_t weights[QM__CONTEST_MAX], all = 0;
    qm__contest_weights(&contest, weights);
    for (size_t i = 0; i < contest.count; i++) {
        all += weights[i];
    }
    const uint64_t bits = qm__random_at(run->drive->seed, run->drive->index++) >> 11;
    double drawn = (double)bits / (double)(UINT64_C(1) << 53) * (double)all;
    int winner = 0, last = 0;
    for (int i = 0; i < contest.count; i++) {
        last = weights[i] > 0 ? i : last;
    }
    while (winner < last && drawn >= (double)weights[winner]) {
        drawn -= (double)weights[winner++];
    }
    qm__contest_example(&contest, winner, run->faces);
}

int qm__duel_take(qm__run *run, const qm__duel *duel) {
    qm__roll roll = {.kind = duel->kind,
                     .figure = duel->figures[0],
                     .other = duel->figures[1],
                     .sides = duel->sides,
                     .shape = QM__DUEL,
                     .cut_count = duel->count};
    for (size_t i = 0; i < duel->count; i++) {
        roll.dice = (uint8_t)(roll.dice + duel->dice[i]);
        roll.cuts[i] = (int16_t)(duel->dice[i] << 8 | qm__pool_hits(duel->sides, duel->least[i]));
    }
    const qm__contest contest = qm__roll_contest(&roll);
    if (!qm__contest_open(&contest)) {
        roll = (qm__roll){.kind = roll.kind,
                          .figure = roll.figure,
                          .other = roll.other,
                          .dice = 1,
                          .sides = duel->count,
                          .shape = QM__PICK};
    }
    run->drive->duel = duel;
    const int winner = qm__roll_take(run, &roll);
    run->drive->duel = NULL;
    return winner;
}
