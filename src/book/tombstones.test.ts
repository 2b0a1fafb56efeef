import { describe, expect, it } from 'vitest';
import { Removals } from './tombstones.ts';

const minute = 60_000;
const told = (at: number) => ({ at, asOf: at });

describe('what has gone', () => {
  it('is not kept while everything is told as it is made', () => {
    const removals = new Removals();
    removals.note('a', told(10 * minute));

    expect(removals.isGoneSince('a', 9 * minute)).toBe(false);
    expect(removals.size).toBe(0);
  });

  it('is known against what was made before, and not against what was made since', () => {
    const removals = new Removals();
    removals.expect({ at: 10 * minute, asOf: 8 * minute });
    removals.note('a', told(11 * minute));

    expect(removals.isGoneSince('a', 11 * minute - 1)).toBe(true);
    expect(removals.isGoneSince('a', 11 * minute)).toBe(false);
    expect(removals.isGoneSince('b', 0)).toBe(false);
  });

  it('has gone when that was told last, in whatever order it is told', () => {
    const removals = new Removals();
    removals.expect({ at: 10 * minute, asOf: 8 * minute });
    removals.note('a', told(11 * minute));
    removals.note('a', { at: 12 * minute, asOf: 10 * minute });

    expect(removals.isGoneSince('a', 11 * minute - 1)).toBe(true);
  });

  it('is kept for the longest delay there was and some minutes', () => {
    const removals = new Removals();
    removals.expect({ at: 100 * minute, asOf: 70 * minute });
    removals.expect({ at: 100 * minute, asOf: 99 * minute });
    for (let at = 100; at <= 200; at += 1) removals.note(String(at), told(at * minute));

    expect(removals.isGoneSince('165', 0)).toBe(true);
    expect(removals.isGoneSince('164', 0)).toBe(false);
    expect(removals.size).toBe(36);
  });

  it('is forgotten, the oldest first, beyond fifty thousand', () => {
    const removals = new Removals();
    removals.expect({ at: minute, asOf: 0 });
    for (let id = 0; id < 50_010; id += 1) removals.note(String(id), told(minute));

    expect(removals.size).toBe(50_000);
    expect(removals.isGoneSince('9', 0)).toBe(false);
    expect(removals.isGoneSince('10', 0)).toBe(true);
  });
});
