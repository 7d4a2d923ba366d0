/* What stands around the board of a picture: title, key of numbered figures, and the order with its checks, outcomes
 * and clauses. The legend is in draw_legend.c.
 *
 * Invariant: everything is set below what is there already, so captions can never run into each other.
 */
#include <string.h>

#include "game/place.h"
#include "game/print.h"
#include "game/scenario.h"
#include "io/draw_story.h"

#define DASH "\xe2\x80\x93"

static const qm__type body = {25, false, 0}, body_bold = {25, true, 0};

double qm__column_width(const qm__page *page) {
    return page->width - 2 * QM__PAGE_MARGIN;
}

void qm__draw_title(qm__page *page) {
    const char *title = page->options->title ? page->options->title : qm_scenario_title(page->scenario);
    page->layer = QM__LAYER_CAPTIONS;
    page->bottom = QM__PAGE_MARGIN * 0.7;
    if (*title) {
        const bool small = page->width < 1000 || page->facts->rivals; /* one plan of many */
        qm__page_paragraph(page, QM__PAGE_MARGIN, 0, qm__column_width(page), (qm__type){small ? 28 : 38, true, 0}, title);
        page->bottom += 8;
    }
}

void qm__draw_key(qm__page *page) {
    if (page->keyed_count == 0) {
        return;
    }
    page->layer = QM__LAYER_CAPTIONS;
    qm_text text = qm_text_growing(page->arena->allocator);
    for (uint16_t i = 0; i < page->keyed_count; i++) {
        /* The blank between number and name does not break. */
        qm_text_addf(&text, "%s%u\xc2\xa0%s", i == 0 ? "Figures: " : ", ", i + 1u,
                     page->scenario->figures[page->keyed[i] - 1].name);
        if (page->table) {
            qm__level_add(page, page->facts->figures[page->keyed[i] - 1].at, &text);
        }
    }
    page->failed = page->failed || text.truncated;
    qm__page_paragraph(page, QM__PAGE_MARGIN, 0, qm__column_width(page), body, text.data ? text.data : "");
    page->bottom += 10;
    qm_text_free(&text);
}

/* ----------------------------------------------------------------------------------------------------- captions */

static void add_paragraph(qm__page *page, double indent, qm__type type, qm_text *text) {
    page->failed = page->failed || text->truncated;
    qm__page_paragraph(page, QM__PAGE_MARGIN, indent, qm__column_width(page), type, text->data ? text->data : "");
    qm_text_clear(text);
}

/* An entry of a list: a mark, then the text, all its lines beside the mark. */
static void add_item(qm__page *page, const char *mark, double indent, qm_text *text) {
    page->failed = page->failed || text->truncated;
    const double line = page->bottom + 1.36 * body.size - 0.3 * body.size;
    qm__page_text(page, QM__PAGE_MARGIN, line, QM__TEXT_START, body_bold, mark, strlen(mark));
    qm__page_paragraph(page, QM__PAGE_MARGIN + indent, 0, qm__column_width(page) - indent, body,
                       text->data ? text->data : "");
    qm_text_clear(text);
}

