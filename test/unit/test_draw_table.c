/* Pictures of tables: terrain in plan, reach as regions, ways with links, lines of sight. The table is
 * test/data/draw/table.json, the rules are those of the toy family (walkers.h).
 *
 * `test_draw_table --update` writes the golden files (test/golden/table-NAME.svg) anew from what is drawn now; look at
 * them before keeping them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/table.h"
#include "unit/picture.h"

enum { BROK_ON_BRIDGE = 2, CYRENE, DAG, EMMA, FINN, CART };

#define CLIMB "Ada walk 7.75,8.5 climb 7.75,9@3 7.5,10@3"
#define AROUND "Ada walk 12,7.5"
#define REFUSED "Ada walk via 11.5,6 via 16,6 16,4.5"

static table *open_file(const char *folder, const char *name) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s/%s", QM_TEST_DATA, folder, name);
    qm_diagnostics wrong = qm_diagnostics_make(NULL);
    table *t = calloc(1, sizeof *t);
    assert_non_null(t);
    return opened(t, qm_scenario_read_file(&t->s, path, NULL, NULL, NULL, &wrong), &wrong);
}

/* Plays an order without dice. */
static void play_plain(table *t, const char *text) {
    play(t, text, (const uint8_t[]){0}, 0);
}

static table *open_mill(void) {
    table *t = open_file("data/draw", "table.json");
    play_plain(t, "next");
    return t;
}

/* Draws and checks what every picture must keep; the caller frees it. */
static char *drawn(const table *t, const qm_draw_options *options) {
    static qm__page_box boxes[BOXES_MAX];
    size_t count = 0;
    qm_text out = qm_text_growing(NULL);
    assert_int_equal(qm__draw_svg(t->s, t->st, t->scratch, options, &out, boxes, BOXES_MAX, &count), QM_OK);
    check_xml(out.data);
    check_closed(out.data);
    check_boxes(boxes, count, options->width * 10.0, height_of(out.data));
    return out.data;
}

static char *drawn_order(const table *t, qm_draw_options options, const char *text) {
    qm_order order;
    read_order(t, text, &order);
    options.order = &order;
    return drawn(t, &options);
}

static void expect(const char *svg, const char *text, size_t times) {
    const size_t found = count_in(svg, text);
    if (found != times) {
        fail_msg("%s: %zu times, not %zu", text, found, times);
    }
}

/* --------------------------------------------------------------------------------------------------------- golden */

static const struct {
    const char *name;
    uint16_t width;
    bool grey;
    uint16_t reach, from, to;
    const char *order;
    qm_draw_by by;
    uint16_t links;
} pictures[] = {
    {"table-plain", 148, false, 0, 0, 0, NULL, QM_DRAW_BY_FIT, 0},
    {"table-reach", 148, false, BROK_ON_BRIDGE, 0, 0, NULL, QM_DRAW_BY_COST, 0},
    {"table-climb", 210, false, ADA, 0, 0, CLIMB, QM_DRAW_BY_COST, 0},
    {"table-refused", 148, true, 0, 0, 0, REFUSED, QM_DRAW_BY_FIT, 0},
    {"table-sight", 105, false, 0, ADA, FINN, AROUND, QM_DRAW_BY_FIT, 0},
    {"table-risk", 148, false, BROK_ON_BRIDGE, 0, 0, NULL, QM_DRAW_BY_FIT, 0},
    {"table-risk-grey", 148, true, BROK_ON_BRIDGE, 0, 0, NULL, QM_DRAW_BY_RISK, 0},
    {"table-links", 148, false, 0, 0, 0, NULL, QM_DRAW_BY_FIT, ADA},
    {"table-links-grey", 210, true, 0, 0, 0, NULL, QM_DRAW_BY_FIT, ADA},
};

static const char *draw_golden(size_t index, qm_text *out) {
    table *t = open_mill();
    qm_draw_options options = qm_draw_defaults();
    qm_order order;
    options.width = pictures[index].width;
    options.grey = pictures[index].grey;
    options.reach = pictures[index].reach;
    options.by = pictures[index].by;
    options.links = pictures[index].links;
    options.see_from = pictures[index].from;
    options.see_to = pictures[index].to;
    if (pictures[index].order) {
        read_order(t, pictures[index].order, &order);
        options.order = &order;
    }
    assert_int_equal(qm_draw_svg(t->s, t->st, t->scratch, &options, out), QM_OK);
    end(t);
    return pictures[index].name;
}

