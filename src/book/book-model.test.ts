import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allOf } from '../../test/support/book/all-of.ts';
import { burningFlames } from '../../test/support/book/effects.ts';
import { contradictions } from '../../test/support/book/head-and-list.ts';
import { extent } from '../../test/support/runner/long-run.ts';
import type { ConfirmScope, ItemSweepScope, SweepScope } from '../schema/index.ts';
import {
  type Change,
  isQuoteKind,
  type LiveBuyOrder,
  type LiveOffer,
  type LiveQuote,
  type Money,
  type NormalOffer,
  type NormalQuote,
  type NormalRepricing,
  noAttributes,
  noPrices,
  type Prices,
  type RemovalReason,
  type Stamp,
  type StatedItem,
  type Sticker,
  type UsdRange,
  type Variant,
} from '../schema/index.ts';
import { Book } from './book.ts';
import type { BookRecord } from './book-record.ts';

type PricePair = { readonly price: Money; readonly prices: Prices };
type Floor = {
  readonly usd: number | null;
  readonly amount: number | null;
  readonly count: number;
  readonly isLive: boolean;
};
type Known = { changedAt: number; seenAt: number };
/** When data was made at the latest and at the earliest, and by whom. */
type RecordTime = { readonly at: number; readonly asOf: number; readonly earliest: number; readonly source?: string };
type Departure = { readonly foundAt: number | null; readonly price: Money | null; readonly disproved: number };

const game = 'CS2';
const marketplaceIds = [5, 2];
const names = ['★ Karambit | Doppler', 'AWP | Asiimov (Field-Tested)'];
const phaseChoices: readonly (Variant | null)[] = [null, 'Ruby', 'Phase 1', burningFlames];

const orderKey = (orderId: string): string => `order ${orderId}`;
const isLower = (a: PricePair, b: PricePair): boolean => {
  if (a.prices.USD !== b.prices.USD)
    return (a.prices.USD ?? Number.POSITIVE_INFINITY) < (b.prices.USD ?? Number.POSITIVE_INFINITY);
  return a.price.amount < b.price.amount;
};
const lowestOf = <T extends PricePair>(all: readonly T[]): T | null =>
  all.reduce<T | null>((best, one) => (best === null || isLower(one, best) ? one : best), null);

/** The rules of the book on plain objects, recomputed from scratch for every query. */
class NaiveBook {
  offers: LiveOffer[] = [];
  orders: LiveBuyOrder[] = [];
  quotes: LiveQuote[] = [];
  readonly rows = new Map<string, Known>();
  readonly itemReads = new Map<string, { at: number; isCut: boolean }>();
  readonly offersReadAt = new Map<number, number>();
  readonly readAt = new Map<number, number>();
  readonly floorStates = new Map<string, Floor>();
  readonly ranges = new Map<string, UsdRange>();
  /** By marketplace: when each id was gone, and how it went. */
  readonly goneAt = new Map<string, number>();
  readonly departures = new Map<string, Departure>();
  /** The source that saw each entry last. */
  readonly seenBy = new Map<string, string | undefined>();
  readonly doubted = new Set<number>();

  apply(records: readonly BookRecord[], { marketplaceId, source, at, asOf = at, earliest = asOf }: Stamp): Change[] {
    const recordTime = { at, asOf, earliest, source };
    const changes = records.flatMap((record) => this.applyOne(record, marketplaceId, recordTime));
    return [...changes, ...this.floors(at)];
  }

  /** Notes who saw an entry last; `was` is the entry before. */
  noteSeen(entry: Entry, was: { readonly seenAt: number } | undefined, { asOf, source }: RecordTime): void {
    if (was === undefined || asOf > was.seenAt) this.seenBy.set(idOf(entry), source);
  }

  isBehind(entry: Entry & { readonly seenAt: number }, { asOf, earliest, source }: RecordTime): boolean {
    return entry.seenAt < (this.seenBy.get(idOf(entry)) === source ? asOf : earliest);
  }

  applyOne(record: BookRecord, marketplaceId: number, recordTime: RecordTime): Change[] {
    if (record.kind === 'item') return [];
    const known = this.knownLike(record, marketplaceId);
    if (known !== undefined && recordTime.asOf < Math.min(known.seenAt, recordTime.at)) return [];
    const goneId =
      record.kind === 'offer' ? record.offerId : record.kind === 'buyOrder' ? orderKey(record.orderId) : '';
    const goneAt = this.goneAt.get(`${marketplaceId} ${goneId}`);
    if (known === undefined && recordTime.asOf < recordTime.at && recordTime.asOf < (goneAt ?? 0)) return [];
    const change = this.take(record, marketplaceId, recordTime);
    const disproved = record.kind === 'quote' ? this.removeDisproved({ ...record, marketplaceId }, recordTime) : [];
    return [...(change === null ? [] : [change]), ...disproved];
  }

  knownLike(record: Exclude<BookRecord, StatedItem>, marketplaceId: number): { readonly seenAt: number } | undefined {
    const isHere = (one: { marketplaceId: number }) => one.marketplaceId === marketplaceId;
    if ('offerId' in record) return this.offers.find((o) => isHere(o) && o.offerId === record.offerId);
    if ('orderId' in record) return this.orders.find((o) => isHere(o) && o.orderId === record.orderId);
    return this.quotes.find((q) => isSameRow(q, { ...record, marketplaceId }));
  }

  noteGone(id: string, marketplaceId: number, goneAt: number): void {
    const key = `${marketplaceId} ${id}`;
    this.goneAt.set(key, Math.max(goneAt, this.goneAt.get(key) ?? 0));
  }

