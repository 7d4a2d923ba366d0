/* The fuzz targets: readers of every format, and an order played with whatever dice the bytes give. */
#include "fuzz/targets.h"

#include <stdlib.h>
#include <string.h>

#include "quickmarch/quickmarch.h"

/* What must hold whatever the input. */
static void require(int truth) {
    if (!truth) {
        abort();
    }
}

/* Files named in fuzzed input are not there: nothing outside the input is read. */
static qm_result no_files(void *user, const char *path, size_t limit, qm_text *out) {
    (void)user;
    (void)path;
    (void)limit;
    (void)out;
    return QM_ERROR_FILE;
}
static const qm_reader reader = {.read = no_files};

static const char small_hexes[] =
    "{\"quickmarch\":\"scenario\",\"version\":1,\"title\":\"Small\",\"rules\":\"hexmelee\",\"board\":{\"space\":"
    "\"hex\","
    "\"rows\":[\".....\",\"..P..\",\".....\",\"..s..\"],\"legend\":{\".\":\"open\",\"P\":{\"terrain\":\"pit\","
    "\"depth\":400},"
    "\"s\":\"slippery\"}},\"sides\":[{\"name\":\"Red\"},{\"name\":\"Blue\"}],\"figures\":["
    "{\"name\":\"Ada\",\"side\":\"Red\",\"at\":\"0101\",\"facing\":\"SE\",\"str\":12,\"dex\":12,\"ready\":\"sword\"},"
    "{\"name\":\"Bran\",\"side\":\"Blue\",\"at\":\"0504\",\"facing\":\"NW\",\"str\":11,\"dex\":13}],"
    "\"items\":[{\"name\":\"sword\",\"weapon\":\"broadsword\",\"holder\":\"Ada\"},"
    "{\"name\":\"mace\",\"weapon\":\"mace\",\"at\":\"0202\"}]}";

static const char small_tiles[] =
    "{\"quickmarch\":\"scenario\",\"version\":1,\"title\":\"Small\",\"rules\":\"tiles\",\"board\":{\"space\":"
    "\"tile\",\"rows\":[\".....\",\".r#w.\",\".....\",\".c.g.\"],\"legend\":{\"r\":\"rough\",\"#\":\"block\","
    "\"w\":\"water\",\"c\":\"cliff\",\"g\":\"gap\"},\"walls\":[{\"at\":[\"0103\"],\"side\":\"E\"}]},"
    "\"sides\":[\"Red\",\"Blue\"],\"figures\":["
    "{\"name\":\"Ada\",\"side\":\"Red\",\"at\":\"0101\"},{\"name\":\"Cole\",\"side\":\"Red\",\"at\":\"0103\"},"
    "{\"name\":\"Bran\",\"side\":\"Blue\",\"at\":\"0504\",\"fleet\":true}]}";

static const char small_table[] =
    "{\"quickmarch\":\"scenario\",\"version\":1,\"title\":\"Small\",\"rules\":\"ramble\",\"board\":{\"space\":"
    "\"table\",\"width\":24,\"depth\":24,\"prisms\":[{\"name\":\"house\",\"box\":[10,10,16,18],\"top\":3,\"rail\":1},"
    "{\"at\":[[16,10],[17,10],[17,18],[16,18]],\"top\":0.75}],\"zones\":[{\"box\":[2,2,8,3],\"kind\":\"brook\"}]},"
    "\"sides\":[\"Red\",\"Blue\"],\"figures\":[{\"name\":\"Ada\",\"side\":\"Red\",\"at\":\"5,5\",\"facing\":90},"
    "{\"name\":\"Bran\",\"side\":\"Blue\",\"at\":\"12.5,14@3\",\"radius\":0.63}]}";

static const char *const small[] = {small_hexes, small_tiles, small_table}; /* one of every family and every space */
enum { SMALL = sizeof small / sizeof small[0] };

static qm_scenario *small_scenario(size_t which) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_scenario *scenario = NULL;
    require(qm_scenario_read_text(&scenario, small[which], strlen(small[which]), "small", NULL, &reader, NULL, &list) ==
            QM_OK);
    qm_diagnostics_free(&list);
    return scenario;
}

/* An error has a message, a failure has an error. */
static void check_list(qm_result result, qm_diagnostics *list) {
    require(result == QM_OK || list->errors > 0 || result == QM_ERROR_MEMORY);
    for (size_t i = 0; i < list->count; i++) {
        require(list->items[i].message[0] != '\0');
    }
    qm_diagnostics_free(list);
}

static void run_scenario(const uint8_t *bytes, size_t length) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_scenario *scenario = NULL;
    const qm_result result =
        qm_scenario_read_text(&scenario, (const char *)bytes, length, "fuzz.json", NULL, &reader, NULL, &list);
    check_list(result, &list);
    require((result == QM_OK) == (scenario != NULL));
    if (!scenario) {
        return;
    }
    qm_state *state = malloc(qm_state_size(scenario));
    require(state && qm_state_start(scenario, state) == QM_OK && qm_state_check(scenario, state) == QM_OK);
    qm_text text = qm_text_growing(NULL); /* what is written is the same scenario when read back */
    qm_scenario_write_json(scenario, &text);
    qm_diagnostics again = qm_diagnostics_make(NULL);
    qm_scenario *back = NULL;
    require(qm_scenario_read_text(&back, text.data, text.length, "back.json", NULL, &reader, NULL, &again) == QM_OK);
    require(qm_scenario_hash(back) == qm_scenario_hash(scenario));
    qm_diagnostics_free(&again);
    qm_text_free(&text);
    qm_scenario_free(back);
    free(state);
    qm_scenario_free(scenario);
}

