/* The counter-based generator.
 *
 * A bijective 64-bit mixer is applied to the index under a key made from the seed, twice, with the key entering at both
 * places: with one place only, the streams of two seeds would be the same sequence shifted. A generator with a state
 * (xoshiro and the like) was rejected: replays and odds need a draw by its number.
 */
#include "base/random.h"

#define GOLDEN UINT64_C(0x9E3779B97F4A7C15)

/* Xor-shift and multiply rounds; a bijection in which each input bit flips about half of the output bits. */
static uint64_t mix(uint64_t x) {
    x ^= x >> 30;
    x *= UINT64_C(0xBF58476D1CE4E5B9);
    x ^= x >> 27;
    x *= UINT64_C(0x94D049BB133111EB);
    return x ^ (x >> 31);
}

uint64_t qm__random_at(uint64_t seed, uint64_t index) {
    const uint64_t key = mix(seed + GOLDEN);
    return mix(mix(index * GOLDEN + key) ^ (key << 32 | key >> 32));
}

/* Multiplying a 32-bit draw by n gives the number in the upper half; draws whose lower half falls into the uneven rest
 * are rejected, which makes all n numbers exactly equally likely. */
uint32_t qm__random_below(uint64_t seed, uint64_t *index, uint32_t n) {
    uint64_t product = (qm__random_at(seed, (*index)++) >> 32) * n;
    if ((uint32_t)product < n) {
        const uint32_t uneven = (uint32_t)(UINT32_C(0) - n) % n;
        while ((uint32_t)product < uneven) {
            product = (qm__random_at(seed, (*index)++) >> 32) * n;
        }
    }
    return (uint32_t)(product >> 32);
}