  noteDeparture({ marketplaceId, offerId, foundAt, price }: LiveOffer, goneAt: number, isDisproved = false): void {
    const key = `${marketplaceId} ${offerId}`;
    const disproved = isDisproved ? 1 + (this.departures.get(key)?.disproved ?? 0) : 0;
    this.departures.set(key, { foundAt, price, disproved });
    this.noteGone(offerId, marketplaceId, goneAt);
  }

  take(read: Exclude<BookRecord, StatedItem>, marketplaceId: number, recordTime: RecordTime): Change | null {
    const { at, asOf } = recordTime;
    const record = read.kind === 'offer' ? this.completed(read, marketplaceId) : read;
    if (record.kind === 'withdrawal') return this.withdraw(record.offerId, record.reason, marketplaceId, recordTime);
    if (record.kind === 'repricing') return this.reprice(record, marketplaceId, recordTime);
    if (record.kind === 'cancellation') return this.cancel(record.orderId, marketplaceId, recordTime);
    this.know(marketplaceId, record.name, record.phase, at);
    this.see(marketplaceId, record.name, asOf);
    const { kind: _, ...values } = record;
    const base = { ...values, marketplaceId };
    if (record.kind === 'offer') {
      return this.offerOne(record, marketplaceId, recordTime);
    }
    if (record.kind === 'buyOrder') {
      const was = this.orders.find((o) => o.marketplaceId === marketplaceId && o.orderId === record.orderId);
      const buyOrder = { ...base, ...timesOf(notAhead(was, at), base, recordTime) } as LiveBuyOrder;
      this.orders = [...this.orders.filter((o) => o !== was), buyOrder];
      this.noteSeen(buyOrder, notAhead(was, at), recordTime);
      return was !== undefined && isSameButPrices(was, base) ? null : { kind: 'ordered', at, buyOrder };
    }
    return this.quoteOne(record, marketplaceId, recordTime);
  }

  /** Known details of an asset stay if a record omits them; here, name and variant identify an asset. */
  completed(read: NormalOffer, marketplaceId: number): NormalOffer {
    const was = this.offers.find((one) => one.marketplaceId === marketplaceId && one.offerId === read.offerId);
    const isOther = was?.name !== read.name || (was.phase !== null && read.phase !== null && was.phase !== read.phase);
    if (isOther) return read;
    const { phase, float, stickers } = was;
    return {
      ...read,
      phase: read.phase ?? phase,
      float: read.float ?? float,
      stickers: read.stickers ?? (stickers === null ? null : [...stickers]),
    };
  }

  offerOne(record: NormalOffer, marketplaceId: number, recordTime: RecordTime): Change | null {
    const { at } = recordTime;
    const { kind: _, ...values } = record;
    const base = { ...values, marketplaceId };
    const was = this.offers.find((o) => o.marketplaceId === marketplaceId && o.offerId === record.offerId);
    const others = this.offers.filter((o) => o !== was && o.marketplaceId === marketplaceId && o.name === base.name);
    const isSame = was !== undefined && isSameButPrices(was, base) && isKnown(was) === isKnown(base);
    const left = was === undefined ? this.departures.get(`${marketplaceId} ${record.offerId}`) : undefined;
    const times = timesOf(notAhead(was, at), base, recordTime, isSame);
    const offer = { ...base, ...times, foundAt: left?.foundAt ?? times.foundAt } as LiveOffer;
    this.noteSeen(offer, notAhead(was, at), recordTime);
    this.offers = [...this.offers.filter((o) => o !== was), offer];
    const usdRange = was === undefined ? null : this.rangeOf(was);
    this.widen(offer, isSame ? usdRange : null);
    const isFloor = (isPeer: (one: { phase: Variant | null }) => boolean) =>
      others.filter(isPeer).every((other) => isLower(record, other)) &&
      this.quotedBeside(base)
        .filter(isPeer)
        .every((quoted) => !isLower(quoted, record));
    const floors = {
      isNewFloor: isFloor(({ phase }) => phase === base.phase),
      isNewItemFloor: isFloor(() => true),
    };
    const isAsBefore = left !== undefined && isDeepStrictEqual(left.price, record.price);
    if (isAsBefore && left.disproved >= 2) this.doubted.add(marketplaceId);
    if (isAsBefore && left.foundAt !== null) return returned(offer, at);
    if (was === undefined) return { kind: 'added', at, offer, ...floors };
    const { name, phase, purchaseLink, float, paintSeed, prices } = was;
    const previous = { name, phase, purchaseLink, float, paintSeed, prices, usdRange };
    if (isSame) return null;
    const isElsewhere = !isDeepStrictEqual(positionOf(was), positionOf(offer));
    const isSilent = !isElsewhere && isDeepStrictEqual(looksOf(was), looksOf(offer));
    const isReported = !isElsewhere && purchaseLink !== null;
    const noFloors = { isNewFloor: false, isNewItemFloor: false };
    return { kind: 'updated', at, offer, ...(isReported ? noFloors : floors), previous, isSilent };
  }

  /** Prices of quotes of an item whose offers were not read completely since. */
  quotedBeside({ marketplaceId, name }: LiveOffer | Omit<Placed, 'seenAt'>): (PricePair & { phase: Variant | null })[] {
    return this.quotes.flatMap((quote) => {
      const isHere = quote.marketplaceId === marketplaceId && quote.name === name;
      if (!isHere || quote.lowest === null || this.isOverruled(quote)) return [];
      return { price: quote.lowest, prices: quote.prices, phase: quote.phase };
    });
  }

