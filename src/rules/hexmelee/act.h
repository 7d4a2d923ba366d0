/* What the files of the action phase share: an attack worked out once, and the line it takes.
 *
 * qm__hm_attack_plan is the one place where the number to hit, its terms and what stands in the way are found. Judging
 * turns the faults into reasons, play rolls by the cuts, and "see" shows the same terms, so that they cannot disagree.
 */
#ifndef QM_RULES_HEXMELEE_ACT_H
#define QM_RULES_HEXMELEE_ACT_H

#include "rules/hexmelee/hexmelee.h"

/* ---------------------------------------------------------------------------------------------- sight.c: lines */

/* What lies strictly between two hexes. */
typedef struct hm_line {
    uint16_t block;   /* the first hex that blocks sight; 0 = none */
    uint16_t blocker; /* the first figure in the way (figures_block_shots); 0 = none */
    uint8_t partly;   /* somewhere one of two hexes along an edge blocks, the other does not */
    int8_t dex;       /* worst DEX of poor light on the line; 0 = none */
} hm_line;

void qm__hm_line_look(const qm_scenario *s, const qm_state *st, uint16_t from, uint16_t to, hm_line *line);

/* -------------------------------------------------------------------------------------------- attack.c: attacks */

enum { HM_BY_BLOW, HM_BY_THROW, HM_BY_SHOT }; /* mode of an attack */

enum { /* faults: why an attack cannot be made, apart from whose turn it is and how far the attacker has moved */
       HM_FAULT_REACH = 1,     /* a blow at one who is neither adjacent nor in the same hex */
       HM_FAULT_FRONT = 2,     /* not in the front (HX-26) */
       HM_FAULT_RIM = 4,       /* a blow over the rim of a pit (pit_engagement) */
       HM_FAULT_INTO_PIT = 8,  /* a shot into a deep pit from afar (HX-19) */
       HM_FAULT_FROM_PIT = 16, /* a shot out of a deep pit to elsewhere than beside it (HX-19) */
       HM_FAULT_SIGHT = 32,    /* something blocks the line */
       HM_FAULT_LYING = 64,    /* prone, with a regular weapon (HX-33) or with prone_shot = no */
       HM_FAULT_STRENGTH = 128 /* the weapon needs more STR (weak_weapon) */
};

/* Classes of the attack roll, in order. */
enum { HM_TRIPLE, HM_DOUBLE, HM_PLAIN, HM_MISS, HM_FUMBLE, HM_BREAK, HM_ATTACK_CLASSES };

typedef struct hm_attack {
    uint16_t attacker, target;
    uint16_t item; /* the weapon; 0 = bare hands */
    uint8_t mode;
    uint8_t dice; /* of the attack roll */
    uint16_t faults;
    int16_t distance;
    int16_t target_number; /* adjusted DEX */
    int16_t cuts[HM_ATTACK_CLASSES - 1];
    int16_t str_needed;
    int16_t damage_add;
    uint8_t damage_dice, damage_sides;
    hm_line line;
    uint16_t term_count;
    qm_term terms[QM_TERMS_MAX]; /* they add up to target_number */
} hm_attack;

/* Works out an attack; attacker and target are on the board and not the same. */
void qm__hm_attack_plan(const qm_scenario *s, const qm_state *st, uint16_t attacker, uint16_t target, uint16_t item,
                        int mode, hm_attack *plan);
double qm__hm_attack_chance(const hm_attack *plan);
/* The kind of weapon an item is (HM_WEAPON_…), or -1: no weapon, broken, or no item. */
int qm__hm_weapon_kind(const qm_scenario *s, const qm_state *st, uint16_t item);
/* The STR a weapon needs; 0 = any, or no weapon. */
int qm__hm_weapon_str(const qm_scenario *s, uint16_t item);
/* What a figure strikes with: its ready melee weapon, or 0 for bare hands. */
uint16_t qm__hm_striking_item(const qm_scenario *s, const qm_state *st, uint16_t figure);
/* Counts as prone in attack and defence (HX-33; the reading `hanging`). */
bool qm__hm_counts_prone(const qm_scenario *s, const hm_body *body);
/* Whether the rim of a pit keeps two figures apart in melee and when one reaches for things (pit_engagement). */
bool qm__hm_rim_between(const qm_scenario *s, const hm_body *a, uint16_t b_hex, bool b_hangs);

/* Rolls an attack and what follows from it. */
void qm__hm_attack_resolve(qm__run *run, const hm_attack *plan);
enum { HM_VAR_MULTIPLIER }; /* run->vars in actions */

/* ------------------------------------------------------------------------------------------ act_judge.c, act_away.c */

/* One action being judged. */
typedef struct hm_acting {
    const qm_scenario *s;
    const qm_state *st;
    const hm_settings *set;
    const qm_order *order;
    const hm_body *body;
    qm__judging *judging; /* NULL: only whether it is legal */
    struct hm_act_prepared *prepared;
    uint16_t figure;
    bool legal;
    qm_reason spare;
} hm_acting;

qm_reason *qm__hm_act_refuse(hm_acting *a, uint16_t reason);
/* For options: whether the order of a figure whose turn it is is legal, without a verdict. */
/* Whether its movement and circumstances leave the figure no action at all (HX-09), whatever targets it has. */
bool qm__hm_idle(const qm_scenario *s, const qm_state *st, uint16_t figure);
bool qm__hm_act_allowed(const qm_scenario *s, const qm_state *st, const qm_order *order);
/* Getting away from engagement (the reading `disengage`). */
void qm__hm_judge_away(hm_acting *a);
void qm__hm_play_away(qm__run *run);

/* The one hex of a disengagement. */
typedef struct hm_away {
    uint16_t to;
    uint8_t facing;
    uint8_t cost;
    uint8_t checks; /* HM_CHECK_… of move.h */
} hm_away;

/* Left by judging for play. */
typedef struct hm_act_prepared {
    hm_attack attack;
    hm_away away;
} hm_act_prepared;
_Static_assert(sizeof(hm_act_prepared) <= HM_PREPARED_SIZE, "a prepared action fits");

/* The words and arguments of orders, as orders.c lists them. */
enum { HM_THEN_STAY, HM_THEN_KNEEL, HM_THEN_PRONE }; /* shoot … then */
enum { HM_DROP_KNEEL, HM_DROP_PRONE };
enum { HM_SHOOT_TARGET, HM_SHOOT_WITH, HM_SHOOT_THEN };
enum { HM_THROW_ITEM, HM_THROW_TARGET };

#endif
