import { describe, expect, it } from 'vitest';
import { AnswerCache } from './answer-cache.ts';

const keepMs = 10_000;

function setUp(more: { readonly untilPublished?: () => Promise<void> } = {}) {
  const clock = { at: 1_790_000_000_000 };
  const cache = new AnswerCache({ now: () => clock.at, keepMs, byteLimit: 20_000, headers: [], ...more });
  const made: string[] = [];
  const answer = (key: string) =>
    cache.answer(key, '/v2/items', {
      ready: async () => {},
      read: async () => {
        made.push(key);
        return { json: `"${key}"`, headers: [] };
      },
    });
  return { clock, cache, made, answer };
}

describe('the cache of answers', () => {
  it('has room again for as much once answers with their addresses have gone', async () => {
    const { clock, cache, made, answer } = setUp();
    let first: unknown;
    for (let round = 0; round < 30; round += 1) {
      const cached = await answer(`a${round % 10}`);
      for (let at = 0; at < 20; at += 1) cache.remember(`${at}`.padEnd(200, 'x'), cached);
      first ??= cache.size();
      expect(cache.size()).toEqual(first);
      clock.at += keepMs;
    }
    expect(made).toHaveLength(30);
  });

  it('keeps no more than its limit, the latest', async () => {
    const { cache, made, answer } = setUp();
    for (let at = 0; at < 30; at += 1) await answer(`a${at}`);
    expect(cache.size().bytes).toBeLessThanOrEqual(20_000);
    expect(cache.size().entries).toBeGreaterThan(10);
    await answer('a29');
    expect(made).toHaveLength(30);
    await answer('a0');
    expect(made).toHaveLength(31);
  });

  it('gives an answer only once everything that it can contain is published', async () => {
    let publish = () => {};
    const published = new Promise<void>((resolve) => {
      publish = resolve;
    });
    const { made, answer } = setUp({ untilPublished: () => published });
    let isGiven = false;
    const giving = answer('a').then(() => {
      isGiven = true;
    });
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
    expect([made, isGiven]).toEqual([['a'], false]);
    publish();
    await giving;
  });
});
