/* The one list of families. It stands alone in this file so that a program with families of its own can put another
 * list in its place. Rejected: families that register themselves when the program starts, which needs mutable state. */
#include "rules/registry.h"

static const qm__family *const families[] = {&qm__family_hexmelee, &qm__family_squad, &qm__family_tiles, &qm__family_warband};

const qm__family *const *qm__family_list(size_t *count) {
    *count = sizeof families / sizeof families[0];
    return families;
}
