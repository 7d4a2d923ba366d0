/* Quickmarch: dice, as exact distributions.
 *
 * A distribution lists every outcome of some dice with its chance. Chances come from integer weights ("5 ways of 36");
 * the doubles beside them are made from these, and sum to 1 within 1e-12. Where the number of ways passes 64 bits the
 * weights are given up (`exact` is false) and only the doubles remain.
 *
 * Dice are written as players write them: 2d6+1, 1d-1 (a d without sides is a d6), 4d6kh3 (keep the three highest),
 * 4d6kl3 (keep the three lowest), 5d10>=6 (count the dice that show 6 or more).
 *
 * Nothing here rolls, allocates or remembers: every function computes from its arguments.
 */
#ifndef QUICKMARCH_DICE_H
#define QUICKMARCH_DICE_H

#include "quickmarch/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------------------- notation */

#define QM_DICE_COUNT_MAX 100 /* dice thrown together */
#define QM_DICE_SIDES_MAX 128
#define QM_DICE_ADD_MAX 10000 /* the constant, either way */

/* What is read off the dice. */
typedef enum qm_dice_kind {
    QM_DICE_SUM,       /* the sum of all */
    QM_DICE_KEEP_HIGH, /* the sum of the `keep` highest */
    QM_DICE_KEEP_LOW,  /* the sum of the `keep` lowest */
    QM_DICE_POOL       /* how many show at least `at_least` */
} qm_dice_kind;

/* Some dice and how they are read. A field that the kind does not use is 0. */
typedef struct qm_dice_spec {
    qm_dice_kind kind;
    uint16_t count;    /* dice, 1 to QM_DICE_COUNT_MAX */
    uint16_t sides;    /* of each die, 2 to QM_DICE_SIDES_MAX */
    uint16_t keep;     /* 1 to count; for the two keeping kinds */
    uint16_t at_least; /* a face, 1 to sides; for pools */
    int32_t add;       /* added to the sum; 0 for pools */
} qm_dice_spec;

/* What is wrong with a text that should be dice. */
typedef struct qm_dice_error {
    size_t at;           /* offset in bytes of the first wrong character; the text's length if it ends too early */
    const char *message; /* one sentence without its full stop; static, never freed */
} qm_dice_error;

/* Reads dice notation; the whole text must be used, blanks are not allowed. On QM_ERROR_INPUT `error` (may be NULL)
 * says where and why, and `spec` is left as it was. */
QM_API qm_result qm_dice_parse(const char *text, qm_dice_spec *spec, qm_dice_error *error);
/* Writes the notation with the sides always named ("1d6-1"). Read back, it gives the same spec. */
QM_API void qm_dice_print(const qm_dice_spec *spec, qm_text *out);
/* NULL if the spec keeps every limit named above and has at most QM_DIST_MAX outcomes; otherwise what is wrong with it,
 * as a static sentence. */
QM_API const char *qm_dice_complaint(const qm_dice_spec *spec);

/* -------------------------------------------------------------------------------------------- distributions */

#define QM_DIST_MAX 128 /* outcomes from the lowest to the highest */

/* A distribution over the integers low, low+1, … low+count-1. Plain data. The first and the last outcome are possible
 * ones; those between may have weight 0. Entries beyond `count` are 0. */
typedef struct qm_dist {
    int32_t low;
    uint32_t count;          /* 1 to QM_DIST_MAX */
    bool exact;              /* the weights hold */
    uint64_t total;          /* sum of the weights; 0 if not exact */
    uint64_t w[QM_DIST_MAX]; /* ways to get low+i; all 0 if not exact */
    double p[QM_DIST_MAX];   /* chance of low+i */
} qm_dist;

/* A chance: `ways` of `total` where exact, and the same as a double. */
typedef struct qm_chance {
    double p;
    bool exact;
    uint64_t ways;  /* 0 if not exact */
    uint64_t total; /* 0 if not exact */
} qm_chance;

/* Constructors. All return QM_ERROR_USAGE for arguments out of range, and QM_ERROR_LIMIT when the outcomes would not
 * fit QM_DIST_MAX or int32; `out` is then left as it was. `out` may be one of the inputs. */

/* One outcome, certain. */
QM_API qm_result qm_dist_constant(int32_t value, qm_dist *out);
/* The sum of `count` dice of `sides` sides, and `add`. */
QM_API qm_result qm_dist_sum(int count, int sides, int32_t add, qm_dist *out);
/* The sum of the `keep` highest of `count` dice. */
QM_API qm_result qm_dist_keep_high(int count, int sides, int keep, qm_dist *out);
/* The sum of the `keep` lowest of `count` dice. */
QM_API qm_result qm_dist_keep_low(int count, int sides, int keep, qm_dist *out);
/* How many of `count` dice show `at_least` or more. A face below 1 or above `sides` is allowed: all or none do. */
QM_API qm_result qm_dist_pool(int count, int sides, int at_least, qm_dist *out);
/* The dice of a spec; QM_ERROR_USAGE where qm_dice_complaint complains. */
QM_API qm_result qm_dist_dice(const qm_dice_spec *spec, qm_dist *out);
/* The sum of two independent outcomes. */
QM_API qm_result qm_dist_add(const qm_dist *a, const qm_dist *b, qm_dist *out);
/* The negative of an outcome: with qm_dist_add, the difference of two. */
QM_API qm_result qm_dist_negate(const qm_dist *a, qm_dist *out);
/* The outcome moved by a constant. */
QM_API qm_result qm_dist_shift(const qm_dist *a, int32_t by, qm_dist *out);
/* The outcome, given that `keeps` is true of it: what "roll again until decided" comes to, without a loop over dice.
 * QM_ERROR_USAGE if no possible outcome is kept. */
QM_API qm_result qm_dist_given(const qm_dist *a, bool (*keeps)(int32_t outcome, const void *user), const void *user,
                               qm_dist *out);

/* The chance of exactly x, of x or less, of x or more. Any x may be asked. */
QM_API qm_chance qm_dist_exactly(const qm_dist *dist, int32_t x);
QM_API qm_chance qm_dist_at_most(const qm_dist *dist, int32_t x);
QM_API qm_chance qm_dist_at_least(const qm_dist *dist, int32_t x);
/* The mean outcome. */
QM_API double qm_dist_mean(const qm_dist *dist);
/* Writes a chance as a reduced fraction ("5/36", "0", "1"); one that is not exact as "about 0.138889". */
QM_API void qm_chance_print(qm_chance chance, qm_text *out);

#ifdef __cplusplus
}
#endif
#endif
