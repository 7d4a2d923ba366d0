/* Moves of warband, judged: what legs cost, what is refused and why, what is rolled, and what is prepared for play. */
#include "game/scratch.h"
#include "rules/warband/declared.h"
#include "support/table.h"

/* Quotation marks are written ' below. Two roofs 3" apart, a shed half an inch from the second one, a thin wall, a
 * sheer tower, a step, a brook of difficult ground, a thicket that is barred. */
static const char board[] = "'board':{'width':48,'depth':40,'prisms':["
                            "{'name':'house','box':[10,10,16,18],'top':3},"
                            "{'name':'barn','box':[19,10,25,18],'top':3},"
                            "{'name':'shed','box':[25.5,10,27,18],'top':2.5},"
                            "{'name':'loft','box':[19,18,25,20],'top':4},"
                            "{'name':'keep','box':[11,30,15,34],'top':5},"
                            "{'name':'fence','box':[32,5,32.2,15],'top':2,'walkable':false},"
                            "{'name':'tower','box':[2,30,6,34],'top':4,'climbable':false},"
                            "{'name':'step','box':[2,2,4,4],'top':1},"
                            "{'name':'block','box':[6,2,8,4],'top':1.001},"
                            "{'name':'rubble','box':[30,34,31,38],'top':0.75,'kind':'difficult'},"
                            "{'name':'tree','box':[40,10,41,11],'top':0.5,'kind':'thicket'}],"
                            "'ladders':[{'name':'ladder','foot':[13,9.5],'head':[13,10,3]}],"
                            "'zones':[{'name':'brook','box':[0,24,48,26],'kind':'difficult'},"
                            "{'name':'pool','box':[34,20,36,30],'kind':'difficult'},"
                            "{'name':'pit','box':[42,2,46,6],'kind':'thicket'}]}";

