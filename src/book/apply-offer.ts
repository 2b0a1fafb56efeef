import type {
  Change,
  FormerOffer,
  LiveOffer,
  Money,
  NewFloors,
  NormalOffer,
  NormalRepricing,
  Prices,
  RemovalReason,
} from '../schema/index.ts';
import type { Stall } from './market-book.ts';
import { isOfferWritten, type OfferDetails, readOffer, writeOffer } from './memory/offer-record.ts';
import { isOutdated, type Moment } from './record-time.ts';

export function applyOffer(stall: Stall, record: NormalOffer, moment: Moment, changes: Change[]): void {
  const slot = stall.offers.findId(stall.desk.writer, record.offerId);
  if (isOvertaken(stall, slot, record.offerId, moment)) return;
  const row = stall.rowFor(record.name, record.phase, moment.at);
  if (slot < 0) addOffer(stall, row, record, moment, changes);
  else renewOffer(stall, slot, row, record, moment, changes);
  stall.touch(row);
  stall.see(row, moment.asOf);
}

/** Whether what is told of an offer was made before it was last seen, or known to be gone. */
const isOvertaken = ({ offers, removals }: Stall, slot: number, offerId: string, moment: Moment): boolean =>
  moment.asOf < moment.at &&
  (slot < 0 ? removals.isGoneSince(offerId, moment.asOf) : isOutdated(moment, offers.seenAt(slot)));

function addOffer(stall: Stall, row: number, record: NormalOffer, { at, asOf }: Moment, changes: Change[]): void {
  const { offers, desk } = stall;
  const { isNewFloor, isNewItemFloor } = newFloors(stall, none, row, record);
  const idLength = desk.writer.at;
  writeOffer(desk.writer, record, desk.phrases, true);
  stall.readsOffers = true;
  const times = { foundAt: Math.min(record.foundAt ?? at, at), changedAt: at, seenAt: asOf };
  const slot = offers.add(row, record.price, record.prices, times, desk.writer, idLength);
  const offer = liveOffer(stall, slot, record, record.price, record.prices);
  changes.push({ kind: 'added', at, offer, isNewFloor, isNewItemFloor });
}

function renewOffer(
  stall: Stall,
  slot: number,
  row: number,
  record: NormalOffer,
  { at, asOf }: Moment,
  changes: Change[],
): void {
  const { offers, desk } = stall;
  const formerRow = offers.row(slot);
  const isWritten = isOfferWritten(offers.open(slot, desk.reader), record, desk.phrases);
  if (formerRow === row && isWritten && !isRepriced(stall, slot, record)) {
    offers.drift(slot, record.price, record.prices);
    offers.confirm(slot, asOf);
    return;
  }
  const former = formerOffer(stall, slot, isWritten ? record : detailsAt(stall, slot));
  const { isNewFloor, isNewItemFloor } = newFloors(stall, slot, row, record);
  if (!isWritten) {
    writeOffer(desk.writer, record, desk.phrases, false);
    offers.rewrite(slot, desk.writer);
  }
  if (formerRow !== row) {
    offers.move(slot, row);
    stall.touch(formerRow);
  }
  offers.reprice(slot, record.price, record.prices);
  offers.confirm(slot, asOf);
  offers.change(slot, at);
  const offer = liveOffer(stall, slot, record, record.price, record.prices);
  changes.push({ kind: 'updated', at, offer, isNewFloor, isNewItemFloor, former });
}

type Priced = Pick<NormalOffer, 'price' | 'prices'>;

/** Whether a price is another than the offer has, or becomes known or unknown in dollars, which decides who sees it. */
const isRepriced = ({ offers }: Stall, slot: number, { price, prices }: Priced): boolean =>
  !offers.money.isPrice(slot, price) || (offers.money.usd(slot) === 0) !== ((prices.USD ?? 0) === 0);