static void run_rulebook(const uint8_t *bytes, size_t length) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_rulebook *rulebook = NULL;
    check_list(qm_rulebook_read_text(&rulebook, (const char *)bytes, length, "fuzz.toml", &reader, NULL, &list), &list);
    if (rulebook) {
        qm_text text = qm_text_growing(NULL); /* its identity names the same rules */
        qm_rulebook_identity(rulebook, &text);
        qm_diagnostics again = qm_diagnostics_make(NULL);
        qm_rulebook *back = NULL;
        require(qm_rulebook_identified(&back, text.data, NULL, &again) == QM_OK);
        qm_diagnostics_free(&again);
        qm_text second = qm_text_growing(NULL);
        qm_rulebook_identity(back, &second);
        require(strcmp(text.data, second.data) == 0);
        qm_text_free(&second);
        qm_text_free(&text);
        qm_rulebook_free(back);
        qm_rulebook_free(rulebook);
    }
}

static void run_roster(const uint8_t *bytes, size_t length) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    check_list(qm_roster_check((const char *)bytes, length, "fuzz.json", &reader, NULL, &list), &list);
}

static void read_notation(const qm_scenario *scenario, const uint8_t *bytes, size_t length) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_order order;
    const qm_result result = qm_order_read(scenario, (const char *)bytes, length, &order, &list);
    check_list(result, &list);
    if (result == QM_OK) {
        char line[QM_ORDER_TEXT_MAX];
        qm_text text = qm_text_over(line, sizeof line);
        qm_order_print(scenario, &order, &text);
        qm_order back;
        qm_diagnostics again = qm_diagnostics_make(NULL);
        require(qm_order_read(scenario, line, text.length, &back, &again) == QM_OK && qm_order_equal(&order, &back));
        qm_diagnostics_free(&again);
    }
}

static void run_notation(const uint8_t *bytes, size_t length) {
    for (size_t i = 0; i < SMALL; i++) {
        qm_scenario *scenario = small_scenario(i);
        read_notation(scenario, bytes, length);
        qm_scenario_free(scenario);
    }
}

static void run_log(const uint8_t *bytes, size_t length) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_game *game = NULL;
    qm_replay replay;
    qm_game_read_text(&game, (const char *)bytes, length, "fuzz.json", NULL, &reader, NULL, &list, &replay);
    qm_diagnostics_free(&list);
    qm_game_free(game);
}

static void run_cases(const uint8_t *bytes, size_t length) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_cases *cases = NULL;
    check_list(qm_cases_read_text(&cases, (const char *)bytes, length, "fuzz.json", &reader, NULL, &list), &list);
    for (size_t i = 0; cases && i < qm_cases_count(cases) && i < 4; i++) {
        qm_case_result *result = malloc(sizeof *result);
        require(result != NULL);
        if (qm_case_run(cases, i, NULL, result) == QM_OK) {
            qm_case_result_free(result);
        }
        free(result);
    }
    qm_cases_free(cases);
}

/* Bytes as a game: each byte chooses an option, and dice come from what follows. */
static void play_game(const qm_scenario *scenario, const uint8_t *bytes, size_t length) {
    qm_state *state = malloc(qm_state_size(scenario));
    qm_scratch *scratch = malloc(qm_scratch_size(scenario, 64));
    require(state && scratch && qm_state_start(scenario, state) == QM_OK);
    qm_scratch_start(scenario, scratch, 64);
    for (size_t i = 0; i + 1 < length && i < 120; i += 2) {
        qm_options_result options;
        qm_order order;
        qm_verdict verdict;
        qm_played played;
        require(qm_options(scenario, state, 0, scratch, &options) == QM_OK);
        if (options.count == 0) {
            break;
        }
        require(qm_option(scenario, state, scratch, (bytes[i] * 251u + bytes[i + 1]) % options.count, &order) == QM_OK);
        require(qm_judge(scenario, state, &order, scratch, &verdict) == QM_OK && verdict.judgement == QM_LEGAL);
        qm_source source = {.choices = QM_CHOICES_RANDOM, .seed = bytes[i + 1], .index = i};
        require(qm_play(scenario, state, scratch, &source, NULL, &played) == QM_OK);
        require(qm_state_check(scenario, state) == QM_OK);
    }
    free(state);
    free(scratch);
}

static void run_game(const uint8_t *bytes, size_t length) {
    for (size_t i = 0; i < SMALL; i++) {
        qm_scenario *scenario = small_scenario(i);
        play_game(scenario, bytes, length);
        qm_scenario_free(scenario);
    }
}

static const char *const scenario_corpus[] = {"scenarios", "test/corpus/scenario", "test/corpus/table",
                                              "test/corpus/units", "test/corpus/json", NULL};
static const char *const roster_corpus[] = {"test/corpus/roster", NULL};
static const char *const rulebook_corpus[] = {"rulebooks", "test/corpus/rulebook", NULL};
static const char *const notation_corpus[] = {"test/corpus/notation", NULL};
static const char *const log_corpus[] = {"test/corpus/log", "test/golden", NULL};
static const char *const cases_corpus[] = {"cases", NULL};
static const char *const game_corpus[] = {"test/corpus/game", NULL};

const fuzz_target fuzz_targets[] = {
    {"scenario", scenario_corpus, run_scenario}, {"rulebook", rulebook_corpus, run_rulebook},
    {"notation", notation_corpus, run_notation}, {"log", log_corpus, run_log},
    {"cases", cases_corpus, run_cases},          {"game", game_corpus, run_game},
    {"roster", roster_corpus, run_roster},
};
const size_t fuzz_target_count = sizeof fuzz_targets / sizeof fuzz_targets[0];