static table *begin(const char *settings, const char *traits) {
    table *t = calloc(1, sizeof *t);
    qm_diagnostics wrong = qm_diagnostics_make(NULL);
    qm_text text = qm_text_growing(NULL);
    qm_text_addf(&text,
                 "{'quickmarch':'scenario','version':1,'title':'t','rules':{'family':'warband','settings':{%s},"
                 "'terrain':{'thicket':{'barred':true}}},%s,'sides':['Red','Blue'],'figures':["
                 "{'name':'Ada','side':'Red','at':'11,8','radius':0.5%s},"
                 "{'name':'Bo','side':'Blue','at':'47,39','radius':0.5},"
                 "{'name':'Cy','side':'Red','at':'45,39','radius':0.5}],'end':{'turns':9}}",
                 settings, board, traits);
    for (char *c = text.data; *c; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    opened(t, load_text(t, &text, &wrong), &wrong);
    for (int i = 0; i < 3; i++) {
        GO(t, "next");
    }
    return t;
}

static const wb_prepared *prepared(const table *t) {
    return qm__scratch_part(t->scratch, t->scratch->prepared_at);
}

/* Ada is put somewhere, her order is judged, and what is said has these words. */
static void judged(table *t, const char *place, const char *order, bool legal, const char *expected) {
    char array[64];
    qm_text edit = qm_text_over(array, sizeof array), words = qm_text_growing(NULL);
    qm_order read;
    qm_text_addf(&edit, "place Ada %s", place);
    GO(t, array);
    const bool playable = judge(t, order);
    read_order(t, order, &read);
    qm_verdict_print(t->s, &read, &t->v, &words);
    if (playable != legal || !strstr(words.data, expected)) {
        fail_msg("%s, %s: wanted %s, got %s", place, order, expected, words.data);
    }
    qm_text_free(&words);
}

typedef struct attempt {
    const char *from, *order;
    bool legal;
    const char *expected;
} attempt;

static void all_judged(table *t, const attempt *tries, size_t count) {
    for (size_t i = 0; i < count; i++) {
        judged(t, tries[i].from, tries[i].order, tries[i].legal, tries[i].expected);
    }
    end(t);
}
#define ALL(t, list) all_judged(t, list, sizeof(list) / sizeof(list)[0])

static void walks(void **unused) {
    (void)unused;
    static const attempt tries[] = {
        {"3,7", "Ada move 3,3@1", true, "cost: 4\" of 6\""},
        {"7,7", "Ada move via 7,3@1.001", false,
         "block is in the way of Ada at 7,4.5: it rises 1.001\" there, and 1\" is crossed freely (WB-07)"},
        {"7,7", "Ada move 7,3@1.001", false,
         "no way on foot to 7,3@1.001: straight there, block rises 1.001\", and 1\" is crossed freely"},
        {"11,8", "Ada move 11,2", true, "cost: 6\" of 6\""},
        {"11,8", "Ada move 11,1.999", false, "needs 6.001\" of movement and has 6\", which suffice up to 11,2 (WB-01)"},
        {"11,8", "Ada run 11,0.5", true, "cost: 7.5\" of 9\""},
        {"11,8", "Ada move", false, "a place to go to must be named"},
        {"11,8", "Ada move 11,8", false, "stay says that it stays"},
        {"38,10.5", "Ada move via 41.5,10.5", false, "tree is thicket, which nobody enters, crosses or climbs"},
        {"44,8", "Ada move 44,5", false, "ground that nobody enters"},
        {"44,8", "Ada move 44,6.5", true, "cost: 1.5\""},
        {"11,8", "Ada move fly 11,7", false, "cannot fly"},
    };
    ALL(begin("", ""), tries);
}

static void ends(void **unused) {
    (void)unused;
    table *t = begin("", "");
    GO(t, "place Cy 20,4");
    GO(t, "place Bo 24,4");
    judged(t, "18,4", "Ada move 20.5,4", false, "cannot end on Cy");
    judged(t, "18,4", "Ada move via 22,4", true, "cost: 4\"");
    judged(t, "18,4", "Ada move 23,4", false, "in contact with Bo at 23,4: only engaging brings contact (WB-35)");
    judged(t, "18,4", "Ada move 22.999,4", true, "cost: 4.999\"");
    judged(t, "22,4", "Ada move via 25.5,4", false, "Bo is in the way of Ada at 23,4");
    judged(t, "16,4", "Ada run 15,4", false, "may not run with Bo 7\" away");
    judged(t, "15,4", "Ada run 14,4", false, "may not run with Bo 8\" away");
    judged(t, "14.999,4", "Ada run 14,4", true, "cost: 0.999\" of 9\"");
    end(t);
    t = begin("'run_bar':'path'", "");
    GO(t, "place Bo 24,4");
    judged(t, "14,4", "Ada run 14.9,4", true, "cost: 0.9\"");
    judged(t, "14,4", "Ada run via 15.5,4 14,4", false, "would come as near as 7.5\" to Bo");
    end(t);
}

static void climbs_and_ladders(void **unused) {
    (void)unused;
    static const attempt tries[] = {
        {"11,9.5", "Ada move climb 11,10@3", true, "cost: 3.5\" of 6\"\n  check: Ada to climb"},
        {"11,9.5", "Ada move climb 12,10@3", true, "cost: 4.5\" of 6\""},
        {"11,9.5", "Ada move climb 12.002,10@3", false, "sideways"},
        {"11,10@3", "Ada move climb 11,9.5", true, "cost: 3.5\""},
        {"13,29.5", "Ada move climb 13,30@5", true, "cost: 5.5\" of 6\""},
        {"13,29", "Ada move 13,29.5 climb 13,30@5", true, "cost: 6\" of 6\""},
        {"13,28.999", "Ada move 13,29.5 climb 13,30@5", false,
         "it takes 5.5\" of movement, and 5.499\" is left (WB-16)"},
        {"4,29.5", "Ada move climb 4,30@4", false, "tower cannot be climbed"},
        {"31.5,10", "Ada move climb 32.7,10", true, "cost: 5.2\" of 6\"\n  check: Ada to climb"},
        {"13,9.5", "Ada move ladder 13,10@3", true, "legal (WB-28, WB-01, WB-06)\n  cost: 3.5\""},
        {"13,7", "Ada move 13,9.5 ladder 13,10@3 13,10.001@3", false, "needs 6.001\""},
        {"13,6.9", "Ada move 13,9.5 ladder 13,10@3", false,
         "takes 3.5\" of movement and 3.4\" is left: nobody stops part way (WB-15, WB-30)"},
    };
    table *t = begin("", "");
    judged(t, "31.5,10", "Ada move climb 32.7,10", true, "");
    assert_int_equal(t->v.check_count, 2);
    assert_int_equal(prepared(t)->hops[0].check.count, 2);
    ALL(t, tries);
    static const attempt free[] = {
        {"11,9.5", "Ada move climb 12,10@3", true, "cost: 3\" of 5.5\""},
        {"13,9.5", "Ada move ladder 13,10@3", true, "cost: 0.5\""},
        {"31.5,10", "Ada move climb 32.7,10", false, "too thin to stand on and is not climbed over"},
        {"13,28.5", "Ada move 13,29.5 climb 13,30@5", true, "cost: 1\" of 5.5\""},
    };
    ALL(begin("'climb_slide':'free','leeway_cost':'free','ladder_height':'free','over_wall':'no',"
              "'climb_needs_reach':'no'",
              ",'move':5.5"),
        free);
}

#define MEASURED "'premeasure':'yes'"
#define REFUSED MEASURED ",'jump_too_far':'refused'"

/* Where it may be measured before, a jump that cannot succeed is warned of, with what was measured. */
static void warned(void **unused) {
    (void)unused;
    static const attempt tries[] = {
        {"16,12@3", "Ada move jump 19,12.08@3 20,12@3", true,
         "legal (WB-22, WB-21, WB-01, WB-06)\n  cost: 0\" of 6\"\n  warning: 19,12.08@3 is 3.001\" away, and 3\" is "
         "the "
         "most: this jump of Ada fails by itself, and it falls 3\" (WB-22)\n"},
        {"16,18@3", "Ada move jump 19,18.1@4", true, "warning: 19,18.1@4 is 3.002\" away"},
        {"16.5,12", "Ada move jump 16,12@3", false, "a jump across begins at an edge"},
        {"15,12@3", "Ada move jump 19,12@3", false, "the nearest that way is at 16,12@3, 1\" from Ada"},
        {"16,12@3", "Ada move jump 19,12@3", true, "cost: 3\" of 6\"\n  check"},
    };
    ALL(begin(MEASURED, ""), tries);
    static const attempt gaps[] = {
        {"16,12@3", "Ada move jump 20.2,12@3", true, "20.2,12@3 is 4.2\" away"}, /* farther than gaps are measured */
    };
    ALL(begin(MEASURED ",'jump_measure':'gap'", ""), gaps);
    static const attempt narrow[] = {
        {"16,12@3", "Ada move jump 19,12@3", true, "19,12@3 is 3\" away, and 2.5\" is the most"},
    };
    ALL(begin(MEASURED ",'jump_measure':'gap','jump_most':2.5", ""), narrow);
    table *t = begin(MEASURED, "");
    judged(t, "16,12@3", "Ada move jump 19,12.08@3 20,12@3", true, "warning");
    assert_int_equal(prepared(t)->hop_count, 1);
    assert_int_equal(prepared(t)->hops[0].check.fails, WB_FAILS_LONG);
    assert_int_equal(prepared(t)->hops[0].hidden, 0);
    assert_int_equal(prepared(t)->hops[0].fall, 3000);
    end(t);
    t = begin("'jump_too_far':'refused'", "");
    judged(t, "16,12@3", "Ada move jump 19,12.08@3", true, "cost: 0\" of 6\", without");
    assert_int_equal(prepared(t)->hops[0].unmade, 1);
    judged(t, "16,12@3", "Ada move jump 19,12@3", true, "cost: 0\" of 6\", without");
    assert_int_equal(prepared(t)->hops[0].unmade, 0);
    end(t);
}

static void jumps(void **unused) {
    (void)unused;
    static const attempt tries[] = {
        {"16,12@3", "Ada move jump 19,12@3", true, "cost: 3\" of 6\"\n  check: Ada to jump across"},
        {"16,12@3", "Ada move jump 19,12.08@3", false, "is 3.001\" long, and 3\" is the most (WB-21, WB-22)"},
        {"16,18@3", "Ada move jump 19,18.1@4", false, "3.002\" long"},
        {"25,12@3", "Ada move jump 25.5,12@2.5", true, "legal (WB-21, WB-01, WB-06)\n  cost: 0.5\" of 6\""},
        {"25.5,12@2.5", "Ada move jump 25,12@3", true, "cost: 0.5\" of 6\""},
        {"25,12@3", "Ada move jump 26,12@2.5", true, "legal (WB-21, WB-01, WB-06)\n  cost: 1\""},
        {"25,12@3", "Ada move jump 26.001,12@2.5", true, "cost: 1.001\" of 6\"\n  check"},
        {"16.5,12", "Ada move jump 16,12@3", false, "3\" higher than where Ada jumps from, and 1\" is the most"},
        {"12.9,12@3", "Ada move via 16,12@3 jump 19,12@3", false, "takes 3\" of movement, and 2.9\" is left (WB-22"},
        {"15,12@3", "Ada move jump 19,12@3", false, "4\" long"},
    };
    ALL(begin(REFUSED, ""), tries);
    static const attempt gaps[] = {
        {"16,12@3", "Ada move jump 20,12@3", true, "cost: 4\" of 6\"\n  check"},
        {"16,12@3", "Ada move jump 20.2,12@3", false, "is the most"},
    };
    ALL(begin(REFUSED ",'jump_measure':'gap'", ""), gaps);
    static const attempt whole[] = {
        {"15.5,12@3", "Ada move jump 19.5,12@3", true, "cost: 4\" of 6\"\n  check"},
        {"24.5,12@3", "Ada move jump 26,12@2.5", true, "legal (WB-21, WB-01, WB-06)\n  cost: 1.5\""},
    };
    ALL(begin(MEASURED ",'jump_measure':'gap','standing':'whole'", ""), whole);
    table *t = begin(MEASURED ",'jump_short':'falls'", "");
    judged(t, "12.9,12@3", "Ada move via 16,12@3 jump 19,12@3 20,12@3", true, "cost: 3.1\" of 6\"");
    assert_int_equal(prepared(t)->hop_count, 2);
    assert_int_equal(prepared(t)->hops[1].check.fails, WB_FAILS_SHORT);
    assert_int_equal(prepared(t)->hops[1].fall, 3000);
    GO(t, "place Bo 17.5,12");
    judged(t, "16,12@3", "Ada move jump 19,12@3", true, "cost: 3\"");
    end(t);
    t = begin(MEASURED ",'across_over':'no'", "");
    GO(t, "place Bo 17.5,12");
    judged(t, "16,12@3", "Ada move jump 19,12@3", false, "may not jump across over Bo at 17.5,12, nor over anybody");
    end(t);
    t = begin(MEASURED, "");
    GO(t, "place Bo 20,12@3");
    judged(t, "16,12@3", "Ada move jump 19,12@3", false, "would land in contact with Bo");
    GO(t, "place Bo 47,39");
    GO(t, "place Cy 19.2,12@3");
    judged(t, "16,12@3", "Ada move jump 19,12@3", false,
           "could not stop where the jump lands, at 19,12@3, where Cy is (");
    GO(t, "place Cy 26.3,12@2.5");
    judged(t, "25,12@3", "Ada move jump 25.5,12@2.5 25.5,14@2.5", true, "cost: 2.5\"");
    judged(t, "25,12@3", "Ada move jump 25.5,12@2.5", false, "cannot end on Cy");
    end(t);
}

/* Whatever its length, the same is said. */
static void hidden_jumps(void **unused) {
    (void)unused;
    table *t = begin("'jump_most':3", "");
    static const struct {
        const char *from, *order;
        int fails, length, cost, fall;
    } tries[] = {
        {"16,12@3", "Ada move jump 19,12@3", 0, 3000, 3000, 3000},
        {"16,12@3", "Ada move jump 19,12.08@3", WB_FAILS_LONG, 3001, 3001, 3000},
        {"16,12@3", "Ada move jump 24,12@3", WB_FAILS_LONG, 8000, 8000, 3000},
        {"25,12@3", "Ada move jump 25.5,12@2.5", 0, 500, 500, 3000},
        {"15,32@5", "Ada move jump 16,12@3", WB_FAILS_LONG, 20025, 20025, 5000},
    };
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        judged(t, tries[i].from, tries[i].order, true,
               "cost: 0\" of 6\", without what is measured only when it is done\n  check: Ada to jump across");
        const wb_hop *hop = &prepared(t)->hops[0];
        assert_int_equal(t->v.check_count, 1);
        assert_int_equal((int)(t->v.chance * 100 + 0.5), 55);
        assert_int_equal(hop->hidden, 1);
        assert_int_equal(hop->check.fails, tries[i].fails);
        assert_int_equal(hop->check.count, 1);
        assert_int_equal(hop->check.free, tries[i].length <= 1000 && !tries[i].fails);
        assert_int_equal(hop->length, tries[i].length);
        assert_int_equal(hop->cost, tries[i].cost);
        assert_int_equal(hop->fall, tries[i].fall);
        assert_int_equal(hop->fall_count, 1);
    }
    judged(t, "15,12@3", "Ada move jump 19,12@3", false, "the nearest that way is at 16,12@3, 1\" from Ada");
    judged(t, "16,12@3", "Ada move jump 22,19@4", true, "cost: 0\"");
    assert_int_equal(prepared(t)->hops[0].check.fails, WB_FAILS_LONG);
    judged(t, "16,12@3", "Ada move jump 13,32@5", false, "the nearest that way is at 16,18@3"); /* inwards */
    judged(t, "12,18@3", "Ada move jump 13,32@5", true, "cost: 0\"");
    assert_int_equal(prepared(t)->hops[0].check.fails, WB_FAILS_HIGH);
    end(t);
}

