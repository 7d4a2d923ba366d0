/* Tables for benchmarks: read from scenario files, laid side by side to make larger ones, places strewn over them; and
 * what else the benchmarks of the table share: the walker and the judge of ways.
 *
 * Files are scenarios of the toy family on a table (test/toy/walkers.h), which lends its reader; what is measured is
 * the space and no rules.
 */
#ifndef QM_BENCH_SCENE_H
#define QM_BENCH_SCENE_H

#include "quickmarch/ask.h"
#include "space/table/links.h"

typedef struct scene {
    qm_scenario *scenario; /* what was read; NULL for a table laid out of others */
    qm__arena arena;
    qm__table table;
    qm__body *bodies; /* the figures of the file: all of them block */
    uint16_t body_count;
} scene;

/* Who walks in all benchmarks: the toy family's figures, on a base of one inch. */
extern const qm__walker scene_walker;

/* Ends the program with a message when the file is not right. */
void scene_read(scene *out, const char *path);
/* columns × rows copies side by side. */
void scene_lay(scene *out, const scene *one, int columns, int rows);
void scene_free(scene *s);
/* Prepares the walker's walks over terrain alone. */
void scene_prepare(const scene *s, qm__arena *arena, const qm__levels **levels, const qm__walks **walks);

/* Links in all benchmarks and what they cost, for an ask (the context is not looked at). */
extern const qm__link_rules scene_link_rules;
int scene_price(const void *context, const qm__links *links, uint32_t link, qm__link_price out[QM__BANDS_MAX]);

/* A generator of this program's own, for places and pairs. */
uint32_t scene_draw(uint64_t *seed, uint32_t below);
/* A place, drawn uniformly over the table and then over the levels there, where a base can stand. */
qm__spot scene_spot(const qm__levels *levels, const qm__crowd *crowd, uint64_t *seed);
/* Whether a way is legal as the points that a person would type in, and how long they are. */
bool scene_way_legal(const qm__levels *levels, const qm__crowd *crowd, qm__spot from, const qm__way *way,
                     double *length);

#endif