  rangeOf({ marketplaceId, offerId }: LiveOffer): UsdRange | null {
    return this.ranges.get(`${marketplaceId}:${offerId}`) ?? null;
  }

  /** Widens the range of prices since the last change by the current price. */
  widen({ marketplaceId, offerId, prices }: LiveOffer, since: UsdRange | null): void {
    const id = `${marketplaceId}:${offerId}`;
    const usd = prices.USD;
    if (usd === null) this.ranges.delete(id);
    else this.ranges.set(id, { low: Math.min(since?.low ?? usd, usd), high: Math.max(since?.high ?? usd, usd) });
  }

  quoteOne(record: NormalQuote, marketplaceId: number, recordTime: RecordTime): Change | null {
    const { kind: _, ...values } = record;
    const was = this.quotes.find((q) => isSameRow(q, { ...values, marketplaceId }));
    const base = { ...values, marketplaceId, thumbnail: record.thumbnail ?? was?.thumbnail ?? null };
    const quote = { ...base, ...timesOf(was, base, recordTime) } as LiveQuote;
    this.noteSeen(quote, was, recordTime);
    this.quotes = [...this.quotes.filter((q) => q !== was), quote];
    return was !== undefined && isSameButPrices(was, base) ? null : { kind: 'quoted', at: recordTime.at, quote };
  }

  reprice({ offerId, price, prices }: NormalRepricing, marketplaceId: number, recordTime: RecordTime): Change | null {
    const was = this.offers.find((o) => o.marketplaceId === marketplaceId && o.offerId === offerId);
    if (was === undefined) return null;
    const { marketplaceId: _, foundAt: __, changedAt: ___, seenAt: ____, ...values } = was;
    return this.take({ kind: 'offer', ...values, price, prices } as NormalOffer, marketplaceId, recordTime);
  }

  withdraw(offerId: string, reason: RemovalReason, marketplaceId: number, { at, asOf }: RecordTime): Change | null {
    const key = `${marketplaceId} ${offerId}`;
    const offer = this.offers.find((o) => o.marketplaceId === marketplaceId && o.offerId === offerId);
    if (offer === undefined) {
      this.noteGone(offerId, marketplaceId, asOf);
      this.departures.set(key, { foundAt: this.departures.get(key)?.foundAt ?? null, price: null, disproved: 0 });
      return null;
    }
    this.noteDeparture(offer, asOf);
    this.offers = this.offers.filter((o) => o !== offer);
    return { kind: 'removed', at, offer, reason, usdRange: this.rangeOf(offer), goneAt: asOf };
  }

  cancel(orderId: string, marketplaceId: number, { at, asOf }: RecordTime): Change | null {
    this.noteGone(orderKey(orderId), marketplaceId, asOf);
    const buyOrder = this.orders.find((o) => o.marketplaceId === marketplaceId && o.orderId === orderId);
    if (buyOrder === undefined) return null;
    this.orders = this.orders.filter((o) => o !== buyOrder);
    return { kind: 'orderRemoved', at, buyOrder };
  }

  /** Corrects instants in the future to now. */
  correct(id: number, now: number, name: string | null = null): void {
    const seen = <T extends Placed>(all: T[]) =>
      all.map((one) =>
        one.marketplaceId === id && (name === null || one.name === name)
          ? { ...one, seenAt: Math.min(one.seenAt, now) }
          : one,
      );
    this.offers = seen(this.offers);
    this.orders = seen(this.orders);
    this.quotes = seen(this.quotes);
    for (const one of name === null ? names : [name]) {
      const known = this.rows.get(keyOf(id, one, null));
      if (known !== undefined) known.seenAt = Math.min(known.seenAt, now);
      const itemRead = this.itemReads.get(keyOf(id, one, null));
      if (itemRead !== undefined) itemRead.at = Math.min(itemRead.at, now);
    }
    if (name !== null) return;
    for (const read of [this.offersReadAt, this.readAt]) {
      const at = read.get(id);
      if (at !== undefined) read.set(id, Math.min(at, now));
    }
  }

  sweep(scope: SweepScope): Change[][] {
    const {
      marketplaceId: id,
      kinds,
      seenBefore,
      asOf = seenBefore,
      datedUntil = Number.POSITIVE_INFINITY,
      at,
    } = scope;
    const before = <T extends Placed>(one: T): T =>
      one.marketplaceId === id && one.seenAt > datedUntil ? { ...one, seenAt: seenBefore - 1 } : one;
    if (kinds.includes('offer')) this.offers = this.offers.map(before);
    if (kinds.includes('buyOrder')) this.orders = this.orders.map(before);
    this.correct(id, at);
    const changes = this.removeUnseen(scope, 'swept', () => true);
    if (kinds.some(isQuoteKind)) changes.push(...this.emptyQuotes(scope, (quote) => coversQuote(kinds, quote)));
    this.noteReading(id, kinds, asOf, at);
    return [[...changes, ...this.floors(at)]];
  }