/* However short a jump is, it takes movement: where the legs are known to leave none it is refused, whatever its length
 * is, as a measured one would be; or it fails by itself. */
static void hidden_jumps_that_nothing_is_left_for(void **unused) {
    (void)unused;
    static const attempt tries[] = {
        {"16,16@3", "Ada move 16,13@3 16,16@3 jump 19,16@3", false,
         "the jump of Ada to 19,16@3 takes movement, however short it is, and the rest of the way leaves none (WB-22"},
        {"16,16@3", "Ada move 16,13@3 16,16@3 jump 24,16@3", false,
         "the jump of Ada to 24,16@3 takes movement, however short it is, and the rest of the way leaves none (WB-22"},
        {"16,16@3", "Ada move 16,13@3 16,15.999@3 jump 19,15.999@3", true, "cost: 5.999\" of 6\", without"},
        {"16,16@3", "Ada run 16,13@3 16,16@3 jump 19,16@3", true, "cost: 6\" of 9\", without"},
        {"16,16@3", "Ada move 16,13@3 jump 19,13@3 22,13@3", false, "the jump of Ada to 19,13@3 takes movement"},
        {"16,16@3", "Ada move 16,13@3 jump 19,13@3 21.999,13@3", true, "cost: 5.999\" of 6\", without"},
        /* Of two jumps neither is known: both take something. */
        {"16,12@3", "Ada move jump 19,12@3 19,15@3 jump 16,15@3 13.001,15@3", false,
         "the jump of Ada to 16,15@3 takes"},
        {"16,12@3", "Ada move jump 19,12@3 19,15@3 jump 16,15@3 13.002,15@3", true, "cost: 5.998\" of 6\", without"},
    };
    ALL(begin("", ""), tries);
    static const attempt mud[] = {
        {"12,24", "Ada move 12,18.5 climb 12,18@3 16,18@3 jump 19,18@3", false,
         "the rest of the way leaves none after what difficult ground takes (WB-22, WB-23, WB-31)"},
        {"12,23.4", "Ada move 12,18.5 climb 12,18@3 16,18@3 jump 19,18@3", true, "of 15\", without"},
    };
    ALL(begin("", ",'move':15"), mud);
    static const attempt unpaid[] = {
        {"16,16@3", "Ada move 16,13@3 16,16@3 jump 19,16@3", true, "cost: 6\" of 6\", without"}};
    ALL(begin("'jump_cost':'free'", ""), unpaid);
    static const attempt falls[] = {
        {"16,16@3", "Ada move 16,13@3 16,16@3 jump 19,16@3", true,
         "Ada has none left: it fails by itself, and Ada falls 3\" (WB-22, WB-23)"},
        {"16,16@3", "Ada move 16,13@3 16,15.999@3 jump 19,15.999@3", true, "cost: 5.999\" of 6\", without"},
    };
    ALL(begin("'jump_short':'falls'", ""), falls);
}

