import {
  arePublishedAlike,
  type Change,
  type LiveOffer,
  type Money,
  type NewFloors,
  type NormalOffer,
  type NormalRepricing,
  noPrices,
  type PreviousOffer,
  type Prices,
  type RemovalReason,
  type RemovedChange,
  type ToPrices,
  type UsdRange,
} from '../schema/index.ts';
import { arrivalOf } from './arrival.ts';
import { isWithinQuoted } from './market/floor.ts';
import type { MarketBook } from './market/market-book.ts';
import { isOutdated, type RecordTime } from './market/record-time.ts';
import { markOf } from './market/tombstones.ts';
import { none, type Row, type Slot } from './memory/numbers.ts';
import { isOfferWritten, late, type OfferDetails, writeOffer } from './memory/offer-record.ts';
import { type ComparedPrice, comparedPrice, isLower } from './memory/order-table.ts';
import { leavesOut, withKnown } from './same-asset.ts';

export function applyOffer(
  marketBook: MarketBook,
  record: NormalOffer,
  recordTime: RecordTime,
  changes: Change[],
): void {
  const slot = marketBook.offers.findId(marketBook.memory.writer, record.offerId);
  if (isOvertaken(marketBook, slot, record.offerId, recordTime)) return;
  const whole = slot < 0 ? record : wholeRecord(marketBook, slot, record);
  const row = marketBook.series.rowFor(whole.name, whole.phase, recordTime.at);
  if (slot < 0) addOffer(marketBook, row, whole, recordTime, changes);
  else renewOffer(marketBook, slot, row, whole, recordTime, changes);
  marketBook.markDirty(row);
  marketBook.see(row, recordTime.asOf);
}

/** Fills in what other records said about the same asset; the record is returned unchanged if it omits nothing known. */
function wholeRecord(marketBook: MarketBook, slot: Slot, record: NormalOffer): NormalOffer {
  const { offers, memory } = marketBook;
  if (!leavesOut(record)) return record;
  const row = offers.row(slot);
  const phase = marketBook.series.phaseOf(row);
  const isAsWritten = isOfferWritten(offers.open(slot, memory.reader), record, memory.strings);
  if (isAsWritten && phase === record.phase) return record;
  return withKnown({ name: marketBook.series.nameOf(row), phase, ...marketBook.offerDetails(slot) }, record);
}

/** Whether a record is older than when its offer was last seen, or removed. */
const isOvertaken = (
  { offers, tombstones }: MarketBook,
  slot: Slot,
  offerId: string,
  recordTime: RecordTime,
): boolean =>
  recordTime.asOf < recordTime.at &&
  (slot < 0 ? tombstones.isGoneSince(offerId, recordTime.asOf) : isOutdated(recordTime, offers.seenAt(slot)));

function addOffer(
  marketBook: MarketBook,
  row: Row,
  record: NormalOffer,
  { at, asOf, source }: RecordTime,
  changes: Change[],
): void {
  const { offers, memory } = marketBook;
  const { foundAt, isReturned } = arrivalOf(marketBook, record, at);
  const { isNewFloor, isNewItemFloor } = isReturned ? noFloors : newFloors(marketBook, none, row, record);
  const idLength = memory.writer.at;
  writeOffer(memory.writer, record, memory.strings, true);
  marketBook.readsOffers = true;
  const times = { foundAt, changedAt: at, seenAt: asOf };
  const slot = offers.add(row, record.price, record.prices, times, memory.writer, idLength, source);
  marketBook.traits.set(slot, record);
  const offer = liveOffer(marketBook, slot, record, record.price, record.prices);
  if (isReturned)
    changes.push({ kind: 'updated', at, offer, ...noFloors, previous: away(offer), isSilent: false, isReturned });
  else changes.push({ kind: 'added', at, offer, isNewFloor, isNewItemFloor });
}

/** What readers were shown of an offer while it was removed. */
const away = ({ name, phase, float, paintSeed }: LiveOffer): PreviousOffer => ({
  ...{ name, phase, float, paintSeed },
  purchaseLink: null,
  prices: noPrices,
  usdRange: null,
});

