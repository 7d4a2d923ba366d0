/* Links: ways between places that are not walked: climbs, ladders, jumps over gaps, drops. And the search over walks
 * and links.
 *
 * A link joins a *take-off curve* on one level and a *landing curve* on another (or the same): both are straight
 * stretches or arcs on which the base's centre can be. Links are found along whole rims, so a rim of ten inches is one
 * link and not a hundred sampled ones:
 *
 * - CLIMB: foot: the line at one radius outside of a face; top: the rim itself (with `whole` support: one radius
 *   inside). The same part of both, or sideways by at most the leeway, so feet reach farther along the face than tops
 *   by that, and tops than feet; its length in plan is the slide and the way sideways added up. Up or down. The face is
 *   solid and climbable from a step above the foot to the top; storeys in one line are one face. At the top nothing
 *   rises above the edge, and beyond it the drop is more than a step. Also (`overs`) from foot to foot, straight over a
 *   solid with two parallel faces and no place to stand on its top between them; its slide is the way across.
 * - LADDER: its two ends, up or down.
 * - JUMP: from a rim above a drop of more than a step (or of any: `jump_low`) to the first places beyond where the base
 *   can be on a surface that is higher than what lies below the rim by more than a step (or at all: `jump_low`); any
 *   take-off point, any landing point. A flight leads outwards over its rim, also one that lands beside a body. First
 *   places are those at which a straight line from the take-off comes to where the base can be, for each level by
 *   itself: places on other levels are passed over. A rim with a railing higher than a step is none.
 * - DROP: likewise, to what lies below a rim above a drop of more than a step, or lower.
 *
 * A person may choose a spot beyond the first places (qm__link_ask). Links, routes and reach keep to the first ones:
 * the same flight is then shorter and the rest of it is walked. Where a flight costs its length (`per_unit` 1 or more),
 * nothing is gained by flying on, but over areas with a price, which a flight passes over unpaid, and over bodies that
 * stand on the landing. Where its length costs nothing, flying on saves walking. Such spots are for a person to find.
 *
 * A flight passes over solids and bodies that do not rise above the take-off plus `clearance` (of bodies that can be
 * passed, those that are so `afoot` alone are asked too), and over solids that rise above the take-off by no more than
 * a step, or no higher than the landing. Where low things bar (`low_bars`), solids up to a step higher are passed over
 * only if the flight lands on them or on others as high as they are, or if they are beside its line and below the base
 * where it takes off or lands; and railings up to a step high if they are of the terrain that it takes off from or
 * lands on.
 *
 * The caller prices each link: what it costs besides its length in plan, and the chance that it goes well. For jumps
 * and drops the price may depend on their length, in bands: up to 1" no check, up to 3" one. The search finds, for
 * every band, the best take-off and landing.
 */
#ifndef QM_SPACE_TABLE_LINKS_H
#define QM_SPACE_TABLE_LINKS_H

#include "space/table/fall.h"
#include "space/table/walk.h"

typedef enum qm__link_kind { QM__LINK_CLIMB = 1, QM__LINK_LADDER, QM__LINK_JUMP, QM__LINK_DROP } qm__link_kind;

/* A stretch on which centres can be. */
typedef struct qm__curve {
    qm__xy a, b;   /* its ends */
    qm__xy centre; /* arc */
    double radius; /* arc: above 0, from a to b to the left; straight: 0; a point: a = b */
} qm__curve;