static void drops(void **unused) {
    (void)unused;
    static const attempt tries[] = {
        {"10,14@3", "Ada move drop 7,14", true, "cost: 3\" of 6\"\n  check: Ada to jump down"},
        {"10,14@3", "Ada move drop 6.999,14", false, "is more than 3\" from where Ada jumps down (WB-24)"},
        {"25,14@3", "Ada move drop 26.1,14@2.5", false,
         "26.1,14@2.5 is at height 2.5\", and Ada at 3\": a jump down leads"},
        {"11,14@3", "Ada move drop 9,14", false, "the nearest that way is at 10,14@3, 1\" from Ada"},
        {"10,15@3", "Ada move drop 9.5,15", true, "cost: 0.5\" of 6\""},
    };
    ALL(begin("", ""), tries);
    static const attempt old[] = {
        {"10,14@3", "Ada move drop 9.5,14", true, "cost: 0\" of 6\"\n  check"},
        {"10,14@3", "Ada move drop 9,14", false,
         "to the foot of the ledge at 9.5,14, and that is 0.5\" from where it was to land (WB-24)"},
    };
    ALL(begin("'drop_reach':0,'jump_down_horizontal':'free'", ""), old);
    static const attempt both[] = {
        {"10,14@3", "Ada move drop 7,14", true, "cost: 3\""},
        {"16,12@3", "Ada move jump 19,12@3", false, "and 2\" is the most"},
    };
    ALL(begin(REFUSED ",'jump_most':2", ""), both);
    static const attempt less[] = {
        {"10,14@3", "Ada move drop 7,14", false, "and 2\" is the most"},
        {"16,12@3", "Ada move jump 19,12@3", true, "cost: 3\""},
    };
    ALL(begin(MEASURED ",'drop_reach':2", ""), less);
    table *t = begin("", "");
    judged(t, "13,30@5", "Ada move drop 13,28", true, "2d20");
    assert_int_equal(prepared(t)->hops[0].fall, 5000);
    assert_int_equal(prepared(t)->hops[0].fail, WB_FAIL_FALLS);
    GO(t, "place Bo 9,14");
    judged(t, "10,14@3", "Ada move drop 7.5,14", true, "cost: 2.5\""); /* over Bo, who is lower */
    judged(t, "10,14@3", "Ada move drop 8,14", false, "would land in contact with Bo");
    end(t);
    t = begin("'over_clearance':2", "");
    GO(t, "place Bo 9,14");
    judged(t, "10,14@3", "Ada move drop 7.5,14", false, "cannot jump over Bo at 9,14, who rises to height");
    end(t);
}