  sweepItem(scope: ItemSweepScope): Change[] {
    const { marketplaceId: id, name, kinds, seenBefore, at, isCut, records = Number.POSITIVE_INFINITY } = scope;
    if (!this.rows.has(keyOf(id, name, null))) return [];
    this.correct(id, at, name);
    const reaches = (of: readonly (PricePair & Placed)[], sign: 'offer' | 'buyOrder') => (gone: PricePair & Placed) => {
      if (gone.name !== name) return false;
      const confirmed = of.filter((o) => o.marketplaceId === id && o.name === name && !this.isBehind(o, readOf(scope)));
      const isWithin = (bound: PricePair) => (sign === 'offer' ? !isLower(bound, gone) : !isHigher(bound, gone));
      const better = confirmed.filter((bound) => !isWithin(bound));
      return !isCut || better.length < Math.min(records, confirmed.length);
    };
    const changes = this.removeUnseen(scope, 'swept', reaches(this.offers, 'offer'), reaches(this.orders, 'buyOrder'));
    if (kinds.includes('quote')) changes.push(...this.emptyQuotes(scope, (quote) => quote.name === name));
    const previous = this.itemReads.get(keyOf(id, name, null))?.at ?? 0;
    const isAnySeen = this.offers.some((o) => o.marketplaceId === id && o.name === name && o.seenAt >= seenBefore);
    if (kinds.includes('offer') && seenBefore >= previous && (!isCut || (isAnySeen && records > 0))) {
      this.itemReads.set(keyOf(id, name, null), { at: seenBefore, isCut });
    }
    this.see(id, name, at);
    return [...changes, ...this.floors(at)];
  }

  expire(scope: SweepScope, reason: RemovalReason): Change[][] {
    this.correct(scope.marketplaceId, scope.at);
    return [[...this.removeUnseen(scope, reason, () => true), ...this.floors(scope.at)]];
  }

  confirm({ marketplaceId: id, kinds, at, asOf = at }: ConfirmScope): Change[] {
    this.correct(id, at);
    const seen = <T extends Placed>(all: T[], isCovered: (one: T) => boolean = () => true) =>
      all.map((one) =>
        one.marketplaceId === id && isCovered(one) ? { ...one, seenAt: Math.max(one.seenAt, asOf) } : one,
      );
    if (kinds.includes('offer')) this.offers = seen(this.offers);
    if (kinds.includes('buyOrder')) this.orders = seen(this.orders);
    this.quotes = seen(this.quotes, (quote) => coversQuote(kinds, quote));
    this.noteReading(id, kinds, asOf, at);
    return this.floors(at);
  }

  restore(rows: readonly (LiveOffer | LiveBuyOrder | LiveQuote)[]): void {
    for (const row of rows) {
      this.know(row.marketplaceId, row.name, row.phase, row.changedAt);
      this.see(row.marketplaceId, row.name, row.seenAt);
      for (const phase of [null, row.phase]) {
        const known = this.rows.get(keyOf(row.marketplaceId, row.name, phase)) as Known;
        known.changedAt = Math.max(known.changedAt, row.changedAt);
      }
      if ('offerId' in row) {
        this.offers = [...this.offers.filter((o) => !isSameId(o, row, 'offerId')), row];
        this.widen(row, null);
      }
      this.seenBy.delete(idOf(row));
      if ('offerId' in row) continue;
      if ('orderId' in row) this.orders = [...this.orders.filter((o) => !isSameId(o, row, 'orderId')), row];
      else this.quotes = [...this.quotes.filter((q) => !isSameRow(q, row)), row];
    }
    for (const key of this.rows.keys()) this.floorStates.set(key, this.floorState(key));
  }

  know(id: number, name: string, phase: Variant | null, at: number): void {
    for (const one of [null, phase]) {
      const key = keyOf(id, name, one);
      if (!this.rows.has(key)) this.rows.set(key, { changedAt: at, seenAt: 0 });
    }
  }

  see(id: number, name: string, at: number): void {
    const known = this.rows.get(keyOf(id, name, null)) as Known;
    known.seenAt = Math.max(known.seenAt, at);
  }

  noteReading(id: number, kinds: SweepScope['kinds'], readFrom: number, at: number): void {
    if (kinds.includes('offer')) this.offersReadAt.set(id, Math.max(this.offersReadAt.get(id) ?? 0, readFrom));
    const isOfItems = ['offer', 'quote', 'itemQuote'].some((kind) => kinds.some((one) => one === kind));
    if (isOfItems) this.readAt.set(id, Math.max(this.readAt.get(id) ?? 0, at));
  }

  removeUnseen(
    scope: SweepScope,
    reason: RemovalReason,
    isOfferIn: (offer: LiveOffer) => boolean,
    isOrderIn: (order: LiveBuyOrder) => boolean = () => true,
  ): Change[] {
    const { marketplaceId: id, kinds, at } = scope;
    const isGone = (one: LiveOffer | LiveBuyOrder) => one.marketplaceId === id && this.isBehind(one, readOf(scope));
    const offers = kinds.includes('offer') ? this.offers.filter((o) => isGone(o) && isOfferIn(o)) : [];
    const orders = kinds.includes('buyOrder') ? this.orders.filter((o) => isGone(o) && isOrderIn(o)) : [];
    this.offers = this.offers.filter((o) => !offers.includes(o));
    this.orders = this.orders.filter((o) => !orders.includes(o));
    for (const offer of offers) this.noteDeparture(offer, readOf(scope).earliest);
    return [
      ...offers.map((offer): Change => {
        const goneAt = readOf(scope).earliest;
        return { kind: 'removed', at, offer, reason, usdRange: this.rangeOf(offer), goneAt };
      }),
      ...orders.map((buyOrder): Change => ({ kind: 'orderRemoved', at, buyOrder })),
    ];
  }