typedef struct qm__link {
    uint8_t kind; /* qm__link_kind */
    uint8_t some; /* 1 = not every flight between its two curves is clear: each one taken is to be asked
                     (qm__flight_clear) */
    uint8_t zero[2];
    int32_t from, to;   /* levels */
    qm__curve off, on;  /* take-off and landing */
    qm__xy out;         /* away from the face or rim, length 1; ladders: (0, 0) */
    int32_t rise;       /* landing height less take-off height, units */
    int32_t over;       /* climbs over what is too thin to stand on: its top less the take-off height; 0 for others */
    int32_t prism;      /* the solid that is climbed or left; ladders: the number of the ladder */
    int32_t below_z;    /* jumps and drops: the highest surface right below the rim that is left. It is the same all
                           along the rim, and tells jumps from drops. What a single flight passes over farther out:
                           qm__flight_below; where one who falls comes to rest: qm__fall_find. Ladders: the foot */
    double least, most; /* length in plan of the shortest flight and of the longest one allowed (`some`: of all, clear
                           or not); climbs: the slide onto the edge (or across), and with all of the leeway sideways */
    double gap;         /* jumps: no flight has a shorter unsupported stretch, from the edge that is left to the surface
                           that is landed on; at most `least`, and just that where the landing is the edge of that
                           surface. That of a single flight: qm__flight_below */
} qm__link;

typedef struct qm__link_rules {
    int32_t jump_most; /* longest jump or drop in plan, units; 0 = none are looked for */
    int32_t rise_most; /* highest landing above the take-off; the deepest fall is free */
    int32_t clearance; /* how far above the take-off a flight passes over things: 0 = feet; what is at most a step high,
                          or no higher than the landing, is passed over all the same */
    int32_t leeway;    /* sideways on climbs */
    int32_t over;      /* `tall_bodies_bar`: how far above the take-off bodies may rise that are passed over; may be
                          negative */
    bool climbs, ladders, jumps, drops;
    bool overs;    /* climbs also lead over what is too thin to stand on */
    bool low_bars; /* solids that rise above the take-off and the clearance bar a flight, even by less than a step */
    bool tall_bodies_bar; /* bodies that rise above the take-off and `over` do, whatever the clearance is */
    bool jump_low;     /* jumps leave rims above any drop, land on all that is higher than what lies below the rim, by
                          however little, and every level has first places of its own: for rules by which a step is not
                          as good as no step */
    bool drop_to_foot; /* drops go straight down to the foot of the ledge alone, to the surface that is there: its
                          height is then `below_z`, even if something lower lies right below the edge */
} qm__link_rules;

/* All links of a table for a walker, without bodies. */
typedef struct qm__links {
    const qm__levels *levels;
    qm__link_rules rules;
    const qm__link *items;
    uint32_t count;
} qm__links;
/* Whether a flight, climb or ladder from one point of its take-off curve to one of its landing curve is free of terrain
 * and of the bodies that block; whether the base can be at both ends is not asked. */
bool qm__flight_clear(const qm__links *links, uint32_t link, const qm__crowd *crowd, qm__xy off, qm__xy on);
/* What lies below a jump or drop from one point to another: at every point under the line of its centre it is the
 * highest surface that is no higher than the higher end; told are the heights of the lowest and the highest of these.
 * The line is looked at from where it leaves the surface that it takes off from, to where the height of the landing
 * begins and goes on to the landing; where that is all of it, both are that height. */
typedef struct qm__below {
    int32_t lowest, highest;
    double gap; /* the length of that line: the unsupported stretch of a jump */
} qm__below;
qm__below qm__flight_below(const qm__links *links, uint32_t link, qm__xy off, qm__xy on);
/* The unsupported stretch alone, of any flight between two heights, whether a link leads there or not. */
double qm__gap_below(const qm__levels *levels, int32_t from, int32_t to, qm__xy off, qm__xy on);
qm_result qm__links_make(const qm__walks *walks, const qm__rims *rims, const qm__link_rules *rules, qm__arena *arena,
                         const qm__links **out);

/* A link as a person asks for it: from one place to another, in whole units. On oblique edges whole units lie beside
 * the curves, so both ends may be off theirs by as much as this. */
#define QM__LINK_TOUCH 1.0 /* units */
/* What a way sideways along a face may be more than the rules let it: on oblique faces as much, for neither end is
 * exact; along an axis whole units lie opposite each other. */
