/* Links in a reach: what its parts share: rounds (reach_rounds.c), prices (reach_passages.c), links taken straight on
 * (reach_links.c), slantwise (reach_leaps.c), and at places (reach_places.c). */
#ifndef QM_SPACE_TABLE_REACH_LINKS_INSIDE_H
#define QM_SPACE_TABLE_REACH_LINKS_INSIDE_H

#include "space/table/links_inside.h"
#include "space/table/reach_inside.h"

#define QM__GAIN 0.01 /* units: less than this is no gain */
/* Places of a landing that are looked at before anything is laid on it; by the inch, at which links are taken. */
enum { QM__PLACES_MAX = 13, QM__LANDED_MAX = 25, QM__BESIDE_MAX = 24, QM__SIGHTINGS_MAX = 1024 };

/* A link with its price, or a part of one that bodies leave of it. */
typedef struct qm__passage {
    uint32_t link;
    qm__xy a, b;   /* the ends of its take-off */
    bool straight; /* taken straight on by `shift`, and one pays the same for areas all along */
    bool place;    /* its take-off is one place */
    bool tied; /* its landing is that of its take-off, moved: climbs without going sideways, ladders, straight drops */
    qm__xy shift;
    double cost;  /* straight: all told, but for areas */
    double least; /* no less than this is ever paid for it */
    uint32_t band_count;
    uint32_t band_first, band_end; /* those that it is taken for at present: see qm__passages_choose */
    qm__link_price bands[QM__BANDS_MAX];
} qm__passage;

typedef struct qm__reaching {
    qm__reach *reach;
    const qm__reach *before; /* asked what take-offs cost: the reach itself or, while links are taken that can fail,
                                what it was before the first of them */
    qm__scene scene;
    qm__fan_work *fan;
    qm__passage *passages;
    qm__fan_mark *marks, *wanted; /* of all passages; those that a source may gain something by */
    uint32_t passage_count, passage_max, mark_count;
    uint32_t even_left; /* so many more parts between borders of areas have room */
    qm__events events;  /* along a take-off */
    qm__fan_stop *stops;
    qm__seed *seeds; /* to spread from in the next round */
    uint32_t seed_count;
    uint32_t seed_first, arrival_first, image_first; /* those from here on are new in this round */
    uint32_t seed_end, arrival_end;                  /* … up to here: then come those of the next one */
    uint32_t image_end;    /* the same; UINT32_MAX: those that come on the way are looked from at once */
    double *landed;        /* by passage and place of its landing: what it is known to cost at most */
    double *beside;        /* the same by body and place around it, on the level where … */
    int32_t *beside_level; /* … somebody landed beside it last; -1 = none */
    bool failed;
} qm__reaching;

/* Its landing. */
static inline qm__curve qm__passage_on(const qm__passage *p, const qm__link *link) {
    return p->tied ? (qm__curve){.a = qm__plus(p->a, p->shift), .b = qm__plus(p->b, p->shift)} : link->on;
}
/* The price of a length in plan; negative when the link may not be taken so, or is not at present. */
double qm__passage_price(const qm__passage *p, double length);
/* Whether it can fail when it is so long. */
bool qm__passage_fails(const qm__passage *p, double length);
/* Prices all links and marks their take-offs in the scene. */
void qm__passages_find(qm__reaching *l);
/* Which bands links are taken for from now on: those that cannot fail, and of those that can, the ones that join as
 * this number says, or all of them (QM__ANY_JOINS). Longer ones are no safer, so the former come first. A passage
 * without any has a `least` beyond all budgets. */
enum { QM__ANY_JOINS = -1, QM__NO_RISKS = -2 };
void qm__passages_choose(qm__reaching *l, bool sure, int risky);
/* Spreads from a place in the next round. */
void qm__reaching_queue(qm__reaching *l, const qm__seed *seed);
/* Whether a place costs more by all sources so far. */
bool qm__reaching_gains(const qm__reach *r, qm__xy at, int level, double cost);
/* Keeps an image if it is cheaper than all sources so far somewhere on its landing, by at least `gain`; false = not. */
bool qm__reaching_keep(qm__reaching *l, const qm__image *image, double gain);
/* Whether there is ground to turn back to somewhere just before a landing, which is come to in a direction: on its own
 * level or, where that ends there, a step away. */
bool qm__reaching_turns_back(const qm__reach *r, const qm__fan *fan, qm__xy in);
/* Keeps the image behind a landing and, if there is ground to turn back to just before it, its mirror image; each only
 * if it is cheaper somewhere than all sources so far, by more than `gain`. */
void qm__reaching_image(qm__reaching *l, qm__image *image, double gain, qm__xy off, qm__xy on);
/* A place where a link lands becomes a source of its own, unless it is one already. */
void qm__reaching_land(qm__reaching *l, const qm__seed *seed);
/* What the areas cost in which a link lands: once if they have not been met, and for coming in from outside. `paid`:
 * those that may have been come into before. What is seen of a take-off ends right at the border of one that has not
 * been paid for, and its end may count as inside. */
double qm__landing_toll(const qm__reaching *l, const qm__link *link, qm__xy off, qm__xy on, uint64_t paid,
                        uint64_t *met);
/* A source that sees a stretch of a take-off. */
typedef struct qm__sighting {
    const qm__fan *fan;
    double cost;    /* at its first ray */
    uint64_t areas; /* met so far */
    uint32_t depth; /* links taken so far */
    qm__xy a, b;    /* the stretch */
    bool seen;      /* from beside it; false: the source stands on it */
} qm__sighting;
/* Takes a link from what a source sees of its take-off, at all its prices, to wherever it lands. */
void qm__reaching_leap(qm__reaching *l, const qm__passage *p, const qm__sighting *from);
/* Whether a source may gain something by a passage whose take-off it may see; false when it surely does not. */
bool qm__reaching_may_gain(const qm__reaching *l, const qm__passage *p, const qm__fan *fan, double cost);
/* Looks from all sources that are new, and takes the links that they see. */
void qm__reaching_look(qm__reaching *l);
/* Whether an image is of no use any more: wherever it passes, another source of a reach is cheaper. */
bool qm__image_beaten(const qm__reach *r, const qm__image *image);
/* Takes links at places, those that leave from levels that new sources have come to. */
void qm__reaching_places(qm__reaching *l);

#endif
