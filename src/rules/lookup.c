/* Looking families up by number and by name, over the one list in registry.c. */
#include "base/name.h"
#include "rules/registry.h"

const qm__family *qm__family_find(const char *name) {
    size_t count;
    const qm__family *const *families = qm__family_list(&count);
    for (size_t i = 0; i < count; i++) {
        if (qm__same(families[i]->facts->name, name)) {
            return families[i];
        }
    }
    return NULL;
}

size_t qm_family_count(void) {
    size_t count;
    qm__family_list(&count);
    return count;
}

const qm_rules_facts *qm_family_at(size_t index) {
    size_t count;
    const qm__family *const *families = qm__family_list(&count);
    return index < count ? families[index]->facts : NULL;
}

const qm_rules_facts *qm_family_named(const char *name) {
    const qm__family *family = qm__family_find(name);
    return family ? family->facts : NULL;
}