static inline double qm__link_aside(qm__xy face) {
    return face.x == 0 || face.y == 0 ? QM__SLACK : QM__LINK_TOUCH;
}
/* The later, the nearer it came to being one. */
typedef enum qm__link_fault {
    QM__LINK_NO_KIND = 0, /* no link of this kind leads from the one level to the other, or none over the rim that the
                             flight leaves */
    QM__LINK_NO_START,    /* none begins here: the nearest one begins `distance` away, at `at` */
    QM__LINK_NO_END,      /* it begins here and ends `distance` away from the place asked for, at `at`, and the place is
                             not behind that */
    QM__LINK_NOWHERE,     /* it begins and ends there, but a flight between these places crosses nothing */
    QM__LINK_SIDEWAYS,    /* it would go sideways by `distance`, more than the leeway */
    QM__LINK_LONG,        /* its length in plan, `distance`, is more than the rules allow */
    QM__LINK_STOPPED,     /* something is in the way: see `why` */
    QM__LINK_GOOD
} qm__link_fault;
typedef struct qm__link_asked {
    uint8_t fault; /* qm__link_fault */
    uint32_t link; /* the one it is, or would be; NO_KIND: nothing */
    double distance;
    double sideways; /* climbs, and drops straight down: how far along the face its ends are apart */
    double beyond;   /* flights: how far beyond the link's own landings the place asked for is, along the flight; 0 = it
                        is one of them, or beside a body that takes some of them; NO_START: how far its landings are
                        from that place */
    qm__xy at;
    qm__obstruction why; /* STOPPED */
} qm__link_asked;
/* A flight may land on any place of its level that it comes to behind one of its link's landings, on this surface or
 * behind another gap, within `jump_most`; of several links it is the one whose landings it passed last. It is STOPPED
 * there when the base cannot be at that place. Drops with drop_to_foot go to the foot alone. A flight may also land
 * beside a body that takes some of its link's landings. Otherwise it is not asked whether the base can be at the ends,
 * and in no case whether it can stand there. A spot whose level a jump comes to over a step, from places where it could
 * have landed on another level, is behind no landing: one lands there, and steps (but see jump_low). */
bool qm__link_ask(const qm__links *links, qm__link_kind kind, const qm__crowd *crowd, qm__spot from, qm__spot to,
                  qm__link_asked *out);
/* A climb over whatever is too thin to stand on, from one foot straight to another. */
typedef struct qm__over {
    int32_t prism;           /* the highest of what is climbed over */
    int32_t top;             /* its height */
    bool sheer;              /* some of it cannot be climbed */
    qm__xy face;             /* along the face that is climbed up */
    double across, sideways; /* square to that face and along it */
} qm__over;
/* Whether there is one: solids that rise more than a step above both feet, one of them beside each, with no place to
 * stand on the highest and free air over it. How far it may go sideways, and whether the base can be at both feet, is
 * not asked. Links over such solids are taken from here, so qm__link_ask leaves them out. */
bool qm__over_find(const qm__levels *levels, qm__spot from, qm__spot to, qm__over *out);
/* The ends, in whole units, for a piece of a route that is a link: places where the base can be (`stop`: could stop),
 * between which qm__link_ask finds the link, no longer in plan than `most` when rounded to a unit. They are among the
 * QM__WHOLE_NEAR places nearest to the piece's own ends, so no more than 3 units off: near ones first, and those that are
 * in no area that the piece's ends are not in before others. False when there are none. */
bool qm__link_whole(const qm__links *links, const qm__crowd *crowd, const qm__piece *piece, double most, bool stop,
                    qm__spot *off, qm__spot *on);

/* What a link costs when it is taken over a length in plan. `chance` 0 = it may not be taken so. A band of longer
 * lengths must be neither cheaper nor safer than one of shorter lengths. */
