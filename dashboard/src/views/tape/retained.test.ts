import type { OfferMessage } from '@itemtape/client';
import { describe, expect, it } from 'vitest';
import { createRetained, maxRetained } from './retained.ts';

const message = (id: string, priceUSD: number, eventType = 'Updated') =>
  ({ id, eventType, data: { priceUSD } }) as unknown as OfferMessage;

describe('the rows of the tape', () => {
  it('are newest first, and say how the price of an offer moved', () => {
    const retained = createRetained();
    retained.add([message('a', 1), message('b', 5)]);
    retained.add([message('a', 2), message('b', 4), message('a', 2), message('b', 4, 'Removed'), message('b', 9)]);

    expect(retained.shown().map(({ number, move }) => [number, move])).toEqual([
      [7, null],
      [6, null],
      [5, null],
      [4, 'down'],
      [3, 'up'],
      [2, null],
      [1, null],
    ]);
  });

  it('are the last ten thousand', () => {
    const retained = createRetained();
    const many = Array.from({ length: 700 }, (_, at) => message(String(at), 1));
    for (let time = 0; time < 40; time += 1) retained.add(many);

    expect(retained.shown()).toHaveLength(maxRetained);
    expect(retained.shown().at(0)?.number).toBe(28_000);
    expect(retained.shown().at(-1)?.number).toBe(28_000 - maxRetained + 1);
  });
});