static void test_golden(void **unused) {
    (void)unused;
    golden_pictures(sizeof pictures / sizeof *pictures, draw_golden, false);
}

static void update_golden(void **unused) {
    (void)unused;
    golden_pictures(sizeof pictures / sizeof *pictures, draw_golden, true);
}

/* ------------------------------------------------------------------------------------------------------- many pictures
 */

static void test_every_combination(void **unused) {
    (void)unused;
    static const uint16_t widths[] = {QM_DRAW_WIDTH_MIN, 100, 148, 420};
    static const char *const orders[] = {NULL, AROUND, CLIMB, REFUSED};
    table *t = open_mill();
    for (size_t i = 0; i < 4 * 4 * 4; i++) {
        qm_draw_options options = qm_draw_defaults();
        options.width = widths[i % 4];
        options.reach = (uint16_t)(i / 4 % 4 == 3 ? FINN : i / 4 % 4);
        options.see_from = i % 3 == 0 ? DAG : 0;
        options.see_to = i % 3 == 0 ? (uint16_t)(i % 2 ? CART : EMMA) : 0;
        options.labels = (qm_draw_labels)(i % 4);
        options.links = (uint16_t)(i % 3 == 1 ? i / 16 : 0);
        options.grey = i % 5 == 0;
        options.legend = i % 7 != 0;
        char *svg = orders[i / 16] ? drawn_order(t, options, orders[i / 16]) : drawn(t, &options);
        free(svg);
    }
    end(t);
}

/* The tables of the benchmark are the largest that ship. */
static void test_large_tables(void **unused) {
    (void)unused;
    static const char *const names[] = {"streets.json", "boxes.json"};
    for (size_t i = 0; i < 2; i++) {
        table *t = open_file("../bench/tables", names[i]);
        qm_draw_options options = qm_draw_defaults();
        for (uint16_t figure = 1; figure <= t->s->figure_count; figure = (uint16_t)(figure + 5)) {
            options.reach = figure;
            options.width = (uint16_t)(80 + figure * 10);
            free(drawn(t, &options));
        }
        end(t);
    }
}

/* -------------------------------------------------------------------------------------------------------- the content
 */

/* Every kind of thing on the table is there and in the legend, and nothing else. */
static void test_terrain(void **unused) {
    (void)unused;
    table *t = open_mill();
    qm_draw_options options = qm_draw_defaults();
    char *svg = drawn(t, &options);
    expect(svg, ">5.5</text>", 1);
    expect(svg,
           ">2.75\xe2\x80\x93"
           "3</text>",
           2); /* the bridge and the floor of the barn */
    expect(svg, ">2.75</text>", 1);
    expect(svg, ">railing</text>", 1);
    expect(svg, ">ladder</text>", 1);
    expect(svg, ">can be seen through</text>", 1);
    expect(svg, ">cannot be stood on</text>", 1);
    expect(svg, ">24</text>", 1); /* the ruler */
    expect(svg, ">Brok@3</text>", 1);
    expect(svg, ">Emma@0</text>", 1); /* below a floor */
    expect(svg, ">Cyrene</text>", 1);
    expect(svg, ">Cart</text>", 1);
    expect(svg, "qm-arrow", 0);
    expect(svg, ">line of sight", 0);
    free(svg);
    options.labels = QM_DRAW_LABELS_NONE;
    options.legend = false;
    svg = drawn(t, &options);
    expect(svg, ">24</text>", 0);
    expect(svg, ">ladder</text>", 0);
    free(svg);
    end(t);
}

/* An objective has its border and its name, a zone without a kind its name, one on a roof shows only there. */
static void test_zones(void **unused) {
    (void)unused;
    table *t = open_mill();
    const qm_draw_options options = qm_draw_defaults();
    char *svg = drawn(t, &options);
    expect(svg, ">the yard</text>", 1);
    expect(svg, ">the yard: objective of Guard,</text>", 1);
    expect(svg, "stroke-dasharray=\"16 5 4 5\"", 2); /* on the board and in the legend */
    expect(svg, ">orchard</text>", 1);
    expect(svg, ">zone without a kind</text>", 1);
    expect(svg, ">mud</text>", 1);
    expect(svg, ">brook</text>", 1);
    expect(svg, ">yard</text>", 0);
    expect(svg, "<clipPath id=\"qm-zone-4\">", 1);
    expect(svg, "clip-path=", 1);
    free(svg);
    end(t);
}

