import { describe, expect, it } from 'vitest';
import type { StageRequest } from './player.ts';
import { createTickCache } from './tick-cache.ts';

const large = 'x'.repeat(70_000);

const request = (path: string, key = 'a', search = ''): StageRequest => ({
  method: 'GET',
  host: 'large.example',
  path,
  query: new URLSearchParams(search),
  search,
  headers: { 'x-key': key },
  body: '',
  now: 0,
});

/** A shop whose answers count the requests. */
const counted = () => {
  const cache = createTickCache();
  let count = 0;
  const ask = (path: string, body: string, key?: string, search = '', status = 200): number => {
    const answer = () => {
      count += 1;
      return { status, body: `${body}${count}` };
    };
    const parcel = cache.answering('shop', request(path, key, search), answer).packed();
    return Number(parcel?.body.toString().replace(body, ''));
  };
  return { cache, ask };
};

describe('answers within a tick', () => {
  it('are computed once when they are large', () => {
    const { cache, ask } = counted();

    expect([ask('/list', large), ask('/list', large)]).toEqual([1, 1]);
    cache.clear();
    expect(ask('/list', large)).toBe(2);
  });

  it('are computed each time when they are small or a refusal', () => {
    const { ask } = counted();

    expect([ask('/row', 'x'), ask('/row', 'x')]).toEqual([1, 2]);
    expect([ask('/no', large, 'a', '', 403), ask('/no', large, 'a', '', 403)]).toEqual([3, 4]);
  });

  it('are cached separately by path, query and credential', () => {
    const { ask } = counted();

    expect([
      ask('/list', large),
      ask('/other', large),
      ask('/list', large, 'b'),
      ask('/list', large, 'a', '?page=2'),
    ]).toEqual([1, 2, 3, 4]);
    expect(ask('/list', large)).toBe(1);
  });
});