typedef struct qm__link_price {
    double up_to;    /* this price holds for lengths up to this, of flights when they are rounded to a unit; the last
                        band: at least link->most. A flight that lands beside a body may be longer than that: it has the
                        price of the last band. One to a chosen spot may be as long as jump_most: bands that depend on
                        the length go up to that */
    double cost;     /* units, all told: length, height, whatever counts */
    double per_unit; /* … and for each unit of length in plan (0 or 1 for most rules) */
    double chance;   /* 0 to 1 */
    bool stops;      /* it is taken from and to places where the base could stop, as one that can fail always is */
    uint8_t joins;   /* links with the same number that follow each other on foot go well together or not at all: the
                        chance of the first is that of all of them; 0 = it stands alone */
} qm__link_price;
#define QM__BANDS_MAX 4
/* Whether a link at this price begins and ends where the base could stop, so that there is somewhere to leave it. */
static inline bool qm__price_stops(const qm__link_price *price) {
    return price->stops || price->chance < 1;
}
/* Writes the bands of one link, ascending, and returns how many (0 = it may not be taken). Must be a pure function. */
typedef int qm__link_pricing(const void *context, const qm__links *links, uint32_t link,
                             qm__link_price out[QM__BANDS_MAX]);

/* A way with links: pieces with `link` set are flights, climbs and ladders. */
typedef struct qm__route {
    double cost, chance;
    bool exact; /* false: the limits of the search were met (8 links in a route, 8192 chains at a time, 160,000 walks,
                   64 routes, 4 areas with a price once paid within the limit) and a better one may exist */
    bool approximate; /* some walk of the search was (see qm__walked): then links are taken near their best places */
    qm__way way;
} qm__route;

/* Areas are met by what is walked and by both ends of links, not by what a flight passes over. A price of entry is paid
 * each time the base comes into the area from outside of it: on a walk, and by a link that lands in it and has not
 * taken off in it, whatever its kind. */
typedef struct qm__route_ask {
    qm__walk_ask walk; /* from, to, crowd, prices, limit */
    qm__link_pricing *pricing;
    const void *context;
} qm__route_ask;
size_t qm__route_scratch_size(const qm__walks *walks, const qm__links *links, uint32_t body_count);
/* The Pareto set of cost against chance, cheapest first, strictly rising in both; at most `max`. Returns how many there
 * are in all, or -1 when the scratch of the walks did not suffice; with none, out[0].exact tells whether it is
 * known that there is none. A link that can fail is taken only from a place where the base could stop to one where it
 * could (qm__could_stop, qm__price_stops); others only need places that can be passed. */
int qm__routes_find(const qm__walks *walks, const qm__links *links, const qm__route_ask *ask, void *scratch,
                    qm__route *out, int max);

/* A goal to be looked at from afar: any place within a distance of a point, at heights from `low` to `high`. */
typedef struct qm__route_goal {
    qm__spot from;
    qm__xy centre;
    double within;
    int32_t low, high;
    double limit; /* of the cost */
    qm__link_pricing *pricing;
    const void *context;
} qm__route_goal;
/* Where ways over links may be that lead to a goal within its limit. */
typedef struct qm__route_scope {
    qm__frame frame;            /* none of them leaves it, nor does a walk straight there */
    const struct qm__hop *hops; /* links that they may take; in the scratch */
    uint32_t count;
    bool all; /* there are too many to tell: the frame is boundless */
} qm__route_scope;

size_t qm__route_may_size(const qm__links *links);
/* False: no way over links leads there within the limit, whoever is in the way. True: one may; then the scope, when one
 * is wanted (NULL = no), tells where. */
bool qm__route_may(const qm__walks *walks, const qm__links *links, const qm__route_goal *goal, void *scratch,
                   qm__route_scope *scope);
/* What a way over links to a place near the goal costs at least. */
double qm__route_least(const qm__route_scope *scope, qm__xy at);

#endif