  removeDisproved(row: Omit<Placed, 'seenAt'>, quotedAt: RecordTime): Change[] {
    const { at } = quotedAt;
    const quote = this.quotes.find((q) => isSameRow(q, row));
    if (quote === undefined || quote.seenAt > quotedAt.asOf || this.doubted.has(row.marketplaceId)) return [];
    const isItem = (one: Placed) => one.marketplaceId === row.marketplaceId && one.name === row.name;
    const areVariantsQuoted = this.quotes.some((q) => isItem(q) && q.phase !== null);
    const isSpokenFor = (one: Placed) =>
      isItem(one) && (one.phase === quote.phase || (quote.phase === null && !areVariantsQuoted));
    const { lowest } = quote;
    const isGone = (o: LiveOffer) => this.isBehind(o, quotedAt) && (lowest === null || o.price.amount < lowest.amount);
    const gone = this.offers.filter((o) => isSpokenFor(o) && isGone(o));
    this.offers = this.offers.filter((o) => !gone.includes(o));
    for (const offer of gone) this.noteDeparture(offer, quotedAt.earliest, true);
    const proof = { reason: 'unknown', goneAt: quotedAt.earliest, isDisproved: true } as const;
    return gone.map((offer) => ({ kind: 'removed', at, offer, ...proof, usdRange: this.rangeOf(offer) }));
  }

  emptyQuotes(scope: SweepScope, isIn: (quote: LiveQuote) => boolean): Change[] {
    const { marketplaceId: id, seenBefore, at, source } = scope;
    const changes: Change[] = [];
    const unseen = this.quotes.filter((q) => q.marketplaceId === id && this.isBehind(q, readOf(scope)) && isIn(q));
    for (const quote of unseen) this.seenBy.set(idOf(quote), source);
    this.quotes = this.quotes.map((quote) => {
      if (!unseen.includes(quote)) return quote;
      if (quote.lowest === null && quote.offerCount === 0) return { ...quote, seenAt: seenBefore };
      const changedAt = Math.max(at, quote.changedAt, quote.foundAt);
      const emptied = { lowest: null, prices: noPrices, offerCount: 0, changedAt, seenAt: seenBefore };
      const { tradableAmount: _, ...rest } = quote;
      const empty = { ...rest, ...emptied };
      changes.push({ kind: 'quoted', at, quote: empty });
      return empty;
    });
    for (const quote of unseen) changes.push(...this.removeDisproved(quote, readOf(scope)));
    return changes;
  }

  floorState(key: string): Floor {
    const [id, name, phase] = JSON.parse(key) as [number, string, Variant | null];
    const isHere = (one: Placed) =>
      one.marketplaceId === id && one.name === name && (phase === null || one.phase === phase);
    const offers = this.offers.filter(isHere);
    const quotes = this.quotes.filter(isHere);
    const cheapest = lowestOf(offers);
    const quoted = lowestOf(
      quotes.flatMap((quote) =>
        quote.lowest === null || this.isOverruled(quote) ? [] : [{ price: quote.lowest, prices: quote.prices }],
      ),
    );
    const isQuoted = quoted !== null && (cheapest === null || isLower(quoted, cheapest));
    const lowest = isQuoted ? quoted : cheapest;
    const count = Math.max(this.quotedCount(quotes, offers), offers.length + (isQuoted ? 1 : 0));
    return {
      usd: lowest?.prices.USD ?? null,
      amount: lowest?.price.amount ?? null,
      count,
      isLive: lowest !== null || count > 0,
    };
  }

  /** Whether all offers of the item, or a page of them, were read after the quote. */
  isOverruled({ marketplaceId, name, seenAt }: LiveQuote): boolean {
    const itemReadAt = this.itemReads.get(keyOf(marketplaceId, name, null))?.at ?? -1;
    return Math.max(itemReadAt, this.offersReadAt.get(marketplaceId) ?? -1) > seenAt;
  }

  /** The count that quotes give; each variant has at least its own offers, where variants are quoted. */
  quotedCount(quotes: readonly LiveQuote[], offers: readonly LiveOffer[]): number {
    const counted = quotes.filter((quote) => {
      const read = this.itemReads.get(keyOf(quote.marketplaceId, quote.name, null)) ?? { at: -1, isCut: false };
      const isCut = read.isCut && read.at > (this.offersReadAt.get(quote.marketplaceId) ?? -1);
      return !this.isOverruled(quote) || (isCut && quote.offerCount !== null);
    });
    const areVariants = counted.some(
      ({ phase, lowest, offerCount }) => phase !== null && (lowest !== null || offerCount !== null),
    );
    const variants = areVariants ? new Set([...counted, ...offers].map(({ phase }) => phase)) : [null];
    return [...variants].reduce((sum, variant) => {
      const counts = counted.filter(({ phase }) => phase === variant).map(({ offerCount }) => offerCount ?? 0);
      const listed = offers.filter(({ phase }) => phase === variant).length;
      return sum + Math.max(0, ...counts, areVariants ? listed : 0);
    }, 0);
  }

  floors(at: number): Change[] {
    return [...this.rows].flatMap(([key, known]) => {
      const previous = this.floorStates.get(key) ?? { usd: null, amount: null, count: 0 };
      const now = this.floorState(key);
      this.floorStates.set(key, now);
      if (previous.usd === now.usd && previous.amount === now.amount && previous.count === now.count) return [];
      known.changedAt = Math.max(at, known.changedAt);
      const [marketplaceId, name, phase] = JSON.parse(key) as [number, string, Variant | null];
      const floor = { game, name, phase, marketplaceId, prices: pricesAt(now.usd), offerCount: now.count } as const;
      return { kind: 'floor', at: known.changedAt, floor } as const;
    });
  }
}

type Placed = { readonly marketplaceId: number; readonly name: string; readonly phase: Variant | null; seenAt: number };