static void difficult_ground(void **unused) {
    (void)unused;
    static const attempt tries[] = {
        {"20,23.5", "Ada move 20,27.5", true, "cost: 4\" of 4\""},
        {"20,23.5", "Ada move 20,27.501", false,
         "needs 4.001\" of movement and has 4\" after what difficult ground takes"},
        {"20,23.5", "Ada run 20,30.5", true, "cost: 7\" of 7\""},
        {"20,23.5", "Ada move 20,23.5 20,23", true, "cost: 0.5\" of 6\""},
        {"20,24", "Ada move 20,23", true, "cost: 1\" of 4\""},
        {"32,21", "Ada move 38,21", false, "after what difficult ground takes"},
        {"33.4,20.5", "Ada move 36.6,20.5", true, "cost: 4.589\" of 6\""},
        {"33.4,21.5", "Ada move 36.6,21.5", true, "cost: 3.2\" of 4\""},
        {"33,19.6", "Ada move 37,19.6", true, "cost: 4.01\" of 6\""},
    };
    ALL(begin("", ""), tries);
    static const attempt area[] = {{"20,23.5", "Ada move 20,27.5", true, "cost: 6\" of 6\""}};
    ALL(begin("'difficult_once':'per_area'", ""), area);
    static const attempt inch[] = {{"20,23.5", "Ada move 20,25", true, "cost: 2.999\" of 6\""}};
    ALL(begin("'difficult_once':'per_inch'", ""), inch);
    static const attempt low[] = {
        {"29.4,36", "Ada move 31.6,36", true, "cost: 2.2\" of 4\""},
        {"29.4,37", "Ada move 30.5,37@0.75", true, "cost: 1.1\" of 4\""},
        {"29.5,36", "Ada move 29.5,34", true, "cost: 2\" of 6\""},
    };
    ALL(begin("", ""), low);
    static const attempt high[] = {{"29.4,36", "Ada move 31.6,36", true, "cost: 2.2\" of 6\""}};
    ALL(begin("'low_difficult':'no'", ""), high);
    static const attempt start[] = {
        {"20,24", "Ada move 20,21", true, "cost: 3\" of 6\""},
        {"20,24", "Ada move 20,23 20,24", true, "cost: 2\" of 4\""},
    };
    ALL(begin("'difficult_start':'free'", ""), start);
}