function formerOffer(
  stall: Stall,
  slot: number,
  { purchaseLink, float, paintSeed }: Pick<OfferDetails, 'purchaseLink' | 'float' | 'paintSeed'>,
): FormerOffer {
  const { offers } = stall;
  const row = offers.row(slot);
  return {
    name: stall.nameOf(row),
    phase: stall.phaseOf(row),
    purchaseLink,
    float,
    paintSeed,
    prices: offers.money.prices(slot),
    usdRange: offers.usdRange(slot),
  };
}

const none = -1;

/** What a price would be lower than if an offer in this row had it; asked before it is set. `slot` may be none yet. */
function newFloors(stall: Stall, slot: number, row: number, { price, prices }: Priced): NewFloors {
  const rank = stall.offers.rankOf(price, prices);
  const isNewFloor = isBelowOthers(stall, slot, row, rank);
  let isNewItemFloor = isNewFloor;
  for (let part = stall.wholeOf(row); part >= 0 && isNewItemFloor; part = stall.nextPart(part)) {
    isNewItemFloor = part === row || isBelowOthers(stall, slot, part, rank);
  }
  return { isNewFloor, isNewItemFloor };
}

/** Whether a rank is strictly lower than every other offer's in the row. */
function isBelowOthers({ offers }: Stall, slot: number, row: number, rank: number): boolean {
  const floor = offers.best(row);
  if (floor < 0) return true;
  if (floor !== slot) return rank < offers.rank(floor);
  if (rank < offers.rank(slot)) return true;
  const other = offers.bestBesides(row, slot);
  return other < 0 || rank < offers.rank(other);
}

/** A new price and nothing else; an offer that is not known cannot be told from one that has gone. */
export function repriceOffer(stall: Stall, record: NormalRepricing, moment: Moment, changes: Change[]): void {
  const { offers, desk } = stall;
  const slot = offers.findId(desk.writer, record.offerId);
  if (slot < 0 || isOutdated(moment, offers.seenAt(slot))) return;
  const row = offers.row(slot);
  offers.confirm(slot, moment.asOf);
  setPrice(stall, slot, record, moment.at, changes);
  stall.touch(row);
  stall.see(row, moment.asOf);
}

/** Sets a price, and reports it unless it is the old one at other rates. */
export function setPrice(stall: Stall, slot: number, { price, prices }: Priced, at: number, changes: Change[]): void {
  const { offers } = stall;
  if (!isRepriced(stall, slot, { price, prices })) {
    offers.drift(slot, price, prices);
    return;
  }
  const details = detailsAt(stall, slot);
  const former = formerOffer(stall, slot, details);
  const { isNewFloor, isNewItemFloor } = newFloors(stall, slot, offers.row(slot), { price, prices });
  offers.reprice(slot, price, prices);
  offers.change(slot, at);
  const offer = liveOffer(stall, slot, details, price, prices);
  changes.push({ kind: 'updated', at, offer, isNewFloor, isNewItemFloor, former });
}

export function withdrawOffer(
  stall: Stall,
  offerId: string,
  reason: RemovalReason,
  moment: Moment,
  changes: Change[],
): void {
  const slot = stall.offers.findId(stall.desk.writer, offerId);
  if (slot >= 0 && isOutdated(moment, stall.offers.seenAt(slot))) return;
  stall.removals.note(offerId, moment);
  if (slot < 0) return;
  stall.see(stall.offers.row(slot), moment.asOf);
  removeOffer(stall, slot, reason, moment.at, changes);
}

/** Removes an offer that is known to be gone, which a list made before and still to come does not know. */
export function retireOffer(
  stall: Stall,
  slot: number,
  reason: RemovalReason,
  moment: Moment,
  changes: Change[],
): void {
  stall.removals.note(removeOffer(stall, slot, reason, moment.at, changes), moment);
}

/** Removes an offer and gives its id. */
export function removeOffer(stall: Stall, slot: number, reason: RemovalReason, at: number, changes: Change[]): string {
  stall.touch(stall.offers.row(slot));
  const usdRange = stall.offers.usdRange(slot);
  const offer = offerAt(stall, slot);
  changes.push({ kind: 'removed', at, offer, reason, usdRange });
  stall.offers.remove(slot);
  return offer.offerId;
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
