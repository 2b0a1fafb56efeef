import type { Change, ConfirmScope, ItemSweepScope, RemovalReason, SweepScope } from '../schema/index.ts';
import { removeBuyOrder } from './apply-buy-order.ts';
import { removeOffer, retireOffer } from './apply-offer.ts';
import { emptyQuote } from './apply-quote.ts';
import type { Stall } from './market-book.ts';
import type { Entries } from './memory/order-table.ts';

// A complete reading has ended: what it covers and was not seen since it began is gone, and offers read completely
// speak against any quote from before. Whether the reading may be believed is decided by who reads.

type Kinds = SweepScope['kinds'];

export function sweepStall(stall: Stall, { kinds, seenBefore, asOf = seenBefore, at }: SweepScope): Change[] {
  const changes: Change[] = [];
  correctStall(stall, at);
  removeUnseen(stall, kinds, seenBefore, 'swept', at, changes);
  if (kinds.includes('quote')) {
    for (const row of quotesBefore(stall, seenBefore)) emptyQuote(stall, row, seenBefore, at, changes);
  }
  noteReading(stall, kinds, asOf, at);
  stall.settle(at, changes);
  return changes;
}

/** Absence that proves nothing by itself, but has lasted too long. */
export function expireStall(stall: Stall, { kinds, seenBefore, at }: SweepScope, reason: RemovalReason): Change[] {
  const changes: Change[] = [];
  correctStall(stall, at);
  removeUnseen(stall, kinds, seenBefore, reason, at, changes);
  stall.settle(at, changes);
  return changes;
}

/** The same bytes as last time: everything they cover is confirmed. Figures move where offers and quotes now differ in age. */
export function confirmStall(stall: Stall, { kinds, at, asOf = at }: ConfirmScope): Change[] {
  const changes: Change[] = [];
  correctStall(stall, at);
  if (kinds.includes('offer')) stall.offers.confirmAll(asOf, stall.rowCount);
  if (kinds.includes('buyOrder')) stall.orders.confirmAll(asOf, stall.rowCount);
  if (kinds.includes('quote')) confirmQuotes(stall, asOf);
  noteReading(stall, kinds, asOf, at);
  stall.settle(at, changes);
  return changes;
}

export function sweepItemOf(stall: Stall, scope: ItemSweepScope): Change[] {
  const changes: Change[] = [];
  const { kinds, seenBefore, at, isCut } = scope;
  const read = { at, asOf: seenBefore };
  const whole = stall.wholeRow(stall.names.numberOf(scope.name));
  if (whole < 0) return changes;
  for (let row = whole; row >= 0; row = stall.nextPart(row)) correctRow(stall, row, at);
  if (kinds.includes('offer')) {
    for (const slot of goneFrom(stall, stall.offers, whole, scope)) retireOffer(stall, slot, 'swept', read, changes);
    stall.readItem(whole, seenBefore, isCut);
  }
  if (kinds.includes('buyOrder')) {
    for (const slot of goneFrom(stall, stall.orders, whole, scope)) removeBuyOrder(stall, slot, at, changes);
  }
  for (let row = whole; row >= 0; row = stall.nextPart(row)) {
    stall.touch(row);
    const isGone = kinds.includes('quote') && stall.quotes.has(row) && stall.quotes.seenAt.get(row) < seenBefore;
    if (isGone) emptyQuote(stall, row, seenBefore, at, changes);
  }
  stall.see(whole, at);
  stall.settle(at, changes);
  return changes;
}

function removeUnseen(
  stall: Stall,
  kinds: Kinds,
  seenBefore: number,
  reason: RemovalReason,
  at: number,
  changes: Change[],
): void {
  if (kinds.includes('offer')) {
    for (const slot of stall.offers.unseenSince(seenBefore)) removeOffer(stall, slot, reason, at, changes);
  }
  if (kinds.includes('buyOrder')) {
    for (const slot of stall.orders.unseenSince(seenBefore)) removeBuyOrder(stall, slot, at, changes);
  }
}

function* quotesBefore({ quotes, rowCount }: Stall, seenBefore: number): Generator<number> {
  for (let row = 0; row < rowCount; row += 1) {
    if (quotes.has(row) && quotes.seenAt.get(row) < seenBefore) yield row;
  }
}

/** Nothing was seen later than now: what a clock running ahead has dated would stand, and count as the latest, for as long. */
function correctStall(stall: Stall, now: number): void {
  let isCorrected = stall.offersReadAt > now;
  stall.offersReadAt = Math.min(stall.offersReadAt, now);
  stall.readAt = Math.min(stall.readAt, now);
  for (let row = 0; row < stall.rowCount; row += 1) isCorrected = correctRow(stall, row, now) || isCorrected;
  if (isCorrected) touchQuoted(stall);
}

function correctRow({ offers, orders, quotes }: Stall, row: number, now: number): boolean {
  let isCorrected = quotes.has(row) && quotes.seenAt.get(row) > now;
  if (isCorrected) quotes.seenAt.set(row, now);
  for (const entries of [offers, orders]) {
    if (entries.lastSeenAt(row) > now) isCorrected = entries.seenBy(row, now) || isCorrected;
  }
  return isCorrected;
}

function confirmQuotes(stall: Stall, at: number): void {
  for (const row of quotesBefore(stall, at)) stall.quotes.seenAt.set(row, at);
}

function noteReading(stall: Stall, kinds: Kinds, readFrom: number, at: number): void {
  const hasOffers = kinds.includes('offer');
  const hasQuotes = kinds.includes('quote');
  if (hasOffers) stall.offersReadAt = Math.max(stall.offersReadAt, readFrom);
  if (hasOffers || hasQuotes) stall.readAt = Math.max(stall.readAt, at);
  if (hasOffers) stall.readsOffers = true;
  if (stall.readsOffers && (hasOffers || hasQuotes)) touchQuoted(stall);
}

// Only where there is a quote does the age of a reading decide the figure
function touchQuoted(stall: Stall): void {
  for (let row = 0; row < stall.rowCount; row += 1) if (stall.quotes.has(row)) stall.touch(row);
}

/** Slots of an item that its own reading does not mention; a cut reading speaks up to the last price it confirmed. */
function goneFrom(stall: Stall, entries: Entries, whole: number, { seenBefore, isCut }: ItemSweepScope): number[] {
  const unseen: number[] = [];
  let reach = isCut ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  for (let row = whole; row >= 0; row = stall.nextPart(row)) {
    for (let slot = entries.first(row); slot >= 0; slot = entries.after(slot)) {
      if (entries.seenAt(slot) < seenBefore) unseen.push(slot);
      else if (isCut) reach = Math.max(reach, entries.rank(slot));
    }
  }
  return unseen.filter((slot) => entries.rank(slot) <= reach);
}
