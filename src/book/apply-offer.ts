import {
  areToldAlike,
  type Change,
  type FormerOffer,
  type LiveOffer,
  type Money,
  type NewFloors,
  type NormalOffer,
  type NormalRepricing,
  type Prices,
  type RemovalReason,
} from '../schema/index.ts';
import { isBelowQuoted } from './market/floor.ts';
import type { MarketBook } from './market/market-book.ts';
import { isOutdated, type RecordTime } from './market/record-time.ts';
import { none, type Row, type Slot } from './memory/numbers.ts';
import { isOfferWritten, type OfferDetails, readOffer, writeOffer } from './memory/offer-record.ts';
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
  const told = slot < 0 ? record : wholeRecord(marketBook, slot, record);
  const row = marketBook.series.rowFor(told.name, told.phase, recordTime.at);
  if (slot < 0) addOffer(marketBook, row, told, recordTime, changes);
  else renewOffer(marketBook, slot, row, told, recordTime, changes);
  marketBook.markDirty(row);
  marketBook.see(row, recordTime.asOf);
}

/** A record with what is known of its asset from others; as it is where nothing of it is new. */
function wholeRecord(marketBook: MarketBook, slot: Slot, record: NormalOffer): NormalOffer {
  const { offers, memory } = marketBook;
  if (!leavesOut(record)) return record;
  const row = offers.row(slot);
  const phase = marketBook.series.phaseOf(row);
  const isAsWritten = isOfferWritten(offers.open(slot, memory.reader), record, memory.strings);
  if (isAsWritten && phase === record.phase) return record;
  return withKnown({ name: marketBook.series.nameOf(row), phase, ...detailsAt(marketBook, slot) }, record);
}

/** Whether what is told of an offer was made before it was last seen, or known to be gone. */
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
  { at, asOf }: RecordTime,
  changes: Change[],
): void {
  const { offers, memory } = marketBook;
  const { isNewFloor, isNewItemFloor } = newFloors(marketBook, none, row, record);
  const idLength = memory.writer.at;
  writeOffer(memory.writer, record, memory.strings, true);
  marketBook.readsOffers = true;
  const times = { foundAt: Math.min(record.foundAt ?? at, at), changedAt: at, seenAt: asOf };
  const slot = offers.add(row, record.price, record.prices, times, memory.writer, idLength);
  marketBook.traits.set(slot, record);
  const offer = liveOffer(marketBook, slot, record, record.price, record.prices);
  changes.push({ kind: 'added', at, offer, isNewFloor, isNewItemFloor });
}

function renewOffer(
  marketBook: MarketBook,
  slot: Slot,
  row: Row,
  record: NormalOffer,
  { at, asOf }: RecordTime,
  changes: Change[],
): void {
  const { offers, memory } = marketBook;
  const formerRow = offers.row(slot);
  const isWritten = isOfferWritten(offers.open(slot, memory.reader), record, memory.strings);
  const isElsewhere = formerRow !== row || isRepriced(marketBook, slot, record);
  if (isWritten && !isElsewhere) {
    offers.drift(slot, record.price, record.prices);
    offers.confirm(slot, asOf, at);
    return;
  }
  const details = isWritten ? record : detailsAt(marketBook, slot);
  const former = formerOffer(marketBook, slot, details);
  const isSilent = !isElsewhere && areToldAlike(marketBook.game, details, record, at);
  // A price that was told before is no new one
  const isTold = !isElsewhere && details.purchaseLink !== null;
  const { isNewFloor, isNewItemFloor } = isTold ? noFloors : newFloors(marketBook, slot, row, record);
  if (!isWritten) {
    writeOffer(memory.writer, record, memory.strings, false);
    offers.rewrite(slot, memory.writer);
    marketBook.traits.set(slot, record);
  }
  if (formerRow !== row) {
    offers.move(slot, row);
    marketBook.markDirty(formerRow);
  }
  offers.reprice(slot, record.price, record.prices);
  offers.confirm(slot, asOf, at);
  offers.change(slot, at);
  const offer = liveOffer(marketBook, slot, record, record.price, record.prices);
  changes.push({ kind: 'updated', at, offer, isNewFloor, isNewItemFloor, former, isSilent });
}

type PricePair = Pick<NormalOffer, 'price' | 'prices'>;

/** Whether a price is another than the offer has, or becomes known or unknown in dollars, which decides who sees it. */
const isRepriced = ({ offers }: MarketBook, slot: Slot, { price, prices }: PricePair): boolean =>
  !offers.money.isPrice(slot, price) || (offers.money.usd(slot) === 0) !== ((prices.USD ?? 0) === 0);