static qm_reach_area reach_of(table *t, uint16_t figure, const int32_t *bands, uint32_t count) {
    static qm_reach_ring rings[1024];
    static qm_reach_corner corners[50000];
    qm_reach_area area = {.rings = rings, .corners = corners, .ring_capacity = 1024, .corner_capacity = 50000};
    assert_int_equal(qm_reach_regions(t->s, t->st, figure, bands, count, t->scratch, &area), QM_OK);
    return area;
}

/* Each ring is drawn where it is filled, where the next band leaves it out, and the dearest once more as outline and,
 * above the ground, as veil. */
static void test_reach(void **unused) {
    (void)unused;
    static const int32_t bands[] = {2000, 4000, 6000, 7000};
    table *t = open_mill();
    const qm_reach_area area = reach_of(t, BROK_ON_BRIDGE, bands, 4);
    size_t expected = 0;
    for (uint32_t i = 0; i < area.ring_count; i++) {
        const bool dearest = area.rings[i].cost == bands[3];
        expected += dearest ? 2u + (area.rings[i].z > 0) : 2u;
    }
    qm_draw_options options = qm_draw_defaults();
    options.legend = false;
    options.reach = BROK_ON_BRIDGE;
    options.by = QM_DRAW_BY_COST;
    char *svg = drawn(t, &options);
    const char *zones = strstr(svg, "<g id=\"qm-zones\">");
    char *stop = strstr(zones, "</g>");
    assert_non_null(stop);
    *stop = '\0';
    assert_int_equal(count_of(zones, 'Z'), expected);
    *stop = '<';
    assert_true(count_in(svg, ">@3</text>") >= 1);
    expect(svg, ">@1</text>", 1);
    assert_true(count_in(svg, ">@0</text>") >= 1);
    free(svg);
    options.legend = true;
    svg = drawn(t, &options);
    expect(svg, ">Brok: up to 2\"</text>", 0); /* quotation marks are escaped */
    expect(svg, ">Brok: up to 2&quot;</text>", 1);
    expect(svg, ">Brok: up to 7&quot;</text>", 1);
    free(svg);
    options.reach = CART; /* stays where it is */
    svg = drawn(t, &options);
    expect(svg, ">Cart: up to", 0);
    free(svg);
    end(t);
}

/* Without being asked for it, where checks lead farther; each kind of place is in the legend, and chances are told. */
static void test_risk(void **unused) {
    (void)unused;
    table *t = open_mill();
    qm_draw_options options = qm_draw_defaults();
    options.reach = BROK_ON_BRIDGE;
    char *svg = drawn(t, &options);
    expect(svg, ">Brok moves 7&quot;: no check</text>", 1);
    expect(svg, ">Brok moves 7&quot;: one check</text>", 1);
    expect(svg, ">Brok moves 7&quot;: more checks</text>", 1);
    expect(svg, "runs", 0);
    expect(svg, ">Brok: up to", 0);
    expect(svg, "<pattern id=\"qm-check\"", 1);
    expect(svg, "<pattern id=\"qm-checks\"", 1);
    expect(svg, ">chance of getting to this spot,", 1);
    assert_true(count_in(svg, "%</text>") >= 3); /* one of them in the legend */
    free(svg);
    options.by = QM_DRAW_BY_COST;
    svg = drawn(t, &options);
    expect(svg, "qm-check", 0);
    expect(svg, ">Brok: up to 7&quot;</text>", 1);
    free(svg);
    qm_text out = qm_text_growing(NULL);
    options.by = (qm_draw_by)(QM_DRAW_BY_RISK + 1);
    assert_int_equal(qm_draw_svg(t->s, t->st, t->scratch, &options, &out), QM_ERROR_USAGE);
    qm_text_free(&out);
    end(t);
}

