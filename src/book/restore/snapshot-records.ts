import type { SnapshotRecord } from '../../schema/index.ts';
import { buyOrderAt } from '../apply-buy-order.ts';
import { offerAt } from '../apply-offer.ts';
import { isRankShared, quoteAt } from '../apply-quote.ts';
import type { GameBook } from '../game-book.ts';
import type { MarketBook } from '../market/market-book.ts';
import type { Tombstones } from '../market/tombstones.ts';
import type { Row } from '../memory/numbers.ts';

/** Entries per state that is a list: making and reading one takes a few milliseconds. */
const listedAtOnce = 500;

/** Lists of at most so many values each. */
export function* piecesOf<Value>(values: Iterable<Value>): Generator<Value[]> {
  let piece: Value[] = [];
  for (const value of values) {
    piece.push(value);
    if (piece.length < listedAtOnce) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}

function* listed(name: string, values: Iterable<unknown>): Generator<SnapshotRecord> {
  for (const value of piecesOf(values)) yield { what: 'state', name, value };
}

/**
 * Everything that stands in a market book, its state first, since what follows refers to it. The market book may change
 * between two values: changes published since the first one then have to be replayed over what is restored of them.
 */
export function* snapshotRecordsIn(marketBook: MarketBook): Generator<SnapshotRecord> {
  const { quotes, offers, orders, series, tombstones, orderTombstones } = marketBook;
  yield { what: 'state', name: 'market', value: marketBook.state };
  for (let row = 0 as Row; row < series.rowCount; row = (row + 1) as Row)
    if (quotes.has(row)) yield { what: 'quote', quote: quoteAt(marketBook, row), seenBy: quotes.seenBy.get(row) };
  for (const slot of offers.slots()) {
    const range = offers.usdRange(slot);
    const usdRange = range === null || range.low === range.high ? null : range;
    yield { what: 'offer', offer: offerAt(marketBook, slot), seenBy: offers.sourceOf(slot), usdRange };
  }
  for (const slot of orders.slots())
    yield { what: 'buyOrder', buyOrder: buyOrderAt(marketBook, slot), seenBy: orders.sourceOf(slot) };
  for (let row = 0 as Row; row < series.rowCount; row = (row + 1) as Row)
    if (series.isWhole(row)) yield* seriesOf(marketBook, row);
  const gone: readonly (readonly [string, Tombstones])[] = [
    ['goneOffers', tombstones],
    ['goneBuyOrders', orderTombstones],
  ];
  for (const [name, all] of gone) yield* listed(name, all.all());
}

/** The series of an item, its variants first: when one of them is restored, the floor of the item is computed again. */
function* seriesOf(marketBook: MarketBook, whole: Row): Generator<SnapshotRecord> {
  const rows: Row[] = [];
  for (let row = whole; row >= 0; row = marketBook.series.nextPart(row)) rows.unshift(row);
  for (const row of rows) {
    const facts = marketBook.seriesFacts(row);
    if (facts === null) continue;
    yield { what: 'floor', floor: { ...marketBook.floorAt(row), at: marketBook.changedAt(row) }, facts };
  }
}

/** An ask copy as the differences to the one before, and of the asks for money to all asks: number, ask, number, ask. */
export type AskDifferences = readonly [at: number, any: readonly number[], money: readonly number[]];

/** What is known of a game on any marketplace. Names are numbered in the order in which they come. */
export function* snapshotRecordsInGame({
  names,
  localNames,
  attributes,
  pastAsks,
}: GameBook): Generator<SnapshotRecord> {
  const { copies } = pastAsks;
  yield* listed('names', names.all());
  yield* listed('settledNames', names.settled());
  yield* listed('pictures', names.picturesWhere(isRankShared));
  yield* listed('localNames', localNames.all());
  yield* listed('items', attributes.statements());
  let previous: Int32Array = new Int32Array(0);
  for (const { at, asks } of copies) {
    const value: AskDifferences = [at, differences(previous, asks.any), differences(asks.any, asks.money)];
    yield { what: 'state', name: 'pastAsks', value };
    previous = asks.any;
  }
}

function differences(from: Int32Array, to: Int32Array): number[] {
  const found: number[] = [];
  for (let number = 0; number < to.length; number += 1)
    if ((from[number] ?? 0) !== to[number]) found.push(number, to[number] as number);
  return found;
}

/** Undoes `differences`. */
export function changed(from: Int32Array, changes: readonly number[], length: number): Int32Array {
  const to = new Int32Array(length);
  to.set(from.subarray(0, length));
  for (let at = 0; at < changes.length; at += 2) to[changes[at] as number] = changes[at + 1] as number;
  return to;
}