/* A failed check leaves the unit where its clause says. */
static void failures(void **unused) {
    (void)unused;
    static const struct {
        const char *from, *order, *ends;
        uint8_t tape[4], count; /* for each roll: how many dice, and their faces */
    } tries[] = {
        {"11,9.5", "Ada move climb 11,10@3 11,12@3", "11,9.5", {1, 9}, 2},
        {"11,9.5", "Ada move climb 11,10@3 11,12@3", "11,12@3", {1, 10}, 2},
        {"11,10@3", "Ada move climb 11,9.5", "11,10@3", {1, 9}, 2},
        {"16,12@3", "Ada move jump 19,12@3 20,12@3", "16.5,12", {1, 4, 1, 9}, 4},
        {"16,12@3", "Ada move jump 19,12.08@3 20,12@3", "16.5,12", {1, 9}, 2},
        {"25,12@3", "Ada move jump 25.5,12@2.5", "25.5,12@2.5", {0}, 0},
        {"13,12@3", "Ada move via 16,12@3 jump 19,12@3 20.5,12@3", "19,12@3", {1, 15}, 2}, /* 7.5" in all */
        {"10,14@3", "Ada move drop 8,14", "8,14", {1, 2, 1, 9}, 4},
        {"31.5,10", "Ada move climb 32.7,10", "31.5,10", {1, 15, 1, 5}, 4},
        {"31.5,10", "Ada move climb 32.7,10", "32.7,10", {1, 15, 1, 15}, 4},
    };
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        table *t = begin("", "");
        char edit[64], at[64];
        qm_text edit_text = qm_text_over(edit, sizeof edit), at_text = qm_text_over(at, sizeof at);
        qm_text_addf(&edit_text, "place Ada %s", tries[i].from);
        GO(t, edit);
        play(t, tries[i].order, tries[i].tape, tries[i].count);
        qm_place_print(t->s, wb_place(wb_at(t->s, t->st, 1)), &at_text);
        assert_string_equal(at, tries[i].ends);
        end(t);
    }
}

