/* The one list of families. Adding a family means adding its name here and in registry.c, nowhere else. */
#ifndef QM_RULES_REGISTRY_H
#define QM_RULES_REGISTRY_H

#include "game/family.h"

/* The built-in families, `count` of them. */
const qm__family *const *qm__family_list(size_t *count);
/* A family by name; NULL if there is none. */
const qm__family *qm__family_find(const char *name);

extern const qm__family qm__family_hexmelee;
extern const qm__family qm__family_squad;
extern const qm__family qm__family_tiles;
extern const qm__family qm__family_warband;

#endif
