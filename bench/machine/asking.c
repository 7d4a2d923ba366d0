#include "machine/asking.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/machine.h"

static uint32_t count_of(const asking *a, const void *f) {
    uint32_t count;
    memcpy(&count, (const unsigned char *)f + a->count, sizeof count);
    return count;
}

/* What reading the clock twice takes. */
static double clock_time(void) {
    double least = 1e9;
    for (int n = 0; n < 1000; n++) {
        const double start = machine_now(), took = (machine_now() - start) * 1e6;
        least = took < least ? took : least;
    }
    return least;
}

/* The best time of each question. */
static void measure(const asking *a, void *f, uint32_t count, double *each) {
    const double clock = clock_time();
    for (int round = 0; round < ASKING_ROUNDS; round++) {
        for (uint32_t n = 0; n < count; n++) {
            if (a->first) {
                a->first(f, n);
            }
            const double start = machine_now();
            a->ask(f, n);
            const double took = (machine_now() - start) * 1e6 - clock;
            each[n] = round == 0 || took < each[n] ? took : each[n];
        }
    }
}

static void tell(const asking *a, void *f) {
    const uint32_t count = count_of(a, f);
    double *each = machine_room(count * sizeof *each);
    const size_t before = machine_allocations();
    double sum = 0;
    measure(a, f, count, each);
    if (machine_allocations() != before) {
        machine_fail("a question has allocated memory");
    }
    for (uint32_t n = 0; n < count; n++) {
        sum += each[n];
    }
    const double mean = sum / count, median = machine_median(each, count), slowest = each[count - 1];
    const double value = a->how == ASKING_MEAN ? mean : a->how == ASKING_MEDIAN ? median : 1e6 / mean;
    const bool met = a->how == ASKING_RATE ? value >= a->limit : value <= a->limit;
    printf("%-36s %9.2f %s", a->text, value, a->how == ASKING_RATE ? "a second" : "us");
    if (a->limit > 0) {
        printf(", asked for at %s %5.0f: %s", a->how == ASKING_RATE ? "least" : "most", a->limit,
               met ? "holds" : "MISSED");
    }
    printf(" (mean %.2f us, median %.2f, slowest %.2f of %u)\n", mean, median, slowest, count);
}

static void count_rounds(const asking *a, void *f, long rounds) {
    const uint32_t count = count_of(a, f);
    for (long round = 0; round < rounds; round++) {
        for (uint32_t n = 0; n < count; n++) {
            if (a->first) {
                a->first(f, n);
            }
            a->ask(f, n);
        }
    }
    printf("%ld\n", rounds * (long)count);
}

int asking_main(const asking_all *all, void *f, int argc, char **argv) {
    for (size_t i = 0; argc == 3 && i < all->count; i++) {
        if (strcmp(all->items[i].name, argv[1]) == 0) {
            all->make(f, argv[1]);
            count_rounds(&all->items[i], f, strtol(argv[2], NULL, 10));
            return 0;
        }
    }
    if (argc != 1) {
        fprintf(stderr, "Usage: %s [NAME ROUNDS]; names are", argv[0]);
        for (size_t i = 0; i < all->count; i++) {
            fprintf(stderr, " %s", all->items[i].name);
        }
        fprintf(stderr, "\n");
        return 2;
    }
    printf("%s; the best of %d rounds of each question\n", all->title, ASKING_ROUNDS);
    all->make(f, NULL);
    all->check(f);
    for (size_t i = 0; i < all->count; i++) {
        tell(&all->items[i], f);
    }
    printf("no question above has allocated memory\n");
    return 0;
}
