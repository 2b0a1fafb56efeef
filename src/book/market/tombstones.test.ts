import { describe, expect, it } from 'vitest';
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
});
