import {
  type Change,
  type LiveOffer,
  type Money,
  type NormalOffer,
  type NormalRepricing,
  noPrices,
  type Prices,
  type RemovalReason,
} from '../schema/index.ts';
import { isOfferWritten, type OfferDetails, readOffer, writeOffer } from './offer-record.ts';
import type { Stall } from './stall.ts';

export function applyOffer(stall: Stall, record: NormalOffer, at: number, changes: Change[]): void {
  const row = stall.rowFor(record.name, record.phase, at);
  const slot = stall.offers.findId(stall.desk.writer, record.offerId);
  if (slot < 0) addOffer(stall, row, record, at, changes);
  else renewOffer(stall, slot, row, record, at, changes);
  stall.touch(row);
  stall.see(row, at);
}

function addOffer(stall: Stall, row: number, record: NormalOffer, at: number, changes: Change[]): void {
  const { offers, desk } = stall;
  const floor = offers.best(row);
  const isNewFloor = floor < 0 || offers.rankOf(record.price, record.prices) < offers.rank(floor);
  const idLength = desk.writer.at;
  writeOffer(desk.writer, record, desk.phrases, true);
  stall.readsOffers = true;
  const times = { foundAt: Math.min(record.foundAt ?? at, at), changedAt: at, seenAt: at };
  const slot = offers.add(row, record.price, record.prices, times, desk.writer, idLength);
  changes.push({ kind: 'added', at, offer: liveOffer(stall, slot, record, record.price, record.prices), isNewFloor });
}

function renewOffer(stall: Stall, slot: number, row: number, record: NormalOffer, at: number, changes: Change[]): void {
  const { offers, desk } = stall;
  const former = offers.row(slot);
  const isWritten = isOfferWritten(offers.open(slot, desk.reader), record, desk.phrases);
  const isChanged = former !== row || !isWritten || !offers.money.isPrice(slot, record.price);
  const isNewFloor = isChanged && isBelowOthers(stall, slot, row, record);
  if (!isWritten) {
    writeOffer(desk.writer, record, desk.phrases, false);
    offers.rewrite(slot, desk.writer);
  }
  if (former !== row) {
    offers.move(slot, row);
    stall.touch(former);
  }
  const formerPrices = isChanged ? offers.money.prices(slot) : noPrices;
  offers.reprice(slot, record.price, record.prices);
  offers.confirm(slot, at);
  if (!isChanged) return;
  offers.change(slot, at);
  const offer = liveOffer(stall, slot, record, record.price, record.prices);
  changes.push({ kind: 'updated', at, offer, isNewFloor, formerPrices });
}

type Priced = Pick<NormalOffer, 'price' | 'prices'>;

/** Whether the new price of an offer is strictly lower than every other offer's in the row; asked before it is set. */
function isBelowOthers({ offers }: Stall, slot: number, row: number, { price, prices }: Priced): boolean {
  const rank = offers.rankOf(price, prices);
  const floor = offers.best(row);
  if (floor !== slot) return floor < 0 || rank < offers.rank(floor);
  if (rank < offers.rank(slot)) return true;
  const other = offers.bestBesides(row, slot);
  return other < 0 || rank < offers.rank(other);
}

/** A new price and nothing else; an offer that is not known cannot be told from one that has gone. */
export function repriceOffer(stall: Stall, record: NormalRepricing, at: number, changes: Change[]): void {
  const { offers, desk } = stall;
  const slot = offers.findId(desk.writer, record.offerId);
  if (slot < 0) return;
  const row = offers.row(slot);
  const isChanged = !offers.money.isPrice(slot, record.price);
  const isNewFloor = isChanged && isBelowOthers(stall, slot, row, record);
  const formerPrices = isChanged ? offers.money.prices(slot) : noPrices;
  offers.reprice(slot, record.price, record.prices);
  offers.confirm(slot, at);
  if (isChanged) {
    offers.change(slot, at);
    changes.push({ kind: 'updated', at, offer: offerAt(stall, slot), isNewFloor, formerPrices });
  }
  stall.touch(row);
  stall.see(row, at);
}

export function withdrawOffer(
  stall: Stall,
  offerId: string,
  reason: RemovalReason,
  at: number,
  changes: Change[],
): void {
  const slot = stall.offers.findId(stall.desk.writer, offerId);
  if (slot < 0) return;
  stall.see(stall.offers.row(slot), at);
  removeOffer(stall, slot, reason, at, changes);
}

export function removeOffer(stall: Stall, slot: number, reason: RemovalReason, at: number, changes: Change[]): void {
  stall.touch(stall.offers.row(slot));
  changes.push({ kind: 'removed', at, offer: offerAt(stall, slot), reason });
  stall.offers.remove(slot);
}

export function restoreOffer(stall: Stall, offer: LiveOffer): void {
  const { offers, desk } = stall;
  const former = offers.findId(desk.writer, offer.offerId);
  if (former >= 0) {
    stall.touch(offers.row(former));
    offers.remove(former);
  }
  const row = stall.rowFor(offer.name, offer.phase, offer.changedAt);
  const idLength = desk.writer.at;
  writeOffer(desk.writer, offer, desk.phrases, true);
  stall.readsOffers = true;
  offers.add(row, offer.price, offer.prices, offer, desk.writer, idLength);
  stall.touch(row);
  stall.date(row, offer.changedAt);
  stall.see(row, offer.seenAt);
}

const detailsAt = ({ offers, desk }: Stall, slot: number): OfferDetails =>
  readOffer(offers.open(slot, desk.reader), desk.phrases);

export const offerAt = (stall: Stall, slot: number): LiveOffer =>
  liveOffer(
    stall,
    slot,
    detailsAt(stall, slot),
    stall.offers.money.price(slot) as Money,
    stall.offers.money.prices(slot),
  );

function liveOffer(stall: Stall, slot: number, details: OfferDetails, price: Money, prices: Prices): LiveOffer {
  const { offers } = stall;
  const row = offers.row(slot);
  return {
    game: stall.game,
    name: stall.nameOf(row),
    phase: stall.phaseOf(row),
    marketplaceId: stall.marketplaceId,
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
