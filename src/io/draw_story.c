/* Taking a story apart: tracks, goals, areas, notes and bars, from one pass over its events.
 *
 * Invariant: an event belongs to at most one note, and a note to the event it began with; so the account tells every
 * event once, in order of the notes' beginnings. Where figures are in the middle of the story is kept while passing
 * over it, because a conflict between two who chase each other has no place of its own.
 *
 * Rejected: asking the family for paths and conflicts as such. The events are what play tells anyway, a log replayed
 * gives the same ones, and so a picture cannot show anything else than the account says.
 */
#include "io/draw_story.h"

#include <string.h>

#include "game/scenario.h"

#define BESIDE 0.66 /* where a bar stands off the middle of a figure that faces it */
#define CLOSE 0.6   /* bars nearer to each other are one: a loser also stops next to the winner */

typedef struct finding {
    qm__page *page;
    qm__story *story;
    qm__cell *now; /* [0] is figure 1: where it is */
    uint16_t beat; /* the number of the beat, of those in which somebody moved; 0: none yet, or beats are not told */
    bool fresh;    /* a beat has begun, and nobody has moved in it */
} finding;

static qm_role role_of(const qm__page *page, const qm_event *event) {
    return event->kind == 0 ? QM_ROLE_NONE : (qm_role)qm_scenario_family(page->scenario)->events[event->kind].role;
}

/* What a figure chose before it chose anew is no news. */
static bool last_refuge(const qm__page *page, uint32_t index) {
    const qm__story *story = page->story;
    for (uint32_t i = index + 1; i < story->event_count; i++) {
        if (story->events[i].figure == story->events[index].figure &&
            role_of(page, &story->events[i]) == QM_ROLE_REFUGE) {
            return false;
        }
    }
    return true;
}