type Entry = Pick<LiveOffer, 'marketplaceId' | 'name' | 'phase'> & {
  readonly offerId?: string;
  readonly orderId?: string;
};

/** Identifies an offer, an order or a quote. */
const idOf = ({ marketplaceId, name, phase, offerId, orderId }: Entry): string =>
  JSON.stringify([marketplaceId, offerId ?? null, orderId ?? null, ...((offerId ?? orderId) ? [] : [name, phase])]);
const readOf = ({ at, seenBefore, earliest = seenBefore, source }: SweepScope): RecordTime => ({
  ...{ at, asOf: seenBefore, earliest: Math.min(earliest, seenBefore) },
  ...(source !== undefined && { source }),
});
const away = { purchaseLink: null, prices: noPrices, usdRange: null };
function returned(offer: LiveOffer, at: number): Change {
  const { name, phase, float, paintSeed } = offer;
  const floors = { isNewFloor: false, isNewItemFloor: false };
  const previous = { name, phase, float, paintSeed, ...away };
  return { kind: 'updated', at, offer, ...floors, previous, isSilent: false, isReturned: true };
}

const isHigher = (a: PricePair, b: PricePair): boolean => {
  if (a.prices.USD !== b.prices.USD) return (a.prices.USD ?? 0) > (b.prices.USD ?? 0);
  return a.price.amount > b.price.amount;
};
const keyOf = (id: number, name: string, phase: Variant | null): string => JSON.stringify([id, name, phase]);
const isSameRow = (a: Omit<Placed, 'seenAt'>, b: Omit<Placed, 'seenAt'>): boolean =>
  a.marketplaceId === b.marketplaceId && a.name === b.name && a.phase === b.phase;
const isSameId = <Key extends 'offerId' | 'orderId'>(
  a: { marketplaceId: number } & Record<Key, string>,
  b: { marketplaceId: number } & Record<Key, string>,
  key: Key,
): boolean => a.marketplaceId === b.marketplaceId && a[key] === b[key];
const valuesOf = (one: object): string => {
  const unpriced = { ...one, prices: null, foundAt: null, changedAt: null, seenAt: null };
  return JSON.stringify(Object.entries(unpriced).sort(([a], [b]) => (a < b ? -1 : 1)));
};
const isSameButPrices = (a: object, b: object): boolean => valuesOf(a) === valuesOf(b);
const positionOf = ({ name, phase, price, prices }: LiveOffer) => ({
  name,
  phase,
  price,
  isKnown: prices.USD !== null,
});
const looksOf = ({ purchaseLink, float, stickers }: LiveOffer) => ({ purchaseLink, float, stickers });
const isKnown = ({ prices }: Pick<LiveOffer, 'prices'>): boolean => prices.USD !== null;
/** An entry dated in the future by a clock that ran ahead can be overwritten by any data. */
const notAhead = <T extends { readonly seenAt: number }>(was: T | undefined, now: number): T | undefined =>
  was !== undefined && was.seenAt > now ? { ...was, seenAt: 0 } : was;
const timesOf = (
  was: LiveOffer | LiveBuyOrder | LiveQuote | undefined,
  now: object,
  { at, asOf }: RecordTime,
  isSame = was !== undefined && isSameButPrices(was, now),
) => {
  if (was === undefined) return { foundAt: at, changedAt: at, seenAt: asOf };
  const changedAt = isSame ? was.changedAt : Math.max(at, was.changedAt, was.foundAt);
  return { foundAt: was.foundAt, changedAt, seenAt: Math.max(was.seenAt, asOf) };
};
// In the model all four prices follow from dollars, so that equal floors are equal in all currencies
const pricesAt = (usd: number | null): Prices =>
  usd === null ? noPrices : { USD: usd, EUR: usd * 2, CNY: usd * 7, RUB: null };

const priced = fc.record({ amount: fc.integer({ min: 1, max: 6 }), rate: fc.constantFrom(0, 1, 2) }).map(
  ({ amount, rate }): PricePair => ({
    price: { amount, currency: 'EUR' },
    prices: pricesAt(rate === 0 ? null : amount * rate),
  }),
);
const item = { game: fc.constant(game), name: fc.constantFrom(...names), phase: fc.constantFrom(...phaseChoices) };
const text = fc.constantFrom(null, 'https://a.example/item/1', 'https://a.example/item/2', 'x');
const offerValues = fc
  .record({
    ...item,
    offerId: fc.constantFrom('1', '2', '3', '4', '5'),
    priced,
    purchaseLink: text,
    float: fc.constantFrom(null, 0.25),
    stickers: fc.constantFrom<Sticker[] | null>(null, [], [{ name: 'Crown (Foil)', wear: 0.5, slot: 1 }]),
  })
  .map(({ priced: { price, prices }, ...rest }) => {
    const unknown = { inspectLink: null, paintIndex: null, paintSeed: null, tradableAt: 0, ownerId: null };
    return { ...rest, price, prices, ...unknown };
  });
const orderValues = fc
  .record({ ...item, orderId: fc.constantFrom('1', '2', '3'), priced, quantity: fc.constantFrom(null, 1, 2) })
  .map(({ priced: { price, prices }, ...rest }) => ({ ...rest, price, prices }));