#define LINK "stroke-dasharray=\"10 7\""
#define ASKED "stroke-dasharray=\"4 8\""
#define CROSS "l20 20m0 -20l-20 20\""

/* A walk is one line with one head; a climb is broken, has its height, and its check a letter. */
static void test_ways(void **unused) {
    (void)unused;
    table *t = open_mill();
    const qm_draw_options options = qm_draw_defaults();
    char *svg = drawn_order(t, options, AROUND);
    expect(svg, "marker-end=\"url(#qm-arrow)\"", 2); /* and in the legend */
    expect(svg, ">its base at the end</text>", 1);
    expect(svg, LINK, 0);
    expect(svg, CROSS, 0);
    free(svg);
    svg = drawn_order(t, options, CLIMB);
    expect(svg, "marker-end=\"url(#qm-arrow)\"", 2);
    expect(svg, LINK, 2);
    expect(svg, ">climb +3&quot;</text>", 1);
    expect(svg, ">climb, jump or drop</text>", 1);
    assert_true(count_in(svg, ">A</text>") >= 2);
    free(svg);
    play_plain(t, "Ada pass");
    svg = drawn_order(t, options, "Brok walk 12.62,11@3 drop 12.62,10.5");
    expect(svg,
           ">drop \xe2\x88\x92"
           "3&quot;</text>",
           1);
    free(svg);
    end(t);
}

/* Only links between heights have rungs; a place that is come to twice is walked to once. */
static void test_links(void **unused) {
    (void)unused;
    table *t = open_mill();
    char *svg = drawn_order(t, qm_draw_defaults(), "Ada walk 7.75,8.5 climb 7.75,9@3 climb 7.75,8.5");
    expect(svg, LINK, 2); /* one is the legend's; the climb back is beyond what there is to move */
    expect(svg, ASKED, 2);
    expect(svg, ">climb +3&quot;</text>", 1);
    expect(svg,
           ">climb \xe2\x88\x92"
           "3&quot;</text>",
           1);
    expect(svg, ">jump on one level</text>", 0);
    free(svg);
    play_plain(t, "Ada pass");
    svg = drawn_order(t, qm_draw_defaults(), "Brok walk 13.11,13.5@3 jump 15,15.83@3");
    expect(svg, LINK, 2);
    expect(svg, ">jump on one level</text>", 1);
    expect(svg, ">climb, jump or drop</text>", 0);
    free(svg);
    svg = drawn_order(t, qm_draw_defaults(),
                      "Brok walk 12,12.25@3 via 13.11,13.5@3 jump 15,15.83@3 15.119,16@3 drop 15.119,16.5");
    expect(svg, LINK, 4);
    expect(svg, ">jump on one level</text>", 1);
    expect(svg, ">climb, jump or drop</text>", 1);
    free(svg);
    end(t);
}

/* Beside ground that costs by the inch. */
static void test_approximate(void **unused) {
    (void)unused;
    table *t = open_mill();
    qm_draw_options options = qm_draw_defaults();
    options.reach = FINN;
    char *svg = drawn_order(t, options, AROUND);
    expect(svg, "costs by the inch", 0);
    free(svg);
    options.reach = ADA;
    play_plain(t, "Ada place 18,1");
    svg = drawn_order(t, options, "Ada walk 23.4,3");
    expect(svg, "Where Ada can go is approximate, as some ground costs by the inch", 1);
    expect(svg, "Some ground costs by the inch: the cheapest way costs at most 0.5 % less.", 1);
    free(svg);
    end(t);
}

/* What was legal is drawn as a way, the rest as asked for, with a cross where it fails. */
static void test_refused(void **unused) {
    (void)unused;
    table *t = open_mill();
    const qm_draw_options options = qm_draw_defaults();
    char *svg = drawn_order(t, options, REFUSED);
    expect(svg, ">Illegal.</text>", 1);
    expect(svg, "post is in the way of Ada", 1);
    expect(svg, CROSS, 2); /* and its casing */
    expect(svg, ASKED, 3); /* two legs, and the legend */
    expect(svg, ">its base at the end</text>", 0);
    free(svg);
    svg = drawn_order(t, options, "Brok walk 12,12@3"); /* not its turn: no place is wrong */
    expect(svg, CROSS, 0);
    expect(svg, ASKED, 0);
    free(svg);
    end(t);
}

