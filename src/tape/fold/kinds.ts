import { type Cell, id, instant, name, number, rest, sign, text } from './cells.ts';
import { money, previousPrices, prices, pricesOfMoney, range } from './price-cells.ts';

/** A cell, or fixed text that all lines of a kind have in a place. */
type Part = Cell | string;

function joined(parts: readonly Part[]): Cell[] {
  const made: Part[] = [];
  for (const part of parts) {
    const previous = made.at(-1);
    if (typeof part === 'string' && typeof previous === 'string') made.splice(-1, 1, previous + part);
    else made.push(part);
  }
  return made.map((part) => (typeof part === 'string' ? sign(part) : part));
}

const comma = ',';
const subject = ['[', text('words'), comma, name, comma, text('words'), comma, number('marketplaces'), comma];
/** Times of an offer that has just changed (`changed`), or of one that has mostly not changed since it was found (`found`). */
const timesFrom = (previous: 'changed' | 'found') => [
  instant('founds', 'changed', 'found'),
  comma,
  instant('founds', previous, 'offered'),
  comma,
  instant('times', 'offered'),
  ']',
];
const times = timesFrom('changed');
const looks = [
  text('inspects'),
  comma,
  text('floats'),
  comma,
  number('paints'),
  comma,
  number('seeds'),
  comma,
  text('stickers'),
  comma,
  number('tradables'),
  comma,
  text('owners'),
  comma,
];
const offer = [...subject, id, comma, money, comma, pricesOfMoney, comma, text('links', true), comma, ...looks];
const order = [...subject, id, comma, money, comma, pricesOfMoney, comma, number('counts'), comma, ...times];
const quote = [
  ...subject,
  money,
  comma,
  pricesOfMoney,
  comma,
  number('counts'),
  comma,
  text('links', true),
  comma,
  text('ids'),
  comma,
  text('links', true),
  comma,
  ...times,
];
const floor = [...subject, prices, comma, number('counts')];
const begin = [
  instant('times', 'publishedAt', 'publishedAt'),
  comma,
  instant('times', 'publishedAt', 'changed'),
  comma,
];
const end = rest('rests');

/** The parts of the lines of each kind, after its letter. */
const cells = {
  a: [...begin, ...offer, ...times, end],
  u: [
    ...begin,
    ...offer,
    ...times,
    comma,
    number('letters'),
    comma,
    number('letters'),
    ',[',
    previousPrices,
    comma,
    range,
    end,
  ],
  r: [...begin, ...offer, ...timesFrom('found'), comma, text('words'), comma, range, end],
  o: [...begin, ...order, end],
  c: [...begin, ...order, end],
  q: [...begin, ...quote, end],
  f: [...begin, ...floor, end],
  k: [...begin, ...floor, end],
} as const satisfies Readonly<Record<string, readonly Part[]>>;

/** By the byte of the letter. */
export const kinds: ReadonlyMap<number, readonly Cell[]> = new Map(
  Object.entries(cells).map(([letter, made]) => [letter.charCodeAt(0), joined([`["${letter}",`, ...made])]),
);
