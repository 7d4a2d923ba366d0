/* The version and the names of results.
 *
 * One table feeds the stable name and the sentence, so a new result cannot have one without the other.
 * Two switches were the alternative; they drift apart.
 */
#include "quickmarch/base.h"

typedef struct result_words {
    const char *name;
    const char *text;
} result_words;

static const result_words words[] = {
    [QM_OK] = {"ok", "All went well."},
    [QM_ERROR_MEMORY] = {"memory", "Memory ran out."},
    [QM_ERROR_INPUT] = {"input", "The input is wrong; the diagnostics say where and why."},
    [QM_ERROR_FILE] = {"file", "A file could not be read or written."},
    [QM_ERROR_STATE] = {"state", "The state belongs to another scenario, layout or version."},
    [QM_ERROR_STALE] = {"stale", "The prepared order was judged on another state."},
    [QM_ERROR_ILLEGAL] = {"illegal", "The order was judged illegal and cannot be played."},
    [QM_ERROR_PENDING] = {"pending", "An order waits for an answer, and only an answer may be played."},
    [QM_ERROR_DICE] = {"dice", "The dice or the choice given do not fit what is wanted."},
    [QM_ERROR_LIMIT] = {"limit", "A stated limit was passed or a buffer was too small."},
    [QM_ERROR_USAGE] = {"usage", "The call makes no sense: an argument is missing or out of range."},
    [QM_ERROR_GONE] = {"gone", "The figure is out of play."},
};

static const result_words unknown = {"unknown", "An unknown result."};

static const result_words *words_of(qm_result result) {
    const size_t index = (size_t)result;
    return index < sizeof words / sizeof words[0] ? &words[index] : &unknown;
}

const char *qm_version(void) {
    return QM_VERSION;
}

const char *qm_result_name(qm_result result) {
    return words_of(result)->name;
}

const char *qm_result_text(qm_result result) {
    return words_of(result)->text;
}