function renewOffer(
  marketBook: MarketBook,
  slot: Slot,
  row: Row,
  record: NormalOffer,
  { at, asOf, source }: RecordTime,
  changes: Change[],
): void {
  const { offers, memory } = marketBook;
  const previousRow = offers.row(slot);
  const isWritten = isOfferWritten(offers.open(slot, memory.reader), record, memory.strings);
  const isElsewhere = previousRow !== row || isRepriced(marketBook, slot, record);
  if (isWritten && !isElsewhere) {
    offers.drift(slot, record.price, record.prices);
    offers.confirm(slot, asOf, at, source);
    return;
  }
  const details = isWritten ? record : marketBook.offerDetails(slot);
  const previous = previousOffer(marketBook, slot, details);
  const isSilent = !isElsewhere && arePublishedAlike(marketBook.game, details, record, at);
  // A price that was reported before is not a new floor
  const isPublished = !isElsewhere && details.purchaseLink !== null;
  const { isNewFloor, isNewItemFloor } = isPublished ? noFloors : newFloors(marketBook, slot, row, record);
  if (!isWritten) {
    writeOffer(memory.writer, record, memory.strings, false);
    offers.rewrite(slot, memory.writer);
    marketBook.traits.set(slot, record);
  }
  if (previousRow !== row) {
    offers.move(slot, row);
    marketBook.markDirty(previousRow);
  }
  offers.reprice(slot, record.price, record.prices);
  offers.confirm(slot, asOf, at, source);
  offers.change(slot, at);
  const offer = liveOffer(marketBook, slot, record, record.price, record.prices);
  changes.push({ kind: 'updated', at, offer, isNewFloor, isNewItemFloor, previous, isSilent });
}

type PricePair = Pick<NormalOffer, 'price' | 'prices'>;

/** Whether the price changes, or becomes known or unknown in dollars, which decides who sees the offer. */
const isRepriced = ({ offers }: MarketBook, slot: Slot, { price, prices }: PricePair): boolean =>
  !offers.money.isPrice(slot, price) || (offers.money.usd(slot) === 0) !== ((prices.USD ?? 0) === 0);

export function previousOffer(
  marketBook: MarketBook,
  slot: Slot,
  { purchaseLink, float, paintSeed }: Pick<OfferDetails, 'purchaseLink' | 'float' | 'paintSeed'>,
): PreviousOffer {
  const { offers } = marketBook;
  const row = offers.row(slot);
  return {
    name: marketBook.series.nameOf(row),
    phase: marketBook.series.phaseOf(row),
    purchaseLink,
    float,
    paintSeed,
    prices: offers.money.prices(slot),
    usdRange: offers.usdRange(slot),
  };
}

const noFloors: NewFloors = { isNewFloor: false, isNewItemFloor: false };

/** Which floors a price would undercut in this row. Call it before the price is set; `slot` is -1 for a new offer. */
function newFloors(marketBook: MarketBook, slot: Slot, row: Row, { price, prices }: PricePair): NewFloors {
  const compared = { price, usd: prices.USD ?? 0 };
  const isNewFloor = isBelowOthers(marketBook, slot, row, compared);
  let isNewItemFloor = isNewFloor;
  const { series } = marketBook;
  for (let part = series.wholeOf(row); part >= 0 && isNewItemFloor; part = series.nextPart(part)) {
    isNewItemFloor = part === row || isBelowOthers(marketBook, slot, part, compared);
  }
  return { isNewFloor, isNewItemFloor };
}

/**
 * Whether a price is strictly lower than that of every other offer in the row and not above the quote for it: the first offer
 * at the quoted price is the one that was quoted.
 */
function isBelowOthers(marketBook: MarketBook, slot: Slot, row: Row, price: ComparedPrice): boolean {
  if (!isWithinQuoted(marketBook, row, price)) return false;
  const { offers } = marketBook;
  const isBelow = (other: Slot): boolean => isLower(price, comparedPrice(offers.money, other) as ComparedPrice);
  const floor = offers.best(row);
  if (floor < 0) return true;
  if (floor !== slot) return isBelow(floor);
  if (isBelow(slot)) return true;
  const other = offers.bestBesides(row, slot);
  return other < 0 || isBelow(other);
}

/** Applies a new price alone. Unknown offers are ignored: they cannot be told from removed ones. */
export function repriceOffer(
  marketBook: MarketBook,
  record: NormalRepricing,
  recordTime: RecordTime,
  changes: Change[],
): void {
  const { offers, memory } = marketBook;
  const slot = offers.findId(memory.writer, record.offerId);
  if (slot < 0 || isOutdated(recordTime, offers.seenAt(slot))) return;
  const row = offers.row(slot);
  offers.confirm(slot, recordTime.asOf, recordTime.at, recordTime.source);
  setPrice(marketBook, slot, record, recordTime.at, changes);
  marketBook.markDirty(row);
  marketBook.see(row, recordTime.asOf);
}

/** Sets a price, and reports it unless it is the old one at other rates. */
export function setPrice(
  marketBook: MarketBook,
  slot: Slot,
  { price, prices }: PricePair,
  at: number,
  changes: Change[],
): void {
  const { offers } = marketBook;
  if (!isRepriced(marketBook, slot, { price, prices })) {
    offers.drift(slot, price, prices);
    return;
  }
  const details = marketBook.offerDetails(slot);
  const previous = previousOffer(marketBook, slot, details);
  const { isNewFloor, isNewItemFloor } = newFloors(marketBook, slot, offers.row(slot), { price, prices });
  offers.reprice(slot, price, prices);
  offers.change(slot, at);
  const offer = liveOffer(marketBook, slot, details, price, prices);
  changes.push({ kind: 'updated', at, offer, isNewFloor, isNewItemFloor, previous, isSilent: false });
}

