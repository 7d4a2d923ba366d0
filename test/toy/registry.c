/* The list of families with the toys in it: takes the place of src/rules/registry.c in tests. */
#include "rules/registry.h"
#include "toy/drill.h"
#include "toy/pavers.h"
#include "toy/toy.h"
#include "toy/walkers.h"

static const qm__family *const families[] = {&qm__family_hexmelee, &qm__family_stroll, &qm__family_pave,
                                             &qm__family_squad,    &qm__family_tiles,  &qm__family_ramble,
                                             &qm__family_warband,  &qm__family_drill};

const qm__family *const *qm__family_list(size_t *count) {
    *count = sizeof families / sizeof families[0];
    return families;
}
