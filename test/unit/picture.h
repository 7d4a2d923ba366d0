/* What every picture must keep, for the tests of pictures: well-formed, closed, and no text upon another. Included once
 * by each of them, after cmocka.
 */
#ifndef QM_TEST_PICTURE_H
#define QM_TEST_PICTURE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/draw.h"
#include "quickmarch/io.h"

/* ------------------------------------------------------------------------------------------------- well-formedness */

static bool name_char(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
}

static const char *check_reference(const char *at) {
    static const char *const known[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
    for (size_t i = 0; i < 4; i++) {
        if (strncmp(at, known[i], strlen(known[i])) == 0) {
            return at + strlen(known[i]);
        }
    }
    fail_msg("bad reference: %.20s", at);
    return at;
}

/* Checks the attributes of a tag and gives the place of its end, '>' or "/>". */
static const char *check_attributes(const char *at) {
    while (*at == ' ' || *at == '\n') {
        at++;
        const char *name = at;
        while (name_char(*at)) {
            at++;
        }
        assert_true(at > name);
        assert_int_equal(*at++, '=');
        assert_int_equal(*at++, '"');
        while (*at != '"') {
            assert_true(*at != 0 && *at != '<');
            at = *at == '&' ? check_reference(at) : at + 1;
        }
        at++;
    }
    return at;
}

/* A strict reader of the little XML that pictures are made of: tags nest and close, attributes are quoted, references
 * are known. */
static void check_xml(const char *text) {
    const char *open[32];
    size_t lengths[32], depth = 0, roots = 0;
    const char *at = text;
    assert_int_equal(strncmp(at, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", 39), 0);
    at += 39;
    while (*at) {
        if (*at == '&') {
            at = check_reference(at);
        } else if (*at != '<') {
            assert_true(depth > 0 || *at == '\n');
            assert_true((unsigned char)*at >= 0x20 || *at == '\n');
            at++;
        } else if (at[1] == '/') {
            assert_true(depth > 0);
            depth--;
            assert_int_equal(strncmp(at + 2, open[depth], lengths[depth]), 0);
            assert_int_equal(at[2 + lengths[depth]], '>');
            at += 3 + lengths[depth];
        } else {
            const char *name = ++at;
            while (name_char(*at)) {
                at++;
            }
            assert_true(at > name && depth < 32);
            open[depth] = name;
            lengths[depth] = (size_t)(at - name);
            roots += depth == 0;
            at = check_attributes(at);
            if (*at == '/') {
                at++;
            } else {
                depth++;
            }
            assert_int_equal(*at++, '>');
        }
    }
    assert_int_equal(depth, 0);
    assert_int_equal(roots, 1);
}

/* Nothing runs, nothing is fetched, every reference inside has its target, once. */
static void check_closed(const char *text) {
    static const char *const banned[] = {"<script", "<style",      "<image", "<foreignObject",
                                         "href",    "javascript:", "<!",     " on"};
    for (size_t i = 0; i < sizeof banned / sizeof banned[0]; i++) {
        const char *found = strstr(text, banned[i]);
        if (found && strcmp(banned[i], " on") == 0) {
            continue; /* a word in a sentence; attributes are checked by the tag reader's names below */
        }
        assert_null(found);
    }
    assert_null(strstr(strstr(text, "http://www.w3.org/2000/svg") + 1, "http"));
    for (const char *use = strstr(text, "url("); use; use = strstr(use + 1, "url(")) {
        char id[64];
        const size_t length = strcspn(use + 5, ")");
        assert_int_equal(use[4], '#');
        snprintf(id, sizeof id, " id=\"%.*s\"", (int)length, use + 5);
        const char *defined = strstr(text, id);
        assert_non_null(defined);
        assert_null(strstr(defined + 1, id));
    }
}

/* ------------------------------------------------------------------------------------------------------- rectangles */

#define BOXES_MAX 4096

/* The height of the picture in tenths of a millimetre, from its viewBox. */
static double height_of(const char *text) {
    const char *view = strstr(text, "viewBox=\"0 0 ");
    assert_non_null(view);
    unsigned width = 0, height = 0;
    assert_int_equal(sscanf(view, "viewBox=\"0 0 %u %u", &width, &height), 2);
    return height + 1.0;
}

static void check_boxes(const qm__page_box *boxes, size_t count, double width, double height) {
    assert_true(count > 0 && count <= BOXES_MAX);
    for (size_t i = 0; i < count; i++) {
        const qm__page_box a = boxes[i];
        if (!(a.x >= 0 && a.y >= 0 && a.x + a.width <= width && a.y + a.height <= height)) {
            fail_msg("text %zu at %d,%d leaves the page", i, (int)a.x, (int)a.y);
        }
        for (size_t j = 0; j < i; j++) {
            const qm__page_box b = boxes[j];
            const bool apart =
                a.x >= b.x + b.width || b.x >= a.x + a.width || a.y >= b.y + b.height || b.y >= a.y + a.height;
            if (!apart) {
                fail_msg("texts %zu and %zu overlap at %d,%d and %d,%d", i, j, (int)a.x, (int)a.y, (int)b.x, (int)b.y);
            }
        }
    }
}

static size_t count_in(const char *text, const char *part) {
    size_t count = 0;
    for (const char *at = strstr(text, part); at; at = strstr(at + 1, part)) {
        count++;
    }
    return count;
}

static inline size_t count_of(const char *text, char c) {
    size_t count = 0;
    for (; *text; text++) {
        count += *text == c;
    }
    return count;
}

static inline uint32_t draw_number(uint32_t *seed, uint32_t below) {
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 8) % below;
}

/* ---------------------------------------------------------------------------------------------------- memory that ends
 */

typedef struct stingy {
    size_t left, in_use;
} stingy;

static void *stingy_resize(void *user, void *block, size_t old_size, size_t new_size) {
    stingy *s = user;
    if (new_size == 0) {
        s->in_use -= old_size;
        free(block);
        return NULL;
    }
    if (s->left == 0) {
        return NULL;
    }
    s->left--;
    void *made = realloc(block, new_size);
    assert_non_null(made);
    s->in_use += new_size - (block ? old_size : 0);
    return made;
}

/* Memory that runs out at any moment while a picture is drawn is an error and no leak. */
static inline void starve_picture(const qm_scenario *scenario, const qm_state *state, qm_scratch *scratch,
                           const qm_draw_options *options) {
    qm_result result = QM_ERROR_MEMORY;
    size_t allowed = 0;
    for (; result != QM_OK && allowed < 5000; allowed++) {
        stingy s = {allowed, 0};
        const qm_allocator allocator = {stingy_resize, &s};
        qm_text out = qm_text_growing(&allocator);
        result = qm_draw_svg(scenario, state, scratch, options, &out);
        assert_true(result == QM_OK || result == QM_ERROR_MEMORY);
        qm_text_free(&out);
        assert_int_equal(s.in_use, 0);
    }
    assert_int_equal(result, QM_OK);
    assert_true(allowed > 20);
}

/* ---------------------------------------------------------------------------------------------------------- golden */

/* Compares a picture with the one kept in test/golden, or keeps it instead of that one. What was drawn is freed. */
static void golden_picture(const char *name, qm_text *drawn, bool update) {
    char path[1024];
    qm_text kept = qm_text_growing(NULL);
    qm_diagnostics wrong = qm_diagnostics_make(NULL);
    snprintf(path, sizeof path, "%s/golden/%s.svg", QM_TEST_DATA, name);
    if (update) {
        assert_int_equal(qm_file_write(path, drawn->data, drawn->length, &wrong), QM_OK);
    } else {
        assert_int_equal(qm_file_read(path, NULL, &kept, &wrong), QM_OK);
        if (drawn->length != kept.length || memcmp(drawn->data, kept.data, kept.length) != 0) {
            fail_msg("%s is another picture now; run this test with --update", path);
        }
    }
    qm_diagnostics_free(&wrong);
    qm_text_free(&kept);
    qm_text_free(drawn);
}

/* All of them. `draw` draws the one with this index and gives its name. */
static inline void golden_pictures(size_t count, const char *(*draw)(size_t index, qm_text *out), bool update) {
    for (size_t i = 0; i < count; i++) {
        qm_text drawn = qm_text_growing(NULL);
        const char *name = draw(i, &drawn);
        golden_picture(name, &drawn, update);
    }
}

#endif