static void caption_verdict(qm__page *page, const qm_verdict *verdict, qm_text *text) {
    static const char *const words[] = {
        [QM_LEGAL] = "Legal", [QM_ILLEGAL] = "Illegal", [QM_CANNOT_JUDGE] = "Left to a person"};
    qm_text_add(text, words[verdict->judgement]);
    if (verdict->judgement == QM_LEGAL) {
        if (verdict->unit == 1 && verdict->part_count == 0) {
            qm_text_addf(text, "; cost %d of %d", (int)verdict->cost, (int)verdict->allowance);
        } else if (verdict->unmeasured == QM_UNMEASURED_WHOLE && verdict->part_count == 0) {
            qm_text_add(text, "; measured only when it is done, at most ");
            qm__inches_print(verdict->allowance, text);
            qm_text_add_char(text, '"');
        } else if (verdict->unit == 2 && verdict->part_count == 0) {
            qm_text_add(text, "; cost ");
            qm__inches_print(verdict->cost, text);
            qm_text_add(text, "\" of ");
            qm__inches_print(verdict->allowance, text);
            qm_text_add(text, verdict->unmeasured ? "\", without what is measured only when it is done" : "\"");
        }
        if (qm_verdict_can_fail(verdict) > 0) {
            qm_text_add(text, "; all goes well with ");
            qm__print_percent(verdict->chance, text);
        }
    }
    qm_text_add_char(text, '.');
    qm_text_add(text, qm__verdict_differs(page) ? QM__DIFFERS : "");
    if (verdict->approximate) {
        qm_text_add(text, " Some ground costs by the inch: the cheapest way costs at most 0.5 % less.");
    }
    add_paragraph(page, 0, body, text);
    for (size_t i = 0; i < verdict->reason_count; i++) {
        qm_reason_print(page->scenario, &verdict->reasons[i], text);
        qm_text_add(text, qm__reason_differs(page, i) ? QM__DIFFERS : "");
        add_item(page, "\xc3\x97", 40, text);
    }
    for (size_t i = 0; i < verdict->warning_count && verdict->judgement == QM_LEGAL; i++) {
        qm_reason_print(page->scenario, &verdict->warnings[i], text);
        add_item(page, "!", 40, text);
    }
    for (size_t i = 0; i < verdict->part_count && verdict->judgement == QM_LEGAL; i++) {
        qm_part_print(page->scenario, verdict, &verdict->parts[i], text);
        add_item(page, DASH, 40, text);
    }
    for (size_t i = 0; i < verdict->check_count; i++) {
        const char letter[2] = {qm__check_letter(i), 0};
        qm_check_print(page->scenario, &verdict->checks[i], text);
        qm_text_add(text, qm__check_differs(page, i) ? QM__DIFFERS : "");
        add_item(page, letter, 40, text);
    }
}

static void write_percent(double chance, char out[24]) {
    qm_text text = qm_text_over(out, 24);
    qm__print_percent(chance, &text);
}

/* "Ends standing 55 %, fallen 20.3 %, dazed 24.8 %." */
static void caption_sums(qm__page *page, qm_text *text) {
    const qm_odds_ends_result *sums = page->facts->sums;
    for (uint16_t kind = 1; sums && kind < sums->count; kind++) {
        if (sums->ends[kind].chance > 0) {
            qm_text_addf(text, "%s %s ", text->length > 0 ? "," : "Ends", qm_scenario_family(page->scenario)->ends[kind].name);
            qm__print_percent(sums->ends[kind].chance, text);
        }
    }
    if (text->length > 0) {
        qm_text_add_char(text, '.');
        add_paragraph(page, 0, body, text);
    }
}

static void caption_outcomes(qm__page *page, qm_text *text) {
    const qm__draw_facts *facts = page->facts;
    if (facts->too_many) {
        qm_text_add(text, "Too many outcomes to list.");
        add_paragraph(page, 0, body, text);
        return;
    }
    if (facts->outcome_count + facts->more_outcomes < (facts->rivals ? 1 : 2)) {
        return;
    }
    page->bottom += 8;
    qm_text_add(text, "What can happen");
    if (facts->policy) {
        qm_text_addf(text, " (choices: %s)", facts->policy);
    }
    qm_text_add(text, facts->supposed ? " if every distance suffices" : "");
    add_paragraph(page, 0, body_bold, text);
    caption_sums(page, text);
    char chance[24];
    for (uint32_t i = 0; i < facts->outcome_count; i++) {
        const qm__draw_outcome *outcome = &facts->outcomes[i];
        qm_text_add(text, outcome->text);
        if (outcome->denominator > 1 && outcome->denominator <= 9999) {
            qm_text_addf(text, " (%d of %d)", (int)outcome->numerator, (int)outcome->denominator);
        }
        qm_text_add(text, qm__outcome_differs(page, outcome) ? QM__DIFFERS : "");
        write_percent(outcome->chance, chance);
        add_item(page, chance, 130, text);
    }
    if (facts->more_outcomes > 0) {
        qm_text_addf(text, "%u other outcome%s", facts->more_outcomes, facts->more_outcomes == 1 ? "" : "s");
        write_percent(facts->more_chance, chance);
        add_item(page, chance, 130, text);
    }
}