bool qm__story_tells(const qm__page *page, uint32_t index) {
    const qm_event *event = &page->story->events[index];
    switch (role_of(page, event)) {
    case QM_ROLE_END:
    case QM_ROLE_AREA:
    case QM_ROLE_BEAT:
    case QM_ROLE_STEP:
        return false;
    case QM_ROLE_GOAL:
        return index < page->story->declared;
    case QM_ROLE_REFUGE:
        return last_refuge(page, index);
    case QM_ROLE_NONE:
        return event->kind == 0 || event->figure > 0; /* a phase that begins is no part of it */
    case QM_ROLE_WAIT:
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
    return true;
}

/* --------------------------------------------------------------------------------------------------------- points */

static qm__point middle(const finding *f, qm__cell cell) {
    return f->page->shape->centre(f->page->scenario, cell);
}

static qm__point between(qm__point a, qm__point b) {
    return (qm__point){(a.x + b.x) / 2, (a.y + b.y) / 2};
}

static qm__cell where_is(const finding *f, uint16_t figure) {
    return figure ? f->now[figure - 1] : 0;
}

/* A bar before a figure, towards a cell: half-way to it if they are neighbours and `half` says so. */
static void add_bar(finding *f, qm__cell from, qm__cell to, bool half) {
    if (!from || !to || from == to) {
        return;
    }
    const qm__point a = middle(f, from), b = middle(f, to);
    const double length = qm__root((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
    const qm__point d = {(b.x - a.x) / length, (b.y - a.y) / length};
    const double off = half && f->page->shape->near(f->page->scenario, from, to) ? length / 2 : BESIDE;
    const qm__point at = {a.x + d.x * off, a.y + d.y * off};
    for (uint32_t i = 0; i < f->story->bar_count; i++) {
        const qm__point other = f->story->bars[i].at;
        if ((other.x - at.x) * (other.x - at.x) + (other.y - at.y) * (other.y - at.y) < CLOSE * CLOSE) {
            return;
        }
    }
    f->story->bars[f->story->bar_count++] = (qm__bar){at, d};
}

/* ---------------------------------------------------------------------------------------------------------- notes */

static bool has_figure(const qm__note *note, uint16_t figure) {
    for (uint16_t i = 0; i < note->figure_count; i++) {
        if (note->figures[i] == figure) {
            return true;
        }
    }
    return false;
}

static void add_figure(qm__note *note, uint16_t figure, int32_t left) {
    if (figure && note->figure_count < QM__CLAIMANTS_MAX && !has_figure(note, figure)) {
        note->figures[note->figure_count] = figure;
        note->left[note->figure_count++] = left;
    }
}

/* The last note of a kind with both figures (0: whoever) and, unless either has none, this place; NULL if there is
 * none. */
static qm__note *last_note(const finding *f, qm_role role, uint16_t figure, uint16_t other, qm__cell at) {
    for (uint32_t i = f->story->note_count; i > 0; i--) {
        qm__note *note = &f->story->notes[i - 1];
        const bool figures = has_figure(note, figure) && (!other || has_figure(note, other));
        if (note->role == role && figures && (!at || !note->at || note->at == at)) {
            return note;
        }
    }
    return NULL;
}

static qm__note *new_note(finding *f, qm_role role, const qm_event *event, qm__cell at) {
    qm__note *note = &f->story->notes[f->story->note_count++];
    *note = (qm__note){.role = role, .at = at};
    add_figure(note, event->figure, -1);
    add_figure(note, event->other, -1);
    const qm__cell a = where_is(f, event->figure), b = where_is(f, event->other);
    if (at) {
        note->where = middle(f, at);
    } else if (a && b) {
        note->where = between(middle(f, a), middle(f, b));
    } else if (a || b) {
        note->where = middle(f, a ? a : b);
    }
    if (f->story->note_count <= QM__NOTES_MAX) {
        note->letter = qm__check_letter(f->story->note_count - 1);
    }
    return note;
}

/* The conflict that goes on over this place, or between these two. */
static qm__note *open_conflict(const finding *f, const qm_event *event, qm__cell at) {
    for (uint32_t i = f->story->note_count; i > 0; i--) {
        qm__note *note = &f->story->notes[i - 1];
        const bool same =
            at ? note->at == at : !note->at && has_figure(note, event->figure) && has_figure(note, event->other);
        if (note->role == QM_ROLE_CONFLICT && same) {
            return note->winner || note->standoff ? NULL : note;
        }
    }
    return NULL;
}

static qm__note *tell_conflict(finding *f, const qm_event *event, qm__cell at) {
    qm__note *note = open_conflict(f, event, at);
    if (!note) {
        note = new_note(f, QM_ROLE_CONFLICT, event, at);
        note->figure_count = 0;
    }
    add_figure(note, event->figure, event->value);
    add_figure(note, event->other, event->needed);
    return note;
}

/* How a conflict ends; what only says so and names no conflict told before is one by itself. */
static qm__note *tell_end(finding *f, qm_role role, const qm_event *event, qm__cell at) {
    qm__note *note = last_note(f, QM_ROLE_CONFLICT, event->figure, event->other, at);
    note = note ? note : last_note(f, QM_ROLE_CONFLICT, event->figure, event->other, 0);
    note = note ? note : last_note(f, QM_ROLE_CONFLICT, event->figure, 0, at);
    note = note ? note : new_note(f, QM_ROLE_CONFLICT, event, at);
    const qm__cell here = where_is(f, event->figure);
    if (role == QM_ROLE_WON) {
        note->winner = event->figure;
        if (event->figure) {
            f->story->tracks[event->figure - 1].won = true;
        }
    } else if (role == QM_ROLE_TIE) {
        note->tie = true;
    } else if (role == QM_ROLE_STANDOFF) {
        note->standoff = true;
        add_bar(f, here, note->at ? note->at : where_is(f, event->other), false);
        add_bar(f, where_is(f, event->other), note->at ? note->at : here, false);
    } else {
        note->winner = note->winner ? note->winner : event->other;
        add_bar(f, here, note->at ? note->at : where_is(f, event->other), false);
    }
    return note;
}

/* Somebody is stopped by another, or by what stands in a place: once for each pair. */
static qm__note *tell_stop(finding *f, qm_role role, const qm_event *event, qm__cell at) {
    qm__note *note = last_note(f, role, event->figure, event->other, at);
    if (note) {
        return note;
    }
    note = new_note(f, role, event, at);
    const qm__cell here = where_is(f, event->figure), there = at ? at : where_is(f, event->other);
    add_bar(f, here, there, role != QM_ROLE_BLOCK);
    if (here && there) {
        note->where = between(middle(f, here), middle(f, there));
    }
    return note;
}

/* Somebody stops next to another. Where the two have a note already, it belongs there and needs no letter of its own.
 */
static qm__note *tell_next_to(finding *f, const qm_event *event) {
    qm__note *called = last_note(f, QM_ROLE_INTERRUPT, event->figure, event->other, 0);
    qm__note *conflict = last_note(f, QM_ROLE_CONFLICT, event->figure, event->other, 0);
    if (!event->other || (!called && !conflict)) {
        return tell_stop(f, QM_ROLE_STOP, event, 0);
    }
    add_bar(f, where_is(f, event->figure), where_is(f, event->other), true);
    return !conflict || (called && called > conflict) ? called : conflict;
}

/* A roll belongs to the tie that waits for it. */
static qm__note *tie_waiting(const finding *f) {
    for (uint32_t i = f->story->note_count; i > 0; i--) {
        qm__note *note = &f->story->notes[i - 1];
        if (note->tie && !note->winner && !note->standoff) {
            return note;
        }
    }
    return NULL;
}

/* --------------------------------------------------------------------------------------------------------- tracks */

static void count_beat(finding *f) {
    f->beat = (uint16_t)(f->beat + f->fresh);
    f->fresh = false;
}

static void take_step(finding *f, const qm_event *event, qm__cell at) {
    qm__figure_track *track = &f->story->tracks[event->figure - 1];
    if (!at || !track->start) {
        return;
    }
    count_beat(f);
    track->beat = f->beat ? f->beat : (uint16_t)(track->beat + 1);
    track->steps[track->step_count++] = (qm__track_step){at, track->beat, track->interrupts};
    track->end = f->now[event->figure - 1] = at;
}

static void set_goal(finding *f, const qm_event *event, qm__cell at, bool refuge) {
    qm__figure_track *track = &f->story->tracks[event->figure - 1];
    track->goal = at;
    track->follows = at ? 0 : event->other;
    track->refuge = refuge;
}

static qm__note *interrupt(finding *f, const qm_event *event, qm__cell at) {
    f->story->tracks[event->figure - 1].interrupts = true;
    return new_note(f, QM_ROLE_INTERRUPT, event, at ? at : where_is(f, event->other));
}

/* What one event adds; gives the note it belongs to. */
static qm__note *take(finding *f, const qm_event *event) {
    const qm_role role = role_of(f->page, event);
    const qm__cell at = qm__page_cell_at(f->page, event->at);
    if (role != QM_ROLE_NONE && role != QM_ROLE_BEAT && event->figure == 0) {
        return NULL;
    }
    switch (role) {
    case QM_ROLE_NONE:
        return event->kind == 0 ? tie_waiting(f) : NULL;
    case QM_ROLE_END:
    case QM_ROLE_FALL:
        return NULL;
    case QM_ROLE_GOAL:
    case QM_ROLE_REFUGE:
        set_goal(f, event, at, role == QM_ROLE_REFUGE);
        return NULL;
    case QM_ROLE_AREA:
        f->story->area[at] = (uint16_t)(1 + f->page->scenario->figures[event->figure - 1].side);
        return NULL;
    case QM_ROLE_BEAT:
        f->fresh = true;
        return NULL;
    case QM_ROLE_STEP:
        take_step(f, event, at);
        return NULL;
    case QM_ROLE_WAIT:
        count_beat(f);
        f->story->tracks[event->figure - 1].beat++;
        return NULL;
    case QM_ROLE_CONFLICT:
        return tell_conflict(f, event, at);
    case QM_ROLE_WON:
    case QM_ROLE_LOST:
    case QM_ROLE_TIE:
    case QM_ROLE_STANDOFF:
        return tell_end(f, role, event, at);
    case QM_ROLE_INTERRUPT:
        return interrupt(f, event, at);
    case QM_ROLE_STOP:
    case QM_ROLE_HALT:
        return tell_next_to(f, event);
    case QM_ROLE_BLOCK:
        return tell_stop(f, role, event, at);
    }
    return NULL;
}

/* ---------------------------------------------------------------------------------------------------------- lanes */

typedef struct leg {
    qm__cell from, to;
} leg;

static leg leg_of(const qm__figure_track *track, uint32_t step) {
    return (leg){step ? track->steps[step - 1].to : track->start, track->steps[step].to};
}

qm__cell qm__track_goal(const qm__story *story, const qm__figure_track *track) {
    const qm__cell goal = track->goal ? track->goal : track->follows ? story->tracks[track->follows - 1].end : 0;
    return goal && track->end && goal != track->end ? goal : 0;
}

/* Whether a line lies on the one from where a figure ended to where it wanted to go. */
static bool on_wish(const finding *f, const qm__figure_track *track, leg line) {
    const qm__cell goal = qm__track_goal(f->story, track);
    if (!goal || line.from == line.to) {
        return false;
    }
    const qm__point a = middle(f, track->end), b = middle(f, goal);
    const qm__point p = middle(f, line.from), q = middle(f, line.to), m = between(p, q);
    const double x = b.x - a.x, y = b.y - a.y, length = x * x + y * y, along = x * (m.x - a.x) + y * (m.y - a.y);
    const double off = x * (m.y - a.y) - y * (m.x - a.x), turned = x * (q.y - p.y) - y * (q.x - p.x);
    return along > 0 && along < length && off * off < 0.1 * length && turned * turned < 0.1 * length;
}

static bool on_track(const qm__figure_track *track, leg line) {
    for (uint32_t i = 0; i < track->step_count; i++) {
        const leg other = leg_of(track, i);
        if ((other.from == line.from && other.to == line.to) || (other.from == line.to && other.to == line.from)) {
            return true;
        }
    }
    return false;
}

/* Whether a line of a cell's length, shifted by this much, would still lie on itself. */
static bool covers(const finding *f, leg line, qm__point shift) {
    const qm__point p = middle(f, line.from), q = middle(f, line.to), d = {q.x - p.x, q.y - p.y};
    const double across = shift.x * d.y - shift.y * d.x;
    return across * across < 0.15 * 0.15 * (d.x * d.x + d.y * d.y) / 2;
}

/* How often the lines of a track would lie on those of the tracks before it, or one of them on the dashed line of the
 * other. */
static uint32_t lane_faults(const finding *f, uint16_t figure, qm__point lane) {
    const qm__figure_track *track = &f->story->tracks[figure];
    uint32_t faults = 0;
    for (uint16_t i = 0; i < figure; i++) {
        const qm__figure_track *other = &f->story->tracks[i];
        const qm__point off = {lane.x - other->lane.x, lane.y - other->lane.y};
        for (uint32_t step = 0; step < track->step_count; step++) {
            const leg line = leg_of(track, step);
            faults += (on_track(other, line) || on_wish(f, other, line)) && covers(f, line, off);
        }
        for (uint32_t step = 0; step < other->step_count; step++) {
            const leg line = leg_of(other, step);
            faults += on_wish(f, track, line) && covers(f, line, off);
        }
    }
    return faults;
}

/* Each line is shifted as a whole by one of a few vectors, which keep it off the others in every direction of a step.
 */
static void find_lanes(finding *f) {
    static const qm__point lanes[] = {{0, 0}, {0.34, 0.17}, {-0.34, -0.17}, {0.17, -0.34}, {-0.17, 0.34}};
    for (uint16_t i = 0; i < f->page->scenario->figure_count; i++) {
        uint32_t best = UINT32_MAX;
        for (size_t k = 0; k < sizeof lanes / sizeof lanes[0] && best > 0; k++) {
            const uint32_t faults = lane_faults(f, i, lanes[k]);
            if (faults < best) {
                best = faults;
                f->story->tracks[i].lane = lanes[k];
            }
        }
    }
}

/* --------------------------------------------------------------------------------------------------------- memory */

static bool make_room(finding *f, uint32_t events) {
    qm__story *story = f->story;
    qm__arena *arena = f->page->arena;
    const uint16_t figures = f->page->scenario->figure_count;
    story->tracks = qm__arena_array(arena, figures, sizeof *story->tracks);
    story->notes = qm__arena_array(arena, (size_t)events + 1, sizeof *story->notes);
    story->note_of = qm__arena_array(arena, (size_t)events + 1, sizeof *story->note_of);
    story->bars = qm__arena_array(arena, (size_t)events * 2 + 1, sizeof *story->bars);
    story->area = qm__page_members(f->page);
    f->now = qm__arena_array(arena, figures, sizeof *f->now);
    return story->tracks && story->notes && story->note_of && story->bars && story->area && f->now;
}

/* Room for the steps of each figure, and where it starts. */
static bool make_tracks(finding *f) {
    const qm__draw_facts *facts = f->page->facts;
    for (uint16_t i = 0; i < f->page->scenario->figure_count; i++) {
        qm__figure_track *track = &f->story->tracks[i];
        const qm_look *look = &facts->before[i];
        uint32_t steps = 0;
        for (uint32_t e = 0; e < facts->story_count; e++) {
            steps += facts->story[e].figure == i + 1 && role_of(f->page, &facts->story[e]) == QM_ROLE_STEP;
        }
        track->figure = (uint16_t)(i + 1);
        track->start = look->posture == QM_POSTURE_GONE ? 0 : qm__page_cell_at(f->page, look->at);
        track->end = f->now[i] = track->start;
        track->steps = qm__arena_array(f->page->arena, (size_t)steps + 1, sizeof *track->steps);
        if (!track->steps) {
            return false;
        }
    }
    return true;
}

const qm__story *qm__story_find(qm__page *page) {
    const qm__draw_facts *facts = page->facts;
    qm__story *story = qm__arena_alloc(page->arena, sizeof *story);
    finding f = {.page = page, .story = story};
    if (!story || !make_room(&f, facts->story_count) || !make_tracks(&f)) {
        page->failed = true;
        return NULL;
    }
    story->events = facts->story;
    story->event_count = facts->story_count;
    bool begun = false;
    for (uint32_t i = 0; i < facts->story_count; i++) {
        if (!begun && role_of(page, &facts->story[i]) == QM_ROLE_BEAT) {
            story->declared = i;
            begun = true;
        }
        const qm__note *note = take(&f, &facts->story[i]);
        story->note_of[i] = note ? (uint32_t)(note - story->notes) + 1 : 0;
    }
    find_lanes(&f);
    return story;
}
