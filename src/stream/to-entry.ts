import type { Change, LiveBuyOrder, LiveOffer } from '../schema/index.ts';
import { type Entry, type EntryKind, entryKind } from './entry.ts';
import type { StreamSale, StreamSource, Wording } from './wording.ts';

type Tools = { readonly wording: Wording; readonly timeOf: (link: string) => number };

/** Marketplaces number their offers by game, so that all three are needed. */
export const offerIdOf = ({ marketplaceId, game, offerId }: Pick<LiveOffer, 'marketplaceId' | 'game' | 'offerId'>) =>
  `${marketplaceId}:${game}:${offerId}`;

const nothing = { formerUsd: null, float: null, paintSeed: null, isNewFloor: false, reason: null };

/** Readers are only told of offers that they can buy and compare. */
export const isShown = ({ purchaseLink, prices }: LiveOffer): boolean => purchaseLink !== null && prices.USD !== null;

export function changeEntry(change: Change, tools: Tools): Entry {
  switch (change.kind) {
    case 'added':
      return offerEntry(entryKind.added, change.offer, tools, { isNewFloor: change.isNewFloor });
    case 'updated':
      return offerEntry(entryKind.updated, change.offer, tools, {
        isNewFloor: change.isNewFloor,
        formerUsd: tools.wording.price(change.formerPrices.USD),
      });
    case 'removed':
      return offerEntry(entryKind.removed, change.offer, tools, { reason: change.reason });
    case 'ordered': {
      const isNew = change.buyOrder.foundAt === change.at;
      return orderEntry(isNew ? entryKind.ordered : entryKind.reordered, change.buyOrder, tools);
    }
    case 'orderRemoved':
      return orderEntry(entryKind.orderRemoved, change.buyOrder, tools);
    case 'quoted':
      return { ...silent(change.quote), at: change.at };
    case 'floor': {
      const { floor } = change;
      const id = `${floor.marketplaceId}:${floor.game}:${floor.name}${floor.phase === null ? '' : `:${floor.phase}`}`;
      const at = tools.timeOf(id);
      const usd = tools.wording.price(floor.prices.USD);
      return {
        ...nothing,
        ...placeOf(floor),
        kind: entryKind.price,
        id,
        at,
        usd,
        tail: tools.wording.floor(floor, at),
      };
    }
  }
}

export function offerEntry(kind: EntryKind, offer: LiveOffer, tools: Tools, more: Partial<Entry> = {}): Entry {
  if (!isShown(offer)) return { ...silent(offer), at: offer.changedAt };
  const at = tools.timeOf(`${offer.marketplaceId}:${offer.game}:${offer.purchaseLink}`);
  return {
    ...nothing,
    ...placeOf(offer),
    kind,
    id: offerIdOf(offer),
    at,
    usd: tools.wording.price(offer.prices.USD),
    float: offer.float,
    paintSeed: offer.paintSeed,
    tail: tools.wording.offer(offer, at),
    ...more,
  };
}

function orderEntry(kind: EntryKind, order: LiveBuyOrder, tools: Tools): Entry {
  const id = `${order.marketplaceId}:${order.game}:${order.orderId}`;
  const at = tools.timeOf(id);
  const usd = tools.wording.price(order.prices.USD);
  return { ...nothing, ...placeOf(order), kind, id, at, usd, tail: tools.wording.buyOrder(order, at) };
}

export function saleEntry(sale: StreamSale, tools: Tools): Entry {
  const id = `${sale.marketplaceId}:${sale.game}:${sale.saleId}`;
  const at = tools.timeOf(id);
  return {
    ...nothing,
    ...placeOf(sale),
    kind: entryKind.sale,
    id,
    at,
    usd: tools.wording.price(sale.prices.USD),
    float: sale.float,
    paintSeed: sale.paintSeed,
    tail: tools.wording.sale(sale, at),
  };
}

export function sourceEntry(source: StreamSource, tools: Tools): Entry {
  const id = `${source.slug}/${source.source}/${source.game}`;
  const at = tools.timeOf(id);
  const place = { marketplaceId: source.marketplaceId, game: source.game, name: '', phase: null };
  return { ...nothing, ...place, kind: entryKind.source, id, at, usd: null, tail: tools.wording.source(source, at) };
}

type Placed = Pick<Entry, 'marketplaceId' | 'game' | 'name' | 'phase'>;

const placeOf = ({ marketplaceId, game, name, phase }: Placed): Placed => ({ marketplaceId, game, name, phase });

const silent = (about: Placed): Omit<Entry, 'at'> => ({
  ...nothing,
  ...placeOf(about),
  kind: entryKind.silent,
  usd: null,
  id: '',
  tail: '',
});