/* Sentences begin large and end with a stop. */
static void add_sentence(const qm__page *page, const qm_event *event, qm_text *text) {
    const size_t from = text->length;
    if (from > 0) {
        qm_text_add_char(text, ' ');
    }
    const size_t first = text->length;
    qm_event_print(page->scenario, event, text);
    if (text->length > first && !text->truncated) {
        if (text->data[first] >= 'a' && text->data[first] <= 'z') {
            text->data[first] = (char)(text->data[first] - 'a' + 'A');
        }
        qm_text_add_char(text, '.');
    }
}

/* Whether the same was told before in the same note: a conflict that goes on is told in every beat. */
static bool told_before(const qm__story *story, uint32_t index) {
    const qm_event *event = &story->events[index];
    for (uint32_t i = 0; i < index && story->note_of[index] > 0; i++) {
        const qm_event *other = &story->events[i];
        if (story->note_of[i] == story->note_of[index] && other->kind == event->kind && event->kind > 0 &&
            other->figure == event->figure && other->other == event->other && other->value == event->value &&
            other->needed == event->needed && other->at.x == event->at.x && other->at.y == event->at.y) {
            return true;
        }
    }
    return false;
}

/* What has no letter is one paragraph. */
static void end_rest(qm__page *page, qm_text *text) {
    if (text->length > 0) {
        add_item(page, DASH, 40, text);
    }
}

/* All that belongs to one note, from the event it begins with. */
static void add_note(qm__page *page, uint32_t first, qm_text *text) {
    const qm__story *story = page->story;
    const uint32_t note = story->note_of[first];
    for (uint32_t i = first; i < story->event_count; i++) {
        if (story->note_of[i] == note && !told_before(story, i)) {
            add_sentence(page, &story->events[i], text);
        }
    }
    const char letter[2] = {story->notes[note - 1].letter, 0};
    add_item(page, *letter ? letter : DASH, 40, text);
}

/* Which story it is, what was declared, then every note with its letter in the order of their beginnings, and what has
 * none between them. */
static void caption_story(qm__page *page, qm_text *text) {
    const qm__story *story = page->story;
    if (page->facts->story_likely && page->facts->outcome_count > 0 && page->facts->outcomes[0].chance < 1) {
        qm_text_add(text, "Shown is the most likely outcome, ");
        qm__print_percent(page->facts->outcomes[0].chance, text);
        qm_text_add_char(text, '.');
        add_paragraph(page, 0, body, text);
    }
    uint32_t told = 0;
    for (uint32_t i = 0; i < story->event_count; i++) {
        const uint32_t note = story->note_of[i];
        if (i == story->declared) {
            end_rest(page, text);
        }
        if ((note > 0 && note <= told) || !qm__story_tells(page, i)) {
            continue;
        }
        if (note == 0) {
            add_sentence(page, &story->events[i], text);
            continue;
        }
        end_rest(page, text);
        add_note(page, i, text);
        told = note;
    }
    end_rest(page, text);
}

#define CLAUSES_MAX 64

/* Adds a clause unless it is there. */
static size_t add_clause(const qm_rules_facts *family, const char *id, uint16_t *clauses, size_t count) {
    const qm_clause *clause = qm_clause_named(family, id);
    for (size_t i = 0; i < count && clause; i++) {
        if (&family->clauses[clauses[i]] == clause) {
            return count;
        }
    }
    if (clause && count < CLAUSES_MAX) {
        clauses[count++] = (uint16_t)(clause - family->clauses);
    }
    return count;
}

/* The clauses of all that the account of a story tells, in order. */
static size_t story_clauses(const qm__page *page, uint16_t *clauses, size_t count) {
    const qm_rules_facts *family = qm_scenario_family(page->scenario);
    char id[32];
    for (uint32_t i = 0; i < page->facts->story_count; i++) {
        const qm_event *event = &page->facts->story[i];
        char ids[QM_EVENT_CLAUSES_SIZE];
        qm_text text = qm_text_over(ids, sizeof ids);
        qm_event_clauses(page->scenario, event, &text);
        for (size_t n = 0; (!page->story || qm__story_tells(page, i)) && qm_words_at(ids, n, id, sizeof id) > 0; n++) {
            count = add_clause(family, id, clauses, count);
        }
    }
    return count;
}