const quoteValues = fc
  .record({
    ...item,
    priced: fc.option(priced, { nil: null }),
    offerCount: fc.constantFrom(null, 0, 1, 4),
    purchaseLink: text,
    thumbnail: text,
    marketplaceItemId: fc.constantFrom(null, '1'),
    tradable: fc.constantFrom({}, { tradableAmount: 7 }, { tradableAmount: 300 }),
  })
  .map(({ priced: one, tradable, ...rest }) => ({
    ...{ ...rest, lowest: one?.price ?? null, prices: one?.prices ?? noPrices },
    ...(one !== null && tradable),
  }));

const as = <Kind extends string, Values extends object>(kind: Kind, values: fc.Arbitrary<Values>) =>
  values.map((value) => ({ kind, ...value }));
const record: fc.Arbitrary<BookRecord> = fc.oneof(
  { weight: 5, arbitrary: as('offer', offerValues) },
  { weight: 3, arbitrary: as('quote', quoteValues) },
  { weight: 2, arbitrary: as('buyOrder', orderValues) },
  fc.record({ offerId: fc.constantFrom('1', '2', '3', '9'), priced }).map(({ offerId, priced: { price, prices } }) => ({
    kind: 'repricing' as const,
    game: 'CS2' as const,
    offerId,
    price,
    prices,
  })),
  fc.record({
    kind: fc.constant('withdrawal' as const),
    game: fc.constant(game),
    offerId: fc.constantFrom('1', '2', '3', '9'),
    reason: fc.constantFrom('sold' as const, 'withdrawn' as const),
  }),
  fc.record({
    kind: fc.constant('cancellation' as const),
    game: fc.constant(game),
    orderId: fc.constantFrom('1', '2', '9'),
  }),
  fc.record({
    kind: fc.constant('item' as const),
    game: fc.constant(game),
    name: fc.constantFrom(...names),
    itemAttributes: fc
      .record({ rarity: fc.constantFrom(null, 'Arcana'), hero: fc.constantFrom(null, 'Axe') })
      .map((told) => ({ ...noAttributes, ...told })),
  }),
);
const recordTime = fc.integer({ min: 20, max: 60 });
/** How long before its arrival something was made. */
const delay = fc.constantFrom(0, 0, 3, 15);
const marketplaceId = fc.constantFrom(...marketplaceIds);
const scope = {
  marketplaceId,
  game: fc.constant(game),
  kinds: fc.subarray(['offer' as const, 'buyOrder' as const, 'quote' as const]),
  at: recordTime,
};
/** A list can also be of the quotes of whole items alone, or of variants alone. */
const listScope = {
  ...scope,
  kinds: fc.oneof(scope.kinds, fc.subarray(['offer' as const, 'itemQuote' as const, 'variantQuote' as const])),
};
const seenBefore = recordTime;
const source = fc.constantFrom('list', 'feed');
/** A record that arrives at an instant, and when it can have been made. */
const madeBefore = (at: number) =>
  fc.record({ source, late: delay, unsure: delay }).map((one) => ({
    ...{ at, source: one.source },
    ...(one.late > 0 && { asOf: at - one.late }),
    ...(one.unsure > 0 && { earliest: at - one.late - one.unsure }),
  }));
/** Who made a sweep, and when; without either, it is of all sources alike. */
const swept = fc.record({ source, earliest: recordTime, asOf: recordTime }, { requiredKeys: [] });
const stored = <Values extends object>(values: fc.Arbitrary<Values>) =>
  fc
    .tuple(values, marketplaceId, recordTime, recordTime, recordTime)
    .map(([value, id, foundAt, changedAt, seenAt]) => ({ ...value, marketplaceId: id, foundAt, changedAt, seenAt }));

const inEuros = (amount: number): PricePair => ({ price: { amount, currency: 'EUR' }, prices: pricesAt(amount) });

/** Few values, so that the same ones recur. */
const listedQuotes = fc.array(
  fc.record({
    kind: fc.constant('quote' as const),
    ...item,
    priced: fc.option(fc.constantFrom(...[2, 4].map(inEuros)), { nil: null }),
    offerCount: fc.constantFrom(1, 4),
  }),
  { maxLength: 6 },
);

const coversQuote = (kinds: SweepScope['kinds'], { phase }: Pick<LiveQuote, 'phase'>): boolean =>
  kinds.includes('quote') || kinds.includes(phase === null ? 'itemQuote' : 'variantQuote');

/** Reads a list row by row; rows that the book knows by digest are confirmed, not applied. */
function readList(book: Book, quotes: readonly NormalQuote[], stamp: Stamp): Change[] {
  return quotes.flatMap((quote) => {
    const digest = Number.parseInt(createHash('sha1').update(stable(quote)).digest('hex').slice(0, 13), 16);
    const seeing = book.seeAgain({ ...stamp, game }, 1);
    const isKnown = seeing.see(digest);
    const changes = seeing.end();
    return isKnown ? changes : [...changes, ...book.apply([quote], stamp, { ofRows: [digest], basis: 1 })];
  });
}