/* As far as movement suffices it is a way; there is a cross, and the rest is dotted. */
static void test_too_far(void **unused) {
    (void)unused;
    table *t = open_mill();
    char *svg = drawn_order(t, qm_draw_defaults(), "Ada walk via 8.5,1 via 18.5,1");
    expect(svg, "which suffice up to 12,1", 1);
    expect(svg, CROSS, 2);
    expect(svg, ASKED, 2);                           /* and the legend */
    expect(svg, "marker-end=\"url(#qm-arrow)\"", 1); /* the legend's */
    expect(svg, ">its base at the end</text>", 0);
    free(svg);
    svg = drawn_order(t, qm_draw_defaults(), "Ada walk via 8.5,1 via 12,1");
    expect(svg, CROSS, 0);
    expect(svg, ASKED, 0);
    expect(svg, ">its base at the end</text>", 1);
    free(svg);
    end(t);
}

/* Floors over each other share a text, in the order of their heights; what is impassable has a double line. */
static void test_stacks(void **unused) {
    (void)unused;
    static const char text[] =
        "{\"quickmarch\": \"scenario\", \"version\": 1, \"rules\": \"ramble\", \"board\": {\"width\": 30, \"depth\": "
        "20, "
        "\"prisms\": [{\"name\": \"roof\", \"box\": [10, 8, 16, 12], \"bottom\": 5, \"top\": 5.5},"
        "{\"name\": \"floor\", \"box\": [10, 8, 16, 12], \"bottom\": 2.5, \"top\": 3},"
        "{\"name\": \"slab\", \"box\": [3, 15, 6, 18], \"top\": 1, \"impassable\": true}]},"
        "\"sides\": [\"red\"], \"figures\": [{\"name\": \"Ada\", \"at\": \"13,10\"}, {\"name\": \"Bo\", \"at\": "
        "\"13,10@3\"}]}";
    qm_diagnostics wrong = qm_diagnostics_make(NULL);
    table *t = calloc(1, sizeof *t);
    assert_non_null(t);
    opened(t, qm_scenario_read_text(&t->s, text, strlen(text), "stack", NULL, NULL, NULL, &wrong), &wrong);
    const qm_draw_options options = qm_draw_defaults();
    char *svg = drawn(t, &options);
    expect(svg,
           ">2.5\xe2\x80\x93"
           "3 \xc2\xb7 5\xe2\x80\x93"
           "5.5</text>",
           1);
    expect(svg, ">no base may reach over it</text>", 1);
    expect(svg, ">cannot be stood on</text>", 0);
    free(svg);
    end(t);
}

static char *drawn_sight(const table *t, uint16_t from, uint16_t to) {
    qm_draw_options options = qm_draw_defaults();
    options.see_from = from;
    options.see_to = to;
    return drawn(t, &options);
}

static void test_sight(void **unused) {
    (void)unused;
    table *t = open_mill();
    char *svg = drawn_sight(t, ADA, CART);
    expect(svg, ">100 % seen</text>", 1);
    assert_non_null(strstr(svg, "Ada sees all of Cart at a distance of "));
    expect(svg, ">hides the most of it</text>", 0);
    free(svg);
    svg = drawn_sight(t, ADA, DAG);
    qm_sight sight;
    assert_int_equal(qm_see(t->s, t->st, ADA, DAG, t->scratch, &sight), QM_OK);
    assert_int_equal(sight.seen, 2);
    assert_non_null(strstr(svg, " % of Dag at a distance of "));
    assert_non_null(strstr(svg, "; post and wall are in between."));
    expect(svg, ">hides the most of it</text>", 1);
    expect(svg, "stroke-dasharray=\"14 6\"", 2);
    free(svg);
    svg = drawn_sight(t, EMMA, ADA);
    expect(svg, ">0 % seen</text>", 1);
    assert_non_null(strstr(svg, "Emma does not see Ada at a distance of "));
    assert_non_null(strstr(svg, "; barn-walls and wall are in between."));
    free(svg);
    end(t);
}

