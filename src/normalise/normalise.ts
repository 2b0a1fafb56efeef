import { correctedName } from '../names/item-key.ts';
import {
  type BuyOrder,
  extraFields,
  type ItemAttributes,
  lateNames,
  type MarketRecord,
  type NormalBuyOrder,
  type NormalOffer,
  type NormalPastPrice,
  type NormalQuote,
  type NormalRecord,
  type NormalRepricing,
  type NormalSale,
  noAttributes,
  type Offer,
  offerFields,
  type PastPrice,
  type Phase,
  type Quote,
  type Repricing,
  type Sale,
  type Stamp,
  type StatedItem,
  type Variant,
} from '../schema/index.ts';
import { effectOf } from './effect.ts';
import type { ExchangeRates } from './exchange-rates.ts';
import { splitPhase } from './identity.ts';
import { itemAttributesOf } from './item-attributes.ts';
import { phaseOf } from './phase.ts';
import { addOthers, stickersOf } from './pieces.ts';
import { wearOf } from './wear.ts';

/** A record with the name of its item alone, its variant as a `Variant`, and four prices at the rates in force. */
export function normalise(record: MarketRecord, stamp: Stamp, rates: ExchangeRates): NormalRecord {
  if (record.kind === 'withdrawal' || record.kind === 'cancellation') return record;
  if (record.kind === 'repricing') return normalRepricing(record, rates);
  if (record.kind === 'item') return normalItem(record);
  const { name: told, phase: namedPhase } = splitPhase(record.game, record.name);
  const name = correctedName(told);
  const paintIndex = record.kind === 'offer' || record.kind === 'sale' ? record.paintIndex : null;
  const phase = phaseOf(record.game, name, record.phase ?? namedPhase, paintIndex);
  switch (record.kind) {
    case 'quote':
      return normalQuote(record, name, phase ?? effectOf(record), rates);
    case 'offer':
      return normalOffer(record, name, phase ?? effectOf(record), rates);
    case 'buyOrder':
      return normalBuyOrder(record, name, phase ?? effectOf(record), rates);
    case 'sale':
      return normalSale(record, name, phase, rates);
    case 'pastPrice':
      return normalPastPrice(record, name, phase, rates, stamp.at);
  }
}

// Every member is written out: spreading a record and adding to it takes twenty to forty times as long, and a list
// has 25,000 records

function normalQuote(quote: Quote, name: string, phase: Variant | null, rates: ExchangeRates): NormalQuote {
  const normal: NormalQuote = {
    kind: quote.kind,
    game: quote.game,
    name,
    phase,
    lowest: quote.lowest,
    offerCount: quote.offerCount,
    purchaseLink: quote.purchaseLink,
    marketplaceItemId: quote.marketplaceItemId,
    thumbnail: quote.thumbnail,
    prices: rates.toPrices(quote.lowest),
  };
  if (quote.localName !== undefined) normal.localName = quote.localName;
  const { tradableLowest } = quote;
  if (tradableLowest != null && tradableLowest.currency === quote.lowest?.currency)
    normal.tradableAmount = tradableLowest.amount;
  if (quote.itemAttributes !== undefined) addAttributes(normal, quote.itemAttributes);
  return normal;
}

const normalItem = ({ kind, game, name, itemAttributes }: StatedItem): StatedItem => ({
  kind,
  game,
  name: correctedName(splitPhase(game, name).name),
  itemAttributes: itemAttributesOf(game, itemAttributes) ?? noAttributes,
});

function addAttributes(normal: NormalOffer | NormalQuote, stated: ItemAttributes): void {
  const known = itemAttributesOf(normal.game, stated);
  if (known !== null) normal.itemAttributes = known;
}

/** They pass as they are told. */
const lateOfferNames = lateNames(offerFields);
const extraNames = lateNames(extraFields);

function normalOffer(offer: Offer, name: string, phase: Variant | null, rates: ExchangeRates): NormalOffer {
  const { float, paintIndex, paintSeed } = wearOf(offer.game, name, offer);
  const normal: NormalOffer = {
    kind: offer.kind,
    game: offer.game,
    name,
    phase,
    offerId: offer.offerId,
    price: offer.price,
    purchaseLink: offer.purchaseLink,
    inspectLink: offer.inspectLink,
    float,
    paintIndex,
    paintSeed,
    stickers: stickersOf(offer),
    tradableAt: offer.tradableAt,
    ownerId: offer.ownerId,
    prices: rates.toPrices(offer.price),
  };
  if (offer.foundAt !== undefined) normal.foundAt = offer.foundAt;
  if (offer.localName !== undefined) normal.localName = offer.localName;
  if (offer.itemAttributes !== undefined) addAttributes(normal, offer.itemAttributes);
  for (const told of lateOfferNames) if (offer[told] !== undefined) Object.assign(normal, { [told]: offer[told] });
  addOthers(normal, offer);
  return normal;
}

const normalRepricing = (repricing: Repricing, rates: ExchangeRates): NormalRepricing => ({
  kind: repricing.kind,
  game: repricing.game,
  offerId: repricing.offerId,
  price: repricing.price,
  prices: rates.toPrices(repricing.price),
});

const normalBuyOrder = (
  order: BuyOrder,
  name: string,
  phase: Variant | null,
  rates: ExchangeRates,
): NormalBuyOrder => ({
  kind: order.kind,
  game: order.game,
  name,
  phase,
  orderId: order.orderId,
  price: order.price,
  quantity: order.quantity,
  prices: rates.toPrices(order.price),
});

function normalSale(sale: Sale, name: string, phase: Phase | null, rates: ExchangeRates): NormalSale {
  const { float, paintIndex, paintSeed } = wearOf(sale.game, name, sale);
  const normal: NormalSale = {
    kind: sale.kind,
    game: sale.game,
    name,
    phase,
    saleId: sale.saleId,
    soldAt: sale.soldAt,
    price: sale.price,
    float,
    paintIndex,
    paintSeed,
    stickers: stickersOf(sale),
    prices: rates.toPrices(sale.price),
    ...(sale.side !== undefined && { side: sale.side }),
  };
  for (const told of extraNames) if (sale[told] !== undefined) Object.assign(normal, { [told]: sale[told] });
  addOthers(normal, sale);
  return normal;
}

const normalPastPrice = (
  past: PastPrice,
  name: string,
  phase: Phase | null,
  rates: ExchangeRates,
  readAt: number,
): NormalPastPrice => ({
  kind: past.kind,
  game: past.game,
  name,
  phase,
  at: past.at ?? readAt,
  median: past.median,
  saleCount: past.saleCount,
  prices: rates.toPrices(past.median),
});
