/* Looking things up in what families declare: words, clauses, kinds, packed dice. All by linear search: the lists are short and
 * no rule code looks anything up by name. */
#include <string.h>

#include "base/name.h"
#include "game/scenario.h"

size_t qm_words_at(const char *words, size_t index, char *out, size_t capacity) {
    const char *start = words;
    while (start && index > 0) {
        start = strchr(start, ' ');
        start = start ? start + 1 : NULL;
        index--;
    }
    if (!start || *start == '\0' || capacity == 0) {
        if (capacity > 0) {
            out[0] = '\0';
        }
        return 0;
    }
    const size_t length = strcspn(start, " ");
    const size_t kept = length < capacity ? length : capacity - 1;
    memcpy(out, start, kept);
    out[kept] = '\0';
    return length;
}

int qm_words_find(const char *words, const char *word) {
    const size_t length = strlen(word);
    int index = 0;
    for (const char *at = words; at && *at && length > 0; index++) {
        const size_t here = strcspn(at, " ");
        if (here == length && memcmp(at, word, length) == 0) {
            return index;
        }
        at += here;
        at += *at == ' ';
    }
    return -1;
}

int qm_setting_named(const qm_rules_facts *family, const char *name) {
    for (int i = 0; i < family->setting_count; i++) {
        if (qm__same(family->settings[i].name, name)) {
            return i;
        }
    }
    return -1;
}

const qm_clause *qm_clause_named(const qm_rules_facts *family, const char *id) {
    for (uint16_t i = 0; i < family->clause_count; i++) {
        if (qm__same(family->clauses[i].id, id)) {
            return &family->clauses[i];
        }
    }
    return NULL;
}

uint16_t qm_order_kind_named(const qm_rules_facts *family, const char *name) {
    for (uint16_t i = 1; i < family->order_count; i++) {
        if (qm__same(family->orders[i].name, name)) {
            return i;
        }
    }
    return 0;
}

/* count in bits 18 to 23, sides in 10 to 17, add + 512 in 0 to 9: never negative, and 0 dice of 0 sides plus 0 is 512. */
int32_t qm_dice_pack(int count, int sides, int add) {
    return (int32_t)((uint32_t)(count & 63) << 18 | (uint32_t)(sides & 255) << 10 | (uint32_t)((add + 512) & 1023));
}

void qm_dice_unpack(int32_t packed, int *count, int *sides, int *add) {
    *count = (int)((uint32_t)packed >> 18 & 63u);
    *sides = (int)((uint32_t)packed >> 10 & 255u);
    *add = (int)((uint32_t)packed & 1023u) - 512;
}
