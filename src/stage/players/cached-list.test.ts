import { describe, expect, it } from 'vitest';
import { stageItems } from '../../../test/support/stage/stage-items.ts';
import { createWorld } from '../market/create-world.ts';
import { cachedList } from './cached-list.ts';

const now = Date.UTC(2026, 0, 15, 12);
const worldOf = (seed: number) => createWorld({ seed, startedAt: now, items: stageItems });

describe('a cached list', () => {
  it('is computed once a minute for each world and key', () => {
    const made: string[] = [];
    const list = cachedList((_world, key: 'a' | 'b') => {
      made.push(key);
      return [made.length];
    });
    const [one, other] = [worldOf(1), worldOf(2)];

    expect([list(one, 'a', now), list(one, 'a', now + 59_999), list(one, 'b', now)]).toEqual([[1], [1], [2]]);
    expect([list(one, 'a', now + 60_000), list(other, 'a', now)]).toEqual([[3], [4]]);
    expect(made).toEqual(['a', 'b', 'a', 'a']);
  });

  it('is recomputed if the clock went back', () => {
    let made = 0;
    const list = cachedList(() => {
      made += 1;
      return [made];
    });
    const world = worldOf(1);

    expect([list(world, '', now), list(world, '', now - 1)]).toEqual([[1], [2]]);
  });
});