/* The price of the link from the middle of its take-off to the middle of its landing, against the leg. Whether the leg
 * was legal. */
static bool compare_link(table *t, uint32_t number) {
    static const char *const legs[] = {"", "climb", "ladder", "jump", "drop"};
    const qm__inch_base *base = qm__inch_base_of(&wb_of(t->s)->inches, 1);
    const qm__link *link = &base->links->items[number];
    const qm_place from = qm__inch_place(base, qm__half_way(link->off.a, link->off.b), link->from);
    const qm_place to = qm__inch_place(base, qm__half_way(link->on.a, link->on.b), link->to);
    const wb_pricing pricing = {.scenario = t->s, .state = t->st, .figure = 1};
    const double plan = qm__apart((qm__xy){from.x, from.y}, (qm__xy){to.x, to.y}), slide = link->least;
    const bool climb = link->kind == QM__LINK_CLIMB; /* its slide and the way sideways are added up */
    const double length = climb ? slide + qm__root(qm__most(plan * plan - slide * slide, 0)) : plan;
    qm__link_price bands[QM__BANDS_MAX];
    char text[96];
    qm_text order = qm_text_over(text, sizeof text);
    wb_put(wb_at(t->s, t->st, 1), from);
    qm_text_addf(&order, "Ada run %s ", legs[link->kind]);
    qm_place_print(t->s, to, &order);
    const bool legal = judge(t, text);
    const int count = qm__wb_price(&pricing, base->links, number, bands);
    if (legal) {
        assert_true(count > 0);
        const qm__link_price *band = qm__inch_band(bands, count, length);
        const double priced = band->cost + band->per_unit * length;
        assert_true(t->v.cost - priced <= 0.6 && priced - t->v.cost <= 0.6);
        assert_true(t->v.chance == band->chance);
    }
    return legal;
}

