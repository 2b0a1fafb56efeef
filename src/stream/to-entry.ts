import type { Change, FormerOffer, LiveBuyOrder, LiveOffer, UsdRange } from '../schema/index.ts';
import type { StreamSale, StreamSource, Wording } from './encoder.ts';
import { type Entry, type EntryKind, entryKind, type Looks } from './log/entry.ts';

type Tools = { readonly wording: Wording; readonly timeOf: (link: string) => number };

/** Marketplaces number their offers by game, so that all three are needed. */
export const offerIdOf = ({ marketplaceId, game, offerId }: Pick<LiveOffer, 'marketplaceId' | 'game' | 'offerId'>) =>
  `${marketplaceId}:${game}:${offerId}`;

/** Readers are only told of offers that they can buy and compare. */
export const isShown = ({ purchaseLink, prices }: Pick<LiveOffer, 'purchaseLink' | 'prices'>): boolean =>
  purchaseLink !== null && prices.USD !== null;

export function changeEntry(change: Exclude<Change, { readonly kind: 'known' }>, tools: Tools): Entry {
  switch (change.kind) {
    case 'added':
      return offerEntry(entryKind.added, change.offer, tools, change);
    case 'updated':
      return updatedEntry(change, tools);
    case 'removed':
      return offerEntry(entryKind.removed, change.offer, tools, {
        reason: change.reason,
        shownUsd: publishedRange(change.usdRange, tools),
      });
    case 'ordered': {
      const isNew = change.buyOrder.foundAt === change.at;
      return orderEntry(isNew ? entryKind.ordered : entryKind.reordered, change.buyOrder, tools);
    }
    case 'orderRemoved':
      return orderEntry(entryKind.orderRemoved, change.buyOrder, tools);
    case 'quoted':
      return silentEntry(change.quote, change.at);
    case 'floor': {
      const { floor } = change;
      const id = `${floor.marketplaceId}:${floor.game}:${floor.name}${floor.phase === null ? '' : `:${floor.phase}`}`;
      const at = tools.timeOf(id);
      const usd = tools.wording.price(floor.prices.USD);
      return entryOf(entryKind.price, floor, { id, at, usd, tail: tools.wording.floor(floor, at) });
    }
  }
}

type OfferFacts = Partial<Pick<Entry, 'isNewFloor' | 'isNewItemFloor' | 'shownUsd' | 'formerLooks' | 'reason'>>;

function updatedEntry(change: Extract<Change, { readonly kind: 'updated' }>, tools: Tools): Entry {
  const { offer, former, isNewFloor, isNewItemFloor } = change;
  if (!isShown(former)) return offerEntry(entryKind.updated, offer, tools, { isNewFloor, isNewItemFloor });
  const shownUsd = publishedRange(former.usdRange, tools);
  if (!isShown(offer)) {
    const { usdRange: _, ...asShown } = former;
    return offerEntry(entryKind.removed, { ...offer, ...asShown }, tools, { reason: 'outside', shownUsd });
  }
  const formerLooks = isAlike(former, offer) ? null : looksOf(former);
  return offerEntry(entryKind.updated, offer, tools, { isNewFloor, isNewItemFloor, shownUsd, formerLooks });
}

const isAlike = (a: Looks, b: Looks): boolean =>
  a.name === b.name && a.phase === b.phase && a.float === b.float && a.paintSeed === b.paintSeed;

const looksOf = ({ name, phase, float, paintSeed }: FormerOffer): Looks => ({ name, phase, float, paintSeed });

const publishedRange = (range: UsdRange | null, { wording }: Tools): UsdRange | null =>
  range === null ? null : { low: wording.price(range.low) as number, high: wording.price(range.high) as number };

export function offerEntry(kind: EntryKind, offer: LiveOffer, tools: Tools, facts: OfferFacts = {}): Entry {
  if (!isShown(offer)) return silentEntry(offer, offer.changedAt);
  const at = tools.timeOf(`${offer.marketplaceId}:${offer.game}:${offer.purchaseLink}`);
  const usd = tools.wording.price(offer.prices.USD);
  return entryOf(kind, offer, { id: offerIdOf(offer), at, usd, tail: tools.wording.offer(offer, at) }, offer, facts);
}

function orderEntry(kind: EntryKind, order: LiveBuyOrder, tools: Tools): Entry {
  const id = `${order.marketplaceId}:${order.game}:${order.orderId}`;
  const at = tools.timeOf(id);
  const usd = tools.wording.price(order.prices.USD);
  return entryOf(kind, order, { id, at, usd, tail: tools.wording.buyOrder(order, at) });
}

export function saleEntry(sale: StreamSale, tools: Tools): Entry {
  const id = `${sale.marketplaceId}:${sale.game}:${sale.saleId}`;
  const at = tools.timeOf(id);
  const usd = tools.wording.price(sale.prices.USD);
  return entryOf(entryKind.sale, sale, { id, at, usd, tail: tools.wording.sale(sale, at) }, sale);
}

export function sourceEntry(source: StreamSource, tools: Tools): Entry {
  const id = `${source.slug}/${source.source}/${source.game}`;
  const at = tools.timeOf(id);
  const place = { marketplaceId: source.marketplaceId, game: source.game, name: '', phase: null };
  return entryOf(entryKind.source, place, { id, at, usd: null, tail: tools.wording.source(source, at) });
}

const silentEntry = (about: Placed, at: number): Entry =>
  entryOf(entryKind.silent, about, { id: '', at, usd: null, tail: '' });

type Placed = Pick<Entry, 'marketplaceId' | 'game' | 'name' | 'phase'>;
type Said = Pick<Entry, 'id' | 'at' | 'usd' | 'tail'>;

// Written out key by key: lists come with tens of thousands of changes, and spreading took most of their time
function entryOf(
  kind: EntryKind,
  { marketplaceId, game, name, phase }: Placed,
  { id, at, usd, tail }: Said,
  looks: Pick<Looks, 'float' | 'paintSeed'> | null = null,
  facts: OfferFacts | null = null,
): Entry {
  return {
    kind,
    marketplaceId,
    game,
    name,
    phase,
    at,
    usd,
    shownUsd: facts?.shownUsd ?? null,
    formerLooks: facts?.formerLooks ?? null,
    float: looks?.float ?? null,
    paintSeed: looks?.paintSeed ?? null,
    isNewFloor: facts?.isNewFloor ?? false,
    isNewItemFloor: facts?.isNewItemFloor ?? false,
    reason: facts?.reason ?? null,
    id,
    tail,
  };
}