function formerOffer(
  marketBook: MarketBook,
  slot: Slot,
  { purchaseLink, float, paintSeed }: Pick<OfferDetails, 'purchaseLink' | 'float' | 'paintSeed'>,
): FormerOffer {
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

/** What a price would be lower than if an offer in this row had it; asked before it is set. `slot` may be none yet. */
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

/** Whether a price is strictly lower than every other offer's in the row, and than what is quoted for it. */
function isBelowOthers(marketBook: MarketBook, slot: Slot, row: Row, price: ComparedPrice): boolean {
  if (!isBelowQuoted(marketBook, row, price)) return false;
  const { offers } = marketBook;
  const isBelow = (other: Slot): boolean => isLower(price, comparedPrice(offers.money, other) as ComparedPrice);
  const floor = offers.best(row);
  if (floor < 0) return true;
  if (floor !== slot) return isBelow(floor);
  if (isBelow(slot)) return true;
  const other = offers.bestBesides(row, slot);
  return other < 0 || isBelow(other);
}

/** A new price and nothing else; an offer that is not known cannot be told from one that has gone. */
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
  offers.confirm(slot, recordTime.asOf, recordTime.at);
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
  const details = detailsAt(marketBook, slot);
  const former = formerOffer(marketBook, slot, details);
  const { isNewFloor, isNewItemFloor } = newFloors(marketBook, slot, offers.row(slot), { price, prices });
  offers.reprice(slot, price, prices);
  offers.change(slot, at);
  const offer = liveOffer(marketBook, slot, details, price, prices);
  changes.push({ kind: 'updated', at, offer, isNewFloor, isNewItemFloor, former, isSilent: false });
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
  marketBook.tombstones.note(offerId, recordTime);
  if (slot < 0) return;
  marketBook.see(marketBook.offers.row(slot), recordTime.asOf);
  removeOffer(marketBook, slot, reason, recordTime.at, changes);
}

/** Removes an offer that is known to be gone, which a list made before and still to come does not know. */
export function retireOffer(
  marketBook: MarketBook,
  slot: Slot,
  reason: RemovalReason,
  recordTime: RecordTime,
  changes: Change[],
): void {
  marketBook.tombstones.note(removeOffer(marketBook, slot, reason, recordTime.at, changes), recordTime);
}

/** Removes an offer and gives its id. */
export function removeOffer(
  marketBook: MarketBook,
  slot: Slot,
  reason: RemovalReason,
  at: number,
  changes: Change[],
): string {
  marketBook.markDirty(marketBook.offers.row(slot));
  const usdRange = marketBook.offers.usdRange(slot);
  const offer = offerAt(marketBook, slot);
  changes.push({ kind: 'removed', at, offer, reason, usdRange });
  marketBook.offers.remove(slot);
  return offer.offerId;
}

/**
 * Puts an offer back as it was reported, and then to what it is worth now: a reader that was shown it before may resume,
 * and hears of what it was shown at. Where its price is known no more, or now at last, it stands as it was reported until
 * reconvertAll tells.
 */
export function restoreOffer(
  marketBook: MarketBook,
  offer: LiveOffer,
  toPrices: ((price: Money | null) => Prices) | null = null,
): void {
  const { offers, memory } = marketBook;
  const former = offers.findId(memory.writer, offer.offerId);
  if (former >= 0) {
    marketBook.markDirty(offers.row(former));
    offers.remove(former);
  }
  const row = marketBook.series.rowFor(offer.name, offer.phase, offer.changedAt);
  const idLength = memory.writer.at;
  writeOffer(memory.writer, offer, memory.strings, true);
  marketBook.readsOffers = true;
  const slot = offers.add(row, offer.price, offer.prices, offer, memory.writer, idLength);
  const prices = toPrices === null ? offer.prices : toPrices(offer.price);
  if ((prices.USD === null) !== (offer.prices.USD === null)) marketBook.isBehindRates = true;
  else if (prices !== offer.prices) offers.drift(slot, offer.price, prices);
  marketBook.traits.set(slot, offer);
  marketBook.markDirty(row);
  marketBook.date(row, offer.changedAt);
  marketBook.see(row, offer.seenAt);
}

const detailsAt = ({ offers, memory }: MarketBook, slot: Slot): OfferDetails =>
  readOffer(offers.open(slot, memory.reader), memory.strings);

export const offerAt = (marketBook: MarketBook, slot: Slot): LiveOffer =>
  liveOffer(
    marketBook,
    slot,
    detailsAt(marketBook, slot),
    marketBook.offers.money.price(slot) as Money,
    marketBook.offers.money.prices(slot),
  );

function liveOffer(marketBook: MarketBook, slot: Slot, details: OfferDetails, price: Money, prices: Prices): LiveOffer {
  const { offers } = marketBook;
  const row = offers.row(slot);
  return {
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
}
