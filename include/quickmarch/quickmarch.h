/* Quickmarch: a referee for tabletop skirmish games. This header brings in all the others. */
#ifndef QUICKMARCH_H
#define QUICKMARCH_H

#include "quickmarch/ask.h"
#include "quickmarch/base.h"
#include "quickmarch/cases.h"
#include "quickmarch/dice.h"
#include "quickmarch/draw.h"
#include "quickmarch/game.h"
#include "quickmarch/io.h"
#include "quickmarch/rules.h"
#include "quickmarch/session.h"

#endif
