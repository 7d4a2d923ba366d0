/* The one list of families, and the public look-ups over it. Rejected: families that register themselves when the program
 * starts, which needs mutable state and constructors. */
#include "rules/registry.h"

#include "base/name.h"

static const qm__family *const families[] = {&qm__family_hexmelee};

enum { FAMILY_COUNT = sizeof families / sizeof families[0] };

const qm__family *const *qm__family_list(size_t *count) {
    *count = FAMILY_COUNT;
    return families;
}

const qm__family *qm__family_find(const char *name) {
    for (size_t i = 0; i < FAMILY_COUNT; i++) {
        if (qm__same(families[i]->facts->name, name)) {
            return families[i];
        }
    }
    return NULL;
}

size_t qm_family_count(void) {
    return FAMILY_COUNT;
}

const qm_rules_facts *qm_family_at(size_t index) {
    return index < FAMILY_COUNT ? families[index]->facts : NULL;
}

const qm_rules_facts *qm_family_named(const char *name) {
    const qm__family *family = qm__family_find(name);
    return family ? family->facts : NULL;
}