export function withdrawOffer(
  marketBook: MarketBook,
  offerId: string,
  reason: RemovalReason,
  recordTime: RecordTime,
  changes: Change[],
): void {
  const slot = marketBook.offers.findId(marketBook.memory.writer, offerId);
  if (slot >= 0 && isOutdated(recordTime, marketBook.offers.seenAt(slot))) return;
  const { at, asOf } = recordTime;
  if (slot < 0) {
    marketBook.tombstones.note(offerId, { at, asOf, foundAt: Number.NaN, priceMark: 0, isDisproved: false });
    return;
  }
  removeOffer(marketBook, slot, reason, { ...recordTime, earliest: asOf }, changes);
}

/** Removes an offer, and leaves a tombstone for older lists that have not arrived yet, and for its return. */
export function removeOffer(
  marketBook: MarketBook,
  slot: Slot,
  reason: RemovalReason,
  { at, earliest }: Pick<RecordTime, 'at' | 'earliest'>,
  changes: Change[],
  isDisproved = false,
): void {
  marketBook.markDirty(marketBook.offers.row(slot));
  const usdRange = marketBook.offers.usdRange(slot);
  const offer = offerAt(marketBook, slot);
  const removed: RemovedChange = {
    ...{ kind: 'removed', at, offer, reason, usdRange },
    goneAt: earliest,
    ...(isDisproved && { isDisproved }),
  };
  changes.push(removed);
  marketBook.offers.remove(slot);
  noteRemoval(marketBook, removed);
}

/** Remembers an offer that was removed. */
export function noteRemoval(
  { tombstones, isReplaying }: MarketBook,
  { at, offer, goneAt, isDisproved = false }: RemovedChange,
): void {
  const { offerId, foundAt, price } = offer;
  // A later one was remembered with the snapshot
  if (isReplaying && (tombstones.departure(offerId, at)?.at ?? 0) > at) return;
  tombstones.note(offerId, { at, asOf: goneAt, foundAt, priceMark: markOf(price), isDisproved });
}

const unknownSource = { seenBy: 0, usdRange: null };

/**
 * Restores an offer as it was reported, then converts it at current rates. The range of its prices since the last change
 * thereby includes the reported one, by which a reader that resumes was shown the offer. If the dollar price has become
 * known or unknown, the offer keeps its reported prices until `reconvertAll` reports the change.
 */
export function restoreOffer(
  marketBook: MarketBook,
  offer: LiveOffer,
  toPrices: ToPrices | null = null,
  { seenBy, usdRange }: { readonly seenBy: number; readonly usdRange: UsdRange | null } = unknownSource,
): void {
  const { offers, memory } = marketBook;
  const previous = offers.findId(memory.writer, offer.offerId);
  if (previous >= 0) {
    marketBook.markDirty(offers.row(previous));
    offers.remove(previous);
  }
  const row = marketBook.series.rowFor(offer.name, offer.phase, offer.changedAt);
  const idLength = memory.writer.at;
  writeOffer(memory.writer, offer, memory.strings, true);
  marketBook.readsOffers = true;
  const slot = offers.add(row, offer.price, offer.prices, offer, memory.writer, idLength, seenBy);
  if (usdRange !== null) offers.restoreRange(slot, usdRange);
  const prices = toPrices === null ? offer.prices : toPrices(offer.price);
  if ((prices.USD === null) !== (offer.prices.USD === null)) marketBook.isBehindRates = true;
  else if (prices !== offer.prices) offers.drift(slot, offer.price, prices);
  marketBook.traits.set(slot, offer);
  marketBook.markDirty(row);
  marketBook.date(row, offer.changedAt);
  marketBook.see(row, offer.seenAt);
}

export const offerAt = (marketBook: MarketBook, slot: Slot): LiveOffer =>
  liveOffer(
    marketBook,
    slot,
    marketBook.offerDetails(slot),
    marketBook.offers.money.price(slot) as Money,
    marketBook.offers.money.prices(slot),
  );

function liveOffer(marketBook: MarketBook, slot: Slot, details: OfferDetails, price: Money, prices: Prices): LiveOffer {
  const { offers } = marketBook;
  const row = offers.row(slot);
  const offer = {
    game: marketBook.game,
    name: marketBook.series.nameOf(row),
    phase: marketBook.series.phaseOf(row),
    marketplaceId: marketBook.marketplaceId,
    offerId: details.offerId,
    price,
    prices,
    purchaseLink: details.purchaseLink,
    inspectLink: details.inspectLink,
    float: details.float,
    paintIndex: details.paintIndex,
    paintSeed: details.paintSeed,
    stickers: details.stickers,
    tradableAt: details.tradableAt,
    ownerId: details.ownerId,
    foundAt: offers.foundAt(slot),
    changedAt: offers.changedAt(slot),
    seenAt: offers.seenAt(slot),
  };
  return late.filled(offer, details);
}