type Step = (book: Book | NaiveBook) => Change[];
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(fc.array(record, { maxLength: 8 }), marketplaceId, recordTime.chain(madeBefore)).map(
      ([records, id, { at, ...made }]): Step =>
        (book) =>
          book.apply(records, { marketplaceId: id, at, ...made }),
    ),
  },
  {
    weight: 6,
    arbitrary: fc.tuple(listedQuotes, marketplaceId, recordTime.chain(madeBefore)).map(([listed, id, dated]): Step => {
      const quotes = listed.map(({ priced: one, ...rest }) => ({
        ...rest,
        lowest: one?.price ?? null,
        prices: one?.prices ?? noPrices,
        purchaseLink: null,
        thumbnail: null,
        marketplaceItemId: null,
      }));
      const stamp = { marketplaceId: id, ...dated };
      return (book) =>
        book instanceof NaiveBook
          ? quotes.flatMap((quote) => book.apply([quote], stamp))
          : readList(book, quotes, stamp);
    }),
  },
  fc.tuple(fc.record({ ...listScope, seenBefore }), swept, fc.constantFrom(null, 0, 5)).map(
    ([one, made, ahead]): Step =>
      (book) =>
        allOf(book.sweep({ ...one, ...made, ...(ahead !== null && { datedUntil: one.at + ahead }) })),
  ),
  fc.record({ ...scope, seenBefore }).map(
    (one): Step =>
      (book) =>
        allOf(book.expire(one, 'expired')),
  ),
  fc.tuple(fc.record(listScope), delay).map(
    ([one, late]): Step =>
      (book) =>
        book.confirm({ ...one, ...(late > 0 && { asOf: one.at - late }) }),
  ),
  {
    weight: 2,
    arbitrary: fc
      .record(
        {
          ...scope,
          seenBefore,
          name: fc.constantFrom(...names, 'unknown'),
          isCut: fc.boolean(),
          records: fc.nat({ max: 4 }),
        },
        { requiredKeys: ['marketplaceId', 'game', 'kinds', 'at', 'seenBefore', 'name', 'isCut'] },
      )
      .chain((one) => swept.map((made) => ({ ...one, ...made })))
      .map(
        (one): Step =>
          (book) =>
            book.sweepItem(one),
      ),
  },
  fc.array(fc.oneof(stored(offerValues), stored(orderValues), stored(quoteValues)), { maxLength: 4 }).map(
    (rows): Step =>
      (book) => {
        book.restore(rows);
        return [];
      },
  ),
);

const sorted = (all: Iterable<unknown>): string[] => Array.from(all, (one) => stable(one)).sort();
const stable = (value: unknown): string =>
  JSON.stringify(value, (_, one) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );

function compareReads(book: Book, naive: NaiveBook): void {
  for (const id of marketplaceIds) {
    const isHere = (one: { marketplaceId: number }) => one.marketplaceId === id;
    for (const name of names) {
      const isItem = (one: { marketplaceId: number; name: string }) => isHere(one) && one.name === name;
      expect(sorted(book.offers(id, game, name))).toEqual(sorted(naive.offers.filter(isItem)));
      expect(sorted(book.buyOrders(id, game, name))).toEqual(sorted(naive.orders.filter(isItem)));
      expect(sorted(book.quotes(id, game, name))).toEqual(sorted(naive.quotes.filter(isItem)));
      const known = naive.rows.get(keyOf(id, name, null));
      const floorState = naive.floorState(keyOf(id, name, null));
      const { thumbnail: _, ...summary } = book.summary(id, game, name) ?? { thumbnail: null };
      expect(summary).toEqual(
        known === undefined
          ? {}
          : {
              marketplaceId: id,
              game,
              name,
              prices: pricesAt(floorState.usd),
              offerCount: floorState.count,
              changedAt: known.changedAt,
              seenAt: Math.max(known.seenAt, naive.readAt.get(id) ?? 0),
            },
      );
    }
    const wholes = names.filter((name) => naive.rows.has(keyOf(id, name, null)));
    expect(book.counts(id, game)).toEqual({
      itemCount: wholes.length,
      offerCount: wholes.reduce((sum, name) => sum + naive.floorState(keyOf(id, name, null)).count, 0),
      buyOrderCount: naive.orders.filter(isHere).length,
    });
  }
  for (const name of names) {
    const asks = marketplaceIds.map((id) => naive.floorState(keyOf(id, name, null)).usd ?? 0);
    expect(book.highestAskUsd(game, name)).toBe(Math.max(0, ...asks));
  }
  expect(contradictions(book, { marketplaceIds, game, names })).toEqual([]);
  const live = [...naive.rows.keys()].filter((key) => naive.floorState(key).isLive);
  expect(sorted(Array.from(book.floors(), (f) => [keyOf(f.marketplaceId, f.name, f.phase), f.offerCount]))).toEqual(
    sorted(live.map((key) => [key, naive.floorState(key).count])),
  );
}

/** The answers about an item on each marketplace without times of confirmation, with its revision if it is on sale or wanted. */
const revised = (book: Book): (readonly [shown: string, revision: number | undefined])[] =>
  marketplaceIds.flatMap((id) =>
    names.map((name) => {
      const shown = [book.summary(id, game, name), book.offers(id, game, name), book.buyOrders(id, game, name)];
      const text = JSON.stringify(shown, (key, value) => (key === 'seenAt' ? null : value));
      return [text, book.known(id, game, name)?.revision];
    }),
  );

describe('the book', () => {
  it('changes the revision of an item whenever anything of it changes', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const book = new Book();
        let before = revised(book);
        for (const run of steps) {
          run(book);
          const after = revised(book);
          for (const [at, [shown, revision]] of after.entries())
            if (revision !== undefined && revision === before[at]?.[1]) expect(shown).toBe(before[at]?.[0]);
          before = after;
        }
      }),
      { numRuns: extent({ short: 60, long: 200 }) },
    );
  });

  it('equals a naive model under random changes', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const book = new Book();
        const naive = new NaiveBook();

        for (const run of steps) {
          const reported = run(book).filter(({ kind }) => kind !== 'known');
          expect(sorted(reported)).toEqual(sorted(run(naive)));
          compareReads(book, naive);
        }
      }),
      { numRuns: extent({ short: 60, long: 200 }) },
    );
  });
});