/* Grey: every colour has equal parts of red, green and blue. */
static void test_grey(void **unused) {
    (void)unused;
    table *t = open_mill();
    qm_draw_options options = qm_draw_defaults();
    options.grey = true;
    options.reach = ADA;
    options.see_from = ADA;
    options.see_to = DAG;
    char *svg = drawn_order(t, options, CLIMB);
    for (const char *at = strstr(svg, "=\"#"); at; at = strstr(at + 1, "=\"#")) {
        assert_memory_equal(at + 3, at + 5, 2);
        assert_memory_equal(at + 3, at + 7, 2);
    }
    free(svg);
    end(t);
}

/* All kinds of links along their edges; of jumps from one stretch to several others a single line. */
static void test_all_links(void **unused) {
    (void)unused;
    table *t = open_mill();
    qm_draw_options options = qm_draw_defaults();
    options.links = ADA;
    char *svg = drawn(t, &options);
    expect(svg, ">can be climbed, all along the", 1);
    expect(svg, ">can be jumped off, over a gap<", 1);
    expect(svg, ">can be dropped off<", 1);
    expect(svg, "stroke=\"#1f4e8c\" stroke-width=\"5\"", 8 + 4 + 1); /* bridge, hole, legend */
    expect(svg, ">Where Ada could climb, jump and drop, from wherever it may get.<", 1);
    free(svg);
    options.links = CART;
    svg = drawn(t, &options);
    expect(svg, ">Cart could climb, jump and drop nowhere.<", 1);
    expect(svg, "can be", 1); /* seen through */
    free(svg);
    end(t);
}

/* ---------------------------------------------------------------------------------------------------------- refusals
 */

static void refuse(const table *t, qm_draw_options options) {
    qm_text out = qm_text_growing(NULL);
    assert_int_equal(qm_draw_svg(t->s, t->st, t->scratch, &options, &out), QM_ERROR_USAGE);
    assert_int_equal(out.length, 0);
    qm_text_free(&out);
}

static void test_refusals(void **unused) {
    (void)unused;
    table *t = open_mill();
    qm_draw_options options = qm_draw_defaults();
    options.reach = CART + 1;
    refuse(t, options);
    options = qm_draw_defaults();
    options.links = CART + 1;
    refuse(t, options);
    options = qm_draw_defaults();
    options.threat = ADA;
    refuse(t, options);
    options.threat = QM_DRAW_EVERYONE;
    refuse(t, options);
    static const uint16_t pairs[][2] = {{ADA, 0}, {0, ADA}, {ADA, ADA}, {ADA, CART + 1}, {CART + 1, ADA}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        options = qm_draw_defaults();
        options.see_from = pairs[i][0];
        options.see_to = pairs[i][1];
        refuse(t, options);
    }
    end(t);
    t = open_file("data/draw", "yard.json"); /* of hexes */
    options.see_from = 1;
    options.see_to = 2;
    refuse(t, options);
    options = qm_draw_defaults();
    options.links = ADA;
    refuse(t, options);
    qm_link link;
    uint32_t count;
    assert_int_equal(qm_links(t->s, t->st, ADA, t->scratch, &link, 1, &count), QM_ERROR_USAGE);
    end(t);
}

static void test_memory_runs_out(void **unused) {
    (void)unused;
    table *t = open_mill();
    qm_order order;
    qm_draw_options options = qm_draw_defaults();
    read_order(t, AROUND, &order);
    options.order = &order;
    options.see_from = ADA;
    options.see_to = DAG;
    options.links = ADA;
    starve_picture(t->s, t->st, t->scratch, &options);
    end(t);
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "--update") == 0) {
        const struct CMUnitTest update[] = {cmocka_unit_test(update_golden)};
        return cmocka_run_group_tests(update, NULL, NULL);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_combination),
        cmocka_unit_test(test_large_tables),
        cmocka_unit_test(test_terrain),
        cmocka_unit_test(test_zones),
        cmocka_unit_test(test_reach),
        cmocka_unit_test(test_ways),
        cmocka_unit_test(test_links),
        cmocka_unit_test(test_approximate),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_too_far),
        cmocka_unit_test(test_stacks),
        cmocka_unit_test(test_sight),
        cmocka_unit_test(test_grey),
        cmocka_unit_test(test_all_links),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_memory_runs_out),
        cmocka_unit_test(test_risk),
        cmocka_unit_test(test_golden),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
