/* What happened, told for people to read.
 *
 * Most orders have a few events, each a line with its clauses. An order that moves everybody at once has dozens: they
 * are grouped by beat, plain steps run on in one paragraph, beats in which nothing happens and the list of where all
 * have ended are left out. What decides something (conflicts, ties, stops, checks) keeps a line and its clauses.
 * Nothing here knows a family; the role of an event says what it is. Rejected: telling less, because JSON has it all;
 * people ask why as well.
 */
#include "common.h"

enum { WIDTH = 100, OUTSIDE = 2, INSIDE = 4 };

typedef struct account {
    const qm_scenario *scenario;
    qm_text text;         /* what is told */
    qm_text run;          /* steps that follow each other, not yet written */
    const qm_event *beat; /* begun, and not yet named */
    bool inside;          /* a beat */
    uint16_t area;        /* the figure whose places the run ends with */
} account;

static void end_run(account *a) {
    if (a->run.length > 0) {
        cli_wrap(&a->text, a->run.data, a->inside ? INSIDE : OUTSIDE, WIDTH);
        qm_text_add_char(&a->text, '\n');
        qm_text_clear(&a->run);
    }
    a->area = 0;
}

static void name_beat(account *a) {
    if (a->beat) {
        qm_text_add(&a->text, "  ");
        qm_event_say(a->scenario, a->beat, &a->text);
        qm_text_add_char(&a->text, '\n');
        a->beat = NULL;
    }
}

/* A line of its own, with its clauses. */
static void add_line(account *a, const qm_event *event) {
    end_run(a);
    qm_text_addf(&a->text, "%*s", a->inside ? INSIDE : OUTSIDE, "");
    qm_event_print(a->scenario, event, &a->text);
    qm_text_add_char(&a->text, '\n');
}

/* "Cole watches 0304, 0305, 0306" */
static void add_area(account *a, const qm_event *event) {
    if (a->area == event->figure && a->run.length > 0) {
        qm_text_add(&a->run, ", ");
        qm_place_print(a->scenario, event->at, &a->run);
        return;
    }
    end_run(a);
    qm_event_say(a->scenario, event, &a->run);
    a->area = event->figure;
}

static void add_step(account *a, const qm_event *event) {
    if (!a->inside) {
        add_line(a, event);
        return;
    }
    a->area = 0;
    qm_text_add(&a->run, a->run.length > 0 ? "; " : "");
    qm_event_say(a->scenario, event, &a->run);
}

static void add(account *a, const qm_event *event) {
    const qm_role role = (qm_role)qm_scenario_family(a->scenario)->events[event->kind].role;
    if (role == QM_ROLE_END || role == QM_ROLE_BEAT) {
        end_run(a);
        a->inside = role == QM_ROLE_BEAT;
        a->beat = a->inside ? event : NULL;
        return;
    }
    name_beat(a);
    switch (role) {
    case QM_ROLE_AREA:
        add_area(a, event);
        return;
    case QM_ROLE_GOAL:
    case QM_ROLE_REFUGE:
    case QM_ROLE_STEP:
    case QM_ROLE_WAIT:
        add_step(a, event);
        return;
    case QM_ROLE_NONE:
    case QM_ROLE_END:
    case QM_ROLE_BEAT:
    case QM_ROLE_CONFLICT:
    case QM_ROLE_WON:
    case QM_ROLE_LOST:
    case QM_ROLE_TIE:
    case QM_ROLE_STANDOFF:
    case QM_ROLE_STOP:
    case QM_ROLE_INTERRUPT:
    case QM_ROLE_HALT:
    case QM_ROLE_BLOCK:
    case QM_ROLE_FALL:
        break;
    }
    add_line(a, event);
}

void cli_account(const qm_scenario *scenario, const qm_events *events, uint32_t from, qm_text *out) {
    account a = {.scenario = scenario, .text = qm_text_growing(NULL), .run = qm_text_growing(NULL)};
    for (uint32_t i = 0; i < events->count; i++) {
        if (i == from) { /* what was told before is gone through for where it has got to */
            end_run(&a);
            qm_text_clear(&a.text);
        }
        add(&a, &events->items[i]);
    }
    end_run(&a);
    if (from < events->count && a.text.length > 0) {
        qm_text_add(out, a.text.data);
    }
    if (events->dropped > 0) {
        qm_text_addf(out, "  and %u more events\n", events->dropped);
    }
    qm_text_free(&a.text);
    qm_text_free(&a.run);
}