static void prices_are_what_legs_cost(void **unused) {
    (void)unused;
    static const char *const rules[] = {
        REFUSED,
        REFUSED ",'climb_slide':'free','jump_cost':'free','ladder_height':'free','jump_down_horizontal':'free'",
        REFUSED ",'leeway_cost':'free','drop_reach':2,'land_on':'ground','jump_height':'either'",
        REFUSED ",'standing':'whole','jump_measure':'gap','jump_distance':'space'",
        REFUSED ",'drop_reach':0,'drop_as_jump':'yes','free_gap':0",
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        table *t = begin(rules[i], ",'move':12");
        const uint32_t count = qm__inch_base_of(&wb_of(t->s)->inches, 1)->links->count;
        uint32_t compared = 0;
        for (uint32_t k = 0; k < count; k++) {
            compared += compare_link(t, k);
        }
        assert_true(compared > 20);
        end(t);
    }
}

static void traits(void **unused) {
    (void)unused;
    static const attempt flies[] = {
        {"9,14", "Ada move fly 9,14@3 fly 10.5,14@3", true, "cost: 4.5\" of 6\""},
        {"9,14", "Ada move fly 12,14@3", false, "house is in the way of the flight of Ada at"},
        {"9,14", "Ada move fly 9,14@3", false, "could not stand"},
        {"9,14", "Ada move fly 9,14@3 9,13", false, "could not stand"},
        {"16,12@3", "Ada move fly 19,12@3", true, "cost: 3\""},
        {"39,10.5", "Ada move fly 42,10.5", false, "tree is thicket, which nobody enters, crosses or climbs"},
        {"2,22", "Ada move fly 9,22", false, "needs 7\" of movement and has 6\", which suffice up to 8,22 (WB-01)"},
        {"2,22", "Ada move fly 5,22@4 fly 8,22", false, "has 6\", which suffice up to 5.6,22@3.2 (WB-01)"},
    };
    ALL(begin("", ",'flying':true"), flies);
    static const attempt ghost[] = {
        {"9.5,14", "Ada move 9,9 16.5,9", false, "which suffice up to 9.975,9 (WB-01)"},
        {"2,20", "Ada move 2,27", false,
         "has 4\" after what difficult ground takes, which suffice up to 2,24 (WB-01, WB-31)"},
        {"30,10", "Ada move via 34,10", true, "cost: 4\""},
        {"16,12@3", "Ada move 19,12@3", false, "nothing to stand on"},
        {"9,14", "Ada move 12,14", false, "house"},
        {"9,14", "Ada move 12,14@3", false, "12,14@3 is 3\" higher or lower, and 1\" is crossed freely (WB-07)"},
    };
    ALL(begin("", ",'ethereal':true"), ghost);
    static const attempt rides[] = {
        {"13,9.5", "Ada move ladder 13,10@3", false, "mounted and does not use ladders"},
        {"11,9.5", "Ada move climb 11,10@3", false, "mounted and does not climb"},
    };
    ALL(begin("", ",'mounted':true"), rides);
    static const attempt hound[] = {{"13,9.5", "Ada move ladder 13,10@3", true, "check: Ada to manage the ladder"}};
    ALL(begin("", ",'animal':true"), hound);
    static const attempt old[] = {
        {"13,9.5", "Ada move ladder 13,10@3", false, "is an animal and does not use ladders"}};
    ALL(begin("'animal_ladders':'no'", ",'animal':true"), old);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walks),
        cmocka_unit_test(ends),
        cmocka_unit_test(climbs_and_ladders),
        cmocka_unit_test(jumps),
        cmocka_unit_test(warned),
        cmocka_unit_test(hidden_jumps),
        cmocka_unit_test(hidden_jumps_that_nothing_is_left_for),
        cmocka_unit_test(drops),
        cmocka_unit_test(difficult_ground),
        cmocka_unit_test(failures),
        cmocka_unit_test(prices_are_what_legs_cost),
        cmocka_unit_test(traits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