static void caption_clauses(qm__page *page, qm_text *text) {
    uint16_t clauses[CLAUSES_MAX];
    size_t count = qm_verdict_clauses(page->scenario, page->facts->order, page->facts->verdict, clauses, CLAUSES_MAX);
    count = count > CLAUSES_MAX ? CLAUSES_MAX : count;
    count = page->facts->story ? story_clauses(page, clauses, count) : count;
    const qm_clause *all = qm_scenario_family(page->scenario)->clauses;
    for (size_t i = 0; i < count; i++) {
        qm_text_addf(text, "%s%s %s%s", i == 0 ? "" : "; ", all[clauses[i]].id, all[clauses[i]].title,
                     qm__clause_differs(page, clauses[i]) ? QM__DIFFERS : "");
    }
    if (count > 0) {
        page->bottom += 8;
        qm_text_add_char(text, '.');
        add_paragraph(page, 0, (qm__type){23, false, 0x333333}, text);
    }
}

/* What became of the order on a table, with the dice that were given. */
static void caption_played(qm__page *page, qm_text *text) {
    bool rolled = false;
    for (uint32_t i = 0; i < page->facts->story_count; i++) {
        rolled = rolled || page->facts->story[i].kind == 0;
    }
    page->bottom += 8;
    qm_text_add(text, rolled ? "What happens with these dice" : "What happens");
    add_paragraph(page, 0, body_bold, text);
    for (uint32_t i = 0; i < page->facts->story_count; i++) {
        add_sentence(page, &page->facts->story[i], text);
    }
    add_paragraph(page, 0, body, text);
}

static void caption_order(qm__page *page, qm_text *text) {
    qm_text_add(text, page->facts->order_text);
    add_paragraph(page, 24, body_bold, text);
    if (page->story) {
        caption_story(page, text);
    } else {
        caption_verdict(page, page->facts->verdict, text);
    }
    if (page->facts->story && page->table) {
        caption_played(page, text);
    }
    caption_outcomes(page, text);
    caption_clauses(page, text);
}

void qm__draw_captions(qm__page *page) {
    const bool approximate = page->facts->area && page->facts->area->approximate;
    qm_reason why;
    const bool left_out = page->facts->area && page->facts->area->ring_count > 0
                              ? qm_regions_left_out(page->scenario, &why)
                              : (page->facts->area || page->facts->links) && qm_left_out(page->scenario, &why);
    if (!page->facts->order && page->facts->sight_count == 0 && !page->facts->links && !approximate && !left_out) {
        return;
    }
    page->layer = QM__LAYER_CAPTIONS;
    page->bottom += 6;
    qm_text text = qm_text_growing(page->arena->allocator);
    if (approximate) {
        qm_text_addf(
            &text,
            "Where %s can go is approximate, as some ground costs by the inch: a little beyond a border may be in "
            "reach too.",
            qm_figure_name(page->scenario, page->options->reach));
        add_paragraph(page, 0, body, &text);
        page->bottom += 8;
    }
    if (page->facts->links) {
        qm_text_addf(&text, page->facts->link_count > 0 ? "Where %s could climb, jump and drop, from wherever it may get."
                                                        : "%s could climb, jump and drop nowhere.",
                     qm_figure_name(page->scenario, page->options->links));
        add_paragraph(page, 0, body, &text);
        page->bottom += 8;
    }
    if (left_out) {
        qm_reason_print(page->scenario, &why, &text);
        add_paragraph(page, 0, body, &text);
        page->bottom += 8;
    }
    for (uint32_t i = 0; i < page->facts->sight_count && page->facts->sights[i].told; i++) {
        qm__sight_tell(page, &page->facts->sights[i], &text);
        add_paragraph(page, 0, body, &text);
    }
    page->bottom += page->facts->sight_count > 0 ? 8 : 0;
    if (page->facts->order) {
        caption_order(page, &text);
    }
    qm_text_free(&text);
}
