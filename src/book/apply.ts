import {
  type Change,
  type Confirmation,
  type Game,
  games,
  type NormalQuote,
  type Stamp,
  type StatedItem,
  steamMarketId,
  type Variant,
  variantNumber,
} from '../schema/index.ts';
import { applyBuyOrder, cancelBuyOrder } from './apply-buy-order.ts';
import { applyOffer, repriceOffer, withdrawOffer } from './apply-offer.ts';
import { applyQuote, seeQuote } from './apply-quote.ts';
import type { BookRecord } from './book-record.ts';
import type { GameBook } from './game-book.ts';
import type { MarketBook } from './market/market-book.ts';
import type { RecordTime } from './market/record-time.ts';
import type { Row } from './memory/numbers.ts';
import { reportRespelt } from './respell.ts';
import { RetoldByFeed } from './retold.ts';

export type GameBooks = Readonly<Record<Game, GameBook>>;

/** Digest of the payload row of each quote, 0 for none, and `basis`, the digest of the exchange rates used. */
export type RowDigests = { readonly ofRows: readonly number[]; readonly basis: number };

export type SeeingQuotes = {
  /** Whether there is a quote made from the row with this digest. */
  readonly knows: (digest: number) => boolean;
  /** The digest of the row that the quote of a series was made from; 0 for none. */
  readonly digestOf: (name: string, phase: Variant | null) => number;
  /** Whether there is a quote made from the row with this digest, without a price. */
  readonly isPriceless: (digest: number) => boolean;
  /** Confirms the quote made from the row with this digest; false if there is none. */
  readonly see: (digest: number) => boolean;
  /** How many of the confirmed quotes have a price. */
  readonly priced: () => number;
  readonly end: () => Change[];
};

export function applyAll(
  gameBooks: GameBooks,
  records: readonly BookRecord[],
  stamp: Stamp,
  digests: RowDigests | null,
  retold: Confirmation[],
): Change[] {
  const { marketplaceId, at } = stamp;
  const changes: Change[] = [];
  const marketBooks = new Map<MarketBook, RecordTime>();
  const told = stamp.isFed === true ? new RetoldByFeed(stamp) : null;
  for (let index = 0; index < records.length; index += 1) {
    const record = records[index] as BookRecord;
    const gameBook = gameBooks[record.game];
    // It says nothing of what is on sale: neither the market book nor the item is created
    if (record.kind === 'item') {
      gameBook.attributes.describe(marketplaceId, record.name, record.itemAttributes);
      continue;
    }
    const marketBook = gameBook.marketBookFor(marketplaceId);
    let recordTime = marketBooks.get(marketBook);
    if (recordTime === undefined) {
      gameBook.pastAsks.keep(at);
      recordTime = recordTimeOf(marketBook, stamp);
      marketBooks.set(marketBook, recordTime);
    }
    noteName(gameBook, record, marketplaceId);
    const before = changes.length;
    if (digests !== null) marketBook.quotes.convertAt(digests.basis);
    if (record.kind === 'quote') applyQuote(marketBook, record, recordTime, changes, digests?.ofRows[index] ?? 0);
    else applyOne(marketBook, record, recordTime, changes);
    told?.note(record, changes, before);
    noteItem(gameBook, record, marketplaceId);
  }
  for (const game of games) reportRespelt(gameBooks[game], at, changes);
  for (const marketBook of marketBooks.keys()) marketBook.recompute(at, changes);
  if (told !== null) retold.push(...told.confirmations());
  return changes;
}

/** Steam's own spelling is settled before the record is taken. */
function noteName(gameBook: GameBook, record: BookRecord, marketplaceId: number): void {
  if (marketplaceId === steamMarketId && 'name' in record) gameBook.names.settle(record.name);
}

/** What a record says of the item itself. */
function noteItem(gameBook: GameBook, record: BookRecord, marketplaceId: number): void {
  if (record.kind !== 'quote' && record.kind !== 'offer') return;
  const { name, itemAttributes, localName } = record;
  if (localName !== undefined) gameBook.addLocalName(gameBook.names.numberFor(name), localName);
  if (itemAttributes !== undefined) gameBook.attributes.tell(marketplaceId, name, itemAttributes);
}

const recordTimeOf = (marketBook: MarketBook, { source, at, asOf = at, earliest = asOf }: Stamp): RecordTime => ({
  at,
  asOf,
  earliest,
  source: marketBook.sourceNumber(source),
});

const seeingNone: SeeingQuotes = {
  knows: () => false,
  digestOf: () => 0,
  isPriceless: () => false,
  see: () => false,
  priced: () => 0,
  end: () => [],
};

export function seeQuotes(gameBook: GameBook, stamp: Stamp, basis: number): SeeingQuotes {
  const { marketplaceId, at } = stamp;
  // Does not create a market book that has no data yet
  if (gameBook.marketBook(marketplaceId) === undefined) return seeingNone;
  const changes: Change[] = [];
  const marketBook = gameBook.marketBookFor(marketplaceId);
  const recordTime = recordTimeOf(marketBook, stamp);
  gameBook.pastAsks.keep(at);
  marketBook.quotes.convertAt(basis);
  let priced = 0;
  return {
    knows: (digest) => marketBook.rowOfDigest(digest) >= 0,
    digestOf: (name, phase) => {
      const number = gameBook.names.numberOf(name);
      const row = number < 0 ? -1 : marketBook.series.knownRow(number, variantNumber(phase));
      return row < 0 ? 0 : marketBook.quotes.digest(row as Row);
    },
    isPriceless: (digest) => {
      const row = marketBook.rowOfDigest(digest);
      return row >= 0 && !marketBook.quotes.money.isPriced(row);
    },
    see: (digest) => {
      const row = seeQuote(marketBook, digest, recordTime, changes);
      if (row < 0) return false;
      if (marketBook.quotes.money.isPriced(row)) priced += 1;
      return true;
    },
    priced: () => priced,
    end: () => {
      marketBook.recompute(at, changes);
      return changes;
    },
  };
}

function applyOne(
  marketBook: MarketBook,
  record: Exclude<BookRecord, NormalQuote | StatedItem>,
  recordTime: RecordTime,
  changes: Change[],
): void {
  if (record.kind === 'offer') applyOffer(marketBook, record, recordTime, changes);
  else if (record.kind === 'buyOrder') applyBuyOrder(marketBook, record, recordTime, changes);
  else if (record.kind === 'repricing') repriceOffer(marketBook, record, recordTime, changes);
  else if (record.kind === 'cancellation') cancelBuyOrder(marketBook, record.orderId, recordTime, changes);
  else withdrawOffer(marketBook, record.offerId, record.reason, recordTime, changes);
}
