"""The same table elsewhere: moved, turned by quarters, mirrored, or told in another order.

A table is first put into the middle of a larger, square one, so that its borders are out of play. An image says where a
point and a facing go, in which order the solids are told, and where a point comes from.
"""

import collections
import random

import table_tables as tt

ROOM = 30000  # units between the table as made and the border of the larger one
Image = collections.namedtuple('Image', 'name put turn order back')


def embedded(case):
    """The table in the middle of a larger one, and how wide that is."""
    table = case['table']
    side = max(table['width'], table['depth']) + 2 * ROOM
    return placed(case, lambda x, y: (x + ROOM, y + ROOM), lambda f: f, size=(side, side)), side


def images(side, prisms, seed):
    r = random.Random('maps %d' % seed)
    dx, dy = r.randint(-9000, 9000), r.randint(-9000, 9000)
    order = list(range(prisms))
    r.shuffle(order)

    def same(*v):
        return v if len(v) > 1 else v[0]
    return (Image('moved', lambda x, y: (x + dx, y + dy), same, None, lambda x, y: (x - dx, y - dy)),
            Image('a quarter', lambda x, y: (side - y, x), lambda f: (f + 16384) % 65536, None,
                  lambda x, y: (y, side - x)),
            Image('a half', lambda x, y: (side - x, side - y), lambda f: (f + 32768) % 65536, None,
                  lambda x, y: (side - x, side - y)),
            Image('three quarters', lambda x, y: (y, side - x), lambda f: (f + 49152) % 65536, None,
                  lambda x, y: (side - y, x)),
            Image('mirrored', lambda x, y: (side - x, y), lambda f: (32768 - f) % 65536, None,
                  lambda x, y: (side - x, y)),
            Image('reordered', same, same, order, same))


def placed(case, put, turn, order=None, size=None):
    """A case with every point mapped: also its ladders and the places that are asked about, if it has any."""
    other = tt.mapped(case, put, turn, order, size)

    def spot(place):
        return place and (*put(*place[:2]), *place[2:])
    if 'ladders' in case:
        other['ladders'] = [(*put(*l[:2]), l[2], *put(*l[3:5]), l[5]) for l in case['ladders']]
    if 'start' in case:
        other['start'] = spot(case['start'])
        for name in ('goals', 'spots'):
            other[name] = [spot(place) for place in case[name]]
    return other
