import { describe, expect, it } from 'vitest';
import { itemOffers, offerPages, priceList } from '../../../test/support/collect/tiny-sources.ts';
import type { Source } from '../../contract/connector.ts';
import { madeOf } from './made-at.ts';

const at = Date.UTC(2026, 0, 15, 12);
const minute = 60_000;
const hour = 60 * minute;

/** How many minutes before its arrival an answer was made, at the latest and at the earliest. */
function agesOf(
  source: Source,
  headers: Readonly<Record<string, string>> = {},
  payload: unknown = {},
  lastModified: string | null = null,
) {
  const { asOf, earliest } = madeOf(source, { at, header: (name) => headers[name] }, payload, lastModified);
  return [(at - asOf) / minute, (at - earliest) / minute];
}

const dateOf = (ago: number): string => new Date(at - ago).toUTCString();
const modified = (ago: number) => ({ 'last-modified': dateOf(ago) });

describe('an answer that does not say when it was made', () => {
  it.each<[string, Source, number]>([
    ['a list', priceList({ everySeconds: 1_200 }), 20],
    ['a list that is read often', priceList({ everySeconds: 30 }), 5],
    ['a list that is read rarely', priceList({ everySeconds: 14_400 }), 60],
    ['pages', offerPages({ everySeconds: 600 }), 10],
    ['the figures of one item', itemOffers({ yields: ['quote'], replaces: ['quote'], everySeconds: 900 }), 15],
    ['the offers of one item, which are queried', itemOffers({ everySeconds: 900 }), 0],
  ])('can be as old as the interval of its source, between five minutes and an hour: %s', (_, source, minutes) => {
    expect(agesOf(source)).toEqual([0, minutes]);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['a cache has just fetched it', { age: '0' }],
    ['its file is of the moment', modified(0)],
    ['its file is of the second before', modified(1_000)],
    ['its file is of the future', modified(-hour)],
    ['its file is of no time', { 'last-modified': 'yesterday' }],
    ['its file is of no time of HTTP', { 'last-modified': '2026-01-15T10:00:00Z' }],
    ['the clock of the server is hours ahead, and so is its file', { date: dateOf(-3 * hour), ...modified(-3 * hour) }],
  ])('is the same if %s', (_, headers) => {
    expect(agesOf(priceList(), headers)).toEqual([0, 5]);
  });
});

describe('an answer that says when it was made', () => {
  it.each<[string, Source, Readonly<Record<string, string>>, unknown, number]>([
    ['its file was modified', priceList(), modified(10 * minute), {}, 10],
    [
      'its file was modified, by a clock that is ahead',
      priceList(),
      { date: dateOf(-hour), ...modified(-50 * minute) },
      {},
      10,
    ],
    [
      'its file was modified before a cache fetched it',
      priceList(),
      { age: '120', date: dateOf(2 * minute), ...modified(10 * minute) },
      {},
      10,
    ],
    ['pages say it', offerPages(), modified(2 * minute), {}, 2],
    ['an answer about one item says it', itemOffers(), modified(2 * minute), {}, 2],
    ['a cache keeps it', itemOffers(), { age: '120' }, {}, 2],
    ['its marketplace keeps it, and it is about one item', itemOffers({ cachedSeconds: 120 }), {}, {}, 2],
    ['the payload of pages says it', offerPages({ madeAt: () => at - minute }), {}, {}, 1],
    ['its marketplace keeps it', priceList({ cachedSeconds: 300 }), {}, {}, 5],
    ['its payload is older than its file', priceList({ madeAt: () => at - hour }), modified(minute), {}, 60],
    ['its file is older than its payload', priceList({ madeAt: () => at - minute }), modified(hour), {}, 60],
  ])('was made then: %s', (_, source, headers, payload, minutes) => {
    expect(agesOf(source, headers, payload)).toEqual([minutes, minutes]);
  });

  it('adds as of now and removes as of a day ago if its file has not been modified for longer', () => {
    expect(agesOf(priceList(), modified(90 * 24 * hour))).toEqual([0, 24 * 60]);
    expect(agesOf(priceList({ madeAt: () => at - minute }), modified(90 * 24 * hour))).toEqual([1, 1]);
  });

  it('has the date of the file that it says is unchanged', () => {
    expect(agesOf(priceList(), {}, undefined, dateOf(10 * minute))).toEqual([10, 10]);
  });
});
