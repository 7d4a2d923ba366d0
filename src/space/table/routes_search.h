/* The search over routes: the chains it grows, and the routes it has found. */
#ifndef QM_SPACE_TABLE_ROUTES_SEARCH_H
#define QM_SPACE_TABLE_ROUTES_SEARCH_H

#include "space/table/routes_inside.h"

#define QM__NO_LABEL UINT32_MAX
enum { QM__LABELS_MAX = 8192, QM__FOUND_MAX = 64, QM__ROUTE_WALKS_MAX = 160000 };

/* A chain: the label it was grown from, and one port more. */
typedef struct qm__route_label {
    double cost;  /* up to the landing: at least that (not yet evaluated), or exactly */
    double bound; /* of any route that goes on from here */
    double order; /* the same as found from the port alone: tells the next sibling */
    double chance;
    uint32_t parent, port;
    uint32_t next;    /* evaluated: of the same level; given up: of those */
    double low, high; /* the part of the port's landing on which no other label is better, 0 to 1 */
    uint16_t depth;
    bool estimated, evaluated;
    double s[QM__CHAIN_MAX], t[QM__CHAIN_MAX]; /* places along the curves, as far as they are left */
    qm__xy landing;
} qm__route_label;

/* A route: where its links are taken, along the whole curves of their ports. */
typedef struct qm__found {
    double cost, chance;
    uint64_t bought; /* areas paid for at the beginning */
    int count;       /* links; 0 = walking alone */
    uint32_t ports[QM__CHAIN_MAX];
    double s[QM__CHAIN_MAX], t[QM__CHAIN_MAX];
} qm__found;

typedef struct qm__routing {
    qm__hiking hiking;
    qm__ports ports;
    uint32_t *level_labels; /* evaluated ones by level */
    qm__route_label *labels;
    uint32_t *heap;
    uint32_t label_count, heap_count;
    uint32_t spare; /* a label that was given up; the others by `next` */
    qm__found found[QM__FOUND_MAX];
    int found_count;
    int32_t from_isle, to_isle;
    bool roomed; /* isles, of ports too, are rooms by now: parts that are not joined by walks, bodies and all */
} qm__routing;

/* Keeps a route unless another one beats it. */
void qm__routes_keep(qm__routing *s, const qm__found *item);
/* Finds the rooms of all ports and of both ends, and the ports that are shut. */
void qm__routes_rooms(qm__routing *s);
/* Searches with the areas paid for that are bought, and keeps what it finds. */
void qm__routes_run(qm__routing *s);

#endif
