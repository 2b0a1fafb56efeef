import { describe, expect, it } from 'vitest';
import { createDice } from '../../../test/support/book/read-market.ts';
import { blocksOf } from '../dump/part-blocks.ts';
import { PartReader } from '../dump/part-reader.ts';
import { Tombstones } from './tombstones.ts';

const minute = 60_000;
const removedAt = (at: number) => ({ at, asOf: at });

describe('a removed id', () => {
  it('is not kept while no data arrives late', () => {
    const tombstones = new Tombstones();
    tombstones.note('a', removedAt(10 * minute));

    expect(tombstones.isGoneSince('a', 9 * minute)).toBe(false);
    expect(tombstones.size).toBe(0);
  });

  it('blocks data made before its removal, and not data made since', () => {
    const tombstones = new Tombstones();
    tombstones.expect({ at: 10 * minute, asOf: 8 * minute });
    tombstones.note('a', removedAt(11 * minute));

    expect(tombstones.isGoneSince('a', 11 * minute - 1)).toBe(true);
    expect(tombstones.isGoneSince('a', 11 * minute)).toBe(false);
    expect(tombstones.isGoneSince('b', 0)).toBe(false);
  });

  it('keeps the latest time of removal, in any order of arrival', () => {
    const tombstones = new Tombstones();
    tombstones.expect({ at: 10 * minute, asOf: 8 * minute });
    tombstones.note('a', removedAt(11 * minute));
    tombstones.note('a', { at: 12 * minute, asOf: 10 * minute });

    expect(tombstones.isGoneSince('a', 11 * minute - 1)).toBe(true);
  });

  it('is kept for the longest delay so far and some minutes', () => {
    const tombstones = new Tombstones();
    tombstones.expect({ at: 100 * minute, asOf: 70 * minute });
    tombstones.expect({ at: 100 * minute, asOf: 99 * minute });
    for (let at = 100; at <= 200; at += 1) tombstones.note(String(at), removedAt(at * minute));

    expect(tombstones.isGoneSince('165', 0)).toBe(true);
    expect(tombstones.isGoneSince('164', 0)).toBe(false);
    expect(tombstones.size).toBe(36);
  });

  it('is dropped, the oldest first, beyond fifty thousand', () => {
    const tombstones = new Tombstones();
    tombstones.expect({ at: minute, asOf: 0 });
    for (let id = 0; id < 50_010; id += 1) tombstones.note(String(id), removedAt(minute));

    expect(tombstones.size).toBe(50_000);
    expect(tombstones.isGoneSince('9', 0)).toBe(false);
    expect(tombstones.isGoneSince('10', 0)).toBe(true);
  });

  it('counts once however often it is noted, and takes no more room', () => {
    const tombstones = new Tombstones();
    tombstones.expect({ at: minute, asOf: 0 });
    for (let at = 1; at <= 10_000; at += 1) tombstones.note(at % 2 === 0 ? 'a' : 'b', removedAt(minute + at));

    expect(tombstones.size).toBe(2);
    expect(tombstones.bytes).toBeLessThan(5_000);
    expect(tombstones.isGoneSince('a', minute + 9_999)).toBe(true);
    expect(tombstones.isGoneSince('b', minute + 9_998)).toBe(true);
    expect(tombstones.isGoneSince('b', minute + 9_999)).toBe(false);
  });

  it('is not kept if it is too old already when it arrives', () => {
    const tombstones = new Tombstones();
    tombstones.expect({ at: 10 * minute, asOf: 9 * minute });
    tombstones.note('a', { at: 100 * minute, asOf: 10 * minute });
    expect(tombstones.size).toBe(0);
    tombstones.note('b', removedAt(100 * minute));
    expect(tombstones.size).toBe(1);
  });

  it('is found among many others of any form', () => {
    const tombstones = new Tombstones();
    tombstones.expect({ at: minute, asOf: 0 });
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
  readonly goneAt = new Map<string, number>();

  note(id: string, { at, asOf }: { readonly at: number; readonly asOf: number }, delay: number): void {
    const goneAt = Math.max(asOf, this.goneAt.get(id) ?? asOf);
    this.goneAt.delete(id);
    this.goneAt.set(id, goneAt);
    for (const [oldest, oldestGoneAt] of this.goneAt) {
      if (oldestGoneAt >= at - delay - 5 * minute) return;
      this.goneAt.delete(oldest);
    }
  }
}

/** The same over a dump. */
async function reloaded(tombstones: Tombstones): Promise<Tombstones> {
  const blocks = Array.from(blocksOf(tombstones.save('gone')), (block) => Uint8Array.from(block));
  const reader = new PartReader(
    async () => blocks.shift() ?? null,
    async () => {},
  );
  const loaded = new Tombstones();
  await loaded.load('gone', reader);
  await reader.end();
  return loaded;
}

describe('removed ids', () => {
  it.each([1, 2, 3, 4])('are those of a plain map, over a dump too, after random removals of seed %i', async (seed) => {
    const dice = createDice(seed);
    const plain = new PlainTombstones();
    let tombstones = new Tombstones();
    const delay = 3 * minute;
    tombstones.expect({ at: delay, asOf: 0 });
    const idOf = () => `id ${dice(400 * seed)}`;
    let at = 100 * minute;
    for (let step = 1; step <= 5_000; step += 1) {
      at += dice(2_000);
      const [id, removal] = [idOf(), { at, asOf: at - dice(10 * minute) }];
      tombstones.note(id, removal);
      plain.note(id, removal, delay);
      if (step % 1_000 === 0) tombstones = await reloaded(tombstones);

      expect(tombstones.size).toBe(plain.goneAt.size);
      const other = idOf();
      const goneAt = plain.goneAt.get(other);
      expect(tombstones.isGoneSince(other, (goneAt ?? 0) - 1)).toBe(goneAt !== undefined);
      expect(tombstones.isGoneSince(other, goneAt ?? 0)).toBe(false);
    }
    expect(plain.goneAt.size).toBeGreaterThan(20);
  });
});
