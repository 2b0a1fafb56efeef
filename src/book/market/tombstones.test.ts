import { describe, expect, it } from 'vitest';
import { createDice } from '../../../test/support/book/read-market.ts';
import { markOf, type Removal, Tombstones } from './tombstones.ts';

const minute = 60_000;
const hour = 60 * minute;
const removedAt = (at: number, removal: Partial<Removal> = {}): Removal => ({
  ...{ at, asOf: at, foundAt: 0, priceMark: 0, isDisproved: false },
  ...removal,
});

describe('a removed id', () => {
  it('blocks data made before its removal, and not data made since', () => {
    const tombstones = new Tombstones();
    tombstones.note('a', removedAt(11 * minute));

    expect(tombstones.isGoneSince('a', 11 * minute - 1)).toBe(true);
    expect(tombstones.isGoneSince('a', 11 * minute)).toBe(false);
    expect(tombstones.isGoneSince('b', 0)).toBe(false);
  });

  it('keeps the latest time of removal, in any order of arrival', () => {
    const tombstones = new Tombstones();
    tombstones.note('a', removedAt(11 * minute));
    tombstones.note('a', removedAt(12 * minute, { asOf: 10 * minute }));

    expect(tombstones.isGoneSince('a', 11 * minute - 1)).toBe(true);
  });

  it('is kept for a day', () => {
    const tombstones = new Tombstones();
    for (let at = 1; at <= 40; at += 1) tombstones.note(String(at), removedAt(at * hour));

    expect(tombstones.isGoneSince('16', 0)).toBe(true);
    expect(tombstones.isGoneSince('15', 0)).toBe(false);
    expect(tombstones.size).toBe(25);
    expect(tombstones.departure('17', 41 * hour)?.at).toBe(17 * hour);
    expect(tombstones.departure('16', 41 * hour)).toBeNull();
  });

  it('comes with what was known of it, until it is removed again', () => {
    const tombstones = new Tombstones();
    const [dear, cheap] = [markOf({ amount: 5, currency: 'USD' }), markOf({ amount: 5, currency: 'EUR' })];
    tombstones.note('a', removedAt(hour, { foundAt: 7.5, priceMark: dear }));

    expect(dear).not.toBe(cheap);
    expect(tombstones.departure('a', 2 * hour)).toEqual({ at: hour, foundAt: 7.5, priceMark: dear, disproved: 0 });
    tombstones.note('a', removedAt(2 * hour, { foundAt: Number.NaN, priceMark: cheap }));
    expect(tombstones.departure('a', 2 * hour)).toMatchObject({ at: 2 * hour, foundAt: 7.5, priceMark: cheap });
    expect(tombstones.departure('b', 2 * hour)).toBeNull();
  });

  it('counts how many times in a row a quote was the reason', () => {
    const tombstones = new Tombstones();
    const counted = [true, true, false, true].map((isDisproved, at) => {
      tombstones.note('a', removedAt(at, { isDisproved }));
      return tombstones.departure('a', at)?.disproved;
    });

    expect(counted).toEqual([1, 2, 0, 1]);
  });

  it('is dropped, the oldest first, beyond fifty thousand', () => {
    const tombstones = new Tombstones();
    for (let id = 0; id < 50_010; id += 1) tombstones.note(String(id), removedAt(minute));

    expect(tombstones.size).toBe(50_000);
    expect(tombstones.isGoneSince('9', 0)).toBe(false);
    expect(tombstones.isGoneSince('10', 0)).toBe(true);
  });

  it('counts once however often it is noted, and takes no more room', () => {
    const tombstones = new Tombstones();
    for (let at = 1; at <= 10_000; at += 1) tombstones.note(at % 2 === 0 ? 'a' : 'b', removedAt(minute + at));

    expect(tombstones.size).toBe(2);
    expect(tombstones.bytes).toBeLessThan(5_000);
    expect(tombstones.isGoneSince('a', minute + 9_999)).toBe(true);
    expect(tombstones.isGoneSince('b', minute + 9_998)).toBe(true);
    expect(tombstones.isGoneSince('b', minute + 9_999)).toBe(false);
  });

  it('is found among many others of any form', () => {
    const tombstones = new Tombstones();
    const forms = [
      (at: number) => String(at),
      (at: number) => `offer-${at.toString(36)}`,
      (at: number) => `76561198${at}:${at % 7}`,
    ];
    const ids = forms.flatMap((form) => Array.from({ length: 10_000 }, (_, at) => form(at * 3)));
    for (const [at, id] of ids.entries()) tombstones.note(id, removedAt(minute + at));

    for (const [at, id] of ids.entries()) {
      expect(tombstones.isGoneSince(id, minute + at - 1), id).toBe(true);
      expect(tombstones.isGoneSince(id, minute + at), id).toBe(false);
    }
    const others = forms.flatMap((form) => Array.from({ length: 10_000 }, (_, at) => form(at * 3 + 1)));
    expect(others.filter((id) => tombstones.isGoneSince(id, 0))).toEqual([]);
  });
});

/** What it should do, in the plainest way. */
class PlainTombstones {
  readonly removals = new Map<string, Removal>();

  note(id: string, removal: Removal): void {
    const previous = this.removals.get(id);
    this.removals.delete(id);
    this.removals.set(id, { ...removal, asOf: Math.max(removal.asOf, previous?.asOf ?? removal.asOf) });
    for (const [oldest, { at }] of this.removals) {
      if (at >= removal.at - 24 * hour) return;
      this.removals.delete(oldest);
    }
  }
}

/** The same, restored from JSON. */
function restored(tombstones: Tombstones): Tombstones {
  const again = new Tombstones();
  again.restore(JSON.parse(JSON.stringify([...tombstones.all()])));
  return again;
}

describe('removed ids', () => {
  it.each([1, 2, 3, 4])('are those of a plain map, after a restart too, after random removals of seed %i', (seed) => {
    const dice = createDice(seed);
    const plain = new PlainTombstones();
    let tombstones = new Tombstones();
    const idOf = () => `id ${dice(400 * seed)}`;
    let at = 100 * minute;
    for (let step = 1; step <= 5_000; step += 1) {
      at += dice(20 * minute);
      const [id, asOf, foundAt] = [idOf(), at - dice(10 * minute), at - dice(hour)];
      const removal = removedAt(at, { asOf, foundAt, priceMark: dice(1_000) });
      tombstones.note(id, removal);
      plain.note(id, removal);
      if (step % 1_000 === 0) tombstones = restored(tombstones);

      expect(tombstones.size).toBe(plain.removals.size);
      const other = idOf();
      const known = plain.removals.get(other);
      const goneAt = known?.asOf;
      expect(tombstones.departure(other, at)?.foundAt).toBe(known?.foundAt);
      expect(tombstones.isGoneSince(other, (goneAt ?? 0) - 1)).toBe(goneAt !== undefined);
      expect(tombstones.isGoneSince(other, goneAt ?? 0)).toBe(false);
    }
    expect(plain.removals.size).toBeGreaterThan(20);
  });
});
