import { itemKey } from '../names/item-key.ts';
import {
  type Change,
  type Floor,
  type FormerOffer,
  type LiveBuyOrder,
  type LiveOffer,
  marketplaceWithId,
  type SourceBatch,
  type SourceGap,
  type UsdRange,
} from '../schema/index.ts';
import type { Happening, StreamSale, StreamSource, TapeRecord } from '../tape/record.ts';
import type { MessageEncoder } from './encoder.ts';
import { type EntryKind, entryKind, type LogEntry, type OfferTraits } from './log/entry.ts';

type EntryTools = { readonly encoder: MessageEncoder; readonly timeOf: () => number };

/** Offer ids are unique only within a marketplace and game, so all three are needed. */
export const offerIdOf = ({ marketplaceId, game, offerId }: Pick<LiveOffer, 'marketplaceId' | 'game' | 'offerId'>) =>
  `${marketplaceId}:${game}:${offerId}`;

/** Only offers that can be bought and compared are published. */
export const isShown = ({ purchaseLink, prices }: Pick<LiveOffer, 'purchaseLink' | 'prices'>): boolean =>
  purchaseLink !== null && prices.USD !== null;

/** The log entry of a tape record; the same whenever the record is read. */
export function recordEntry(record: TapeRecord, encoder: MessageEncoder): LogEntry {
  const tools = { encoder, timeOf: () => record.at };
  switch (record.what) {
    case 'change':
      return changeEntry(record.change, tools);
    case 'sale':
      return saleEntry(record.sale, tools);
    case 'source':
      return sourceEntry(record.source, tools);
    case 'gap':
      return ofSource(entryKind.gap, record.gap, gapId(record.gap), tools, tools.encoder.gap(record.gap, record.at));
    case 'batch': {
      const { batch } = record;
      return ofSource(entryKind.batch, batch, batchId(batch), tools, tools.encoder.batch(batch, record.at));
    }
    case 'topBid':
      return silentEntry(record.topBid, record.at);
    case 'item':
      return silentEntry({ ...record.item, phase: null }, record.at);
    case 'confirmation': {
      const { marketplaceId, game, name } = record.confirmation;
      return silentEntry({ marketplaceId, game, name: name ?? '', phase: null }, record.at);
    }
    case 'unknown':
      return silentEntry({ marketplaceId: 0, game: 'CS2', name: '', phase: null }, record.at);
  }
}

type Link = string | null;

const offerLink = ({ marketplaceId, game }: LiveOffer, purchaseLink: string | null): Link =>
  `${marketplaceId}:${game}:${purchaseLink}`;

/** Key within which message times must be unique; null for happenings without a message. */
export function linkOf(happening: Happening): Link {
  switch (happening.what) {
    case 'change':
      return changeLink(happening.change);
    case 'sale':
      return saleId(happening.sale);
    case 'source':
      return sourceId(happening.source);
    case 'gap':
      return gapId(happening.gap);
    case 'batch':
      return batchId(happening.batch);
    case 'topBid':
    case 'item':
    case 'confirmation':
    case 'unknown':
      return null;
  }
}

function changeLink(change: Change): Link {
  switch (change.kind) {
    case 'added':
    case 'removed':
      return isShown(change.offer) ? offerLink(change.offer, change.offer.purchaseLink) : null;
    case 'updated': {
      const { offer, former, isSilent } = change;
      if (isSilent) return null;
      if (isShown(offer)) return offerLink(offer, offer.purchaseLink);
      return isShown(former) ? offerLink(offer, former.purchaseLink) : null;
    }
    case 'ordered':
    case 'orderRemoved':
      return orderId(change.buyOrder);
    case 'floor':
      return floorId(change.floor);
    case 'quoted':
    case 'known':
      return null;
  }
}

const orderId = ({ marketplaceId, game, orderId: id }: LiveBuyOrder): string => `${marketplaceId}:${game}:${id}`;
const saleId = ({ marketplaceId, game, saleId: id }: StreamSale): string => `${marketplaceId}:${game}:${id}`;
const sourceId = ({ slug, source, game }: Pick<StreamSource, 'slug' | 'source' | 'game'>): string =>
  `${slug}/${source}/${game}`;
const batchId = ({ marketplaceId, source, game }: Pick<SourceBatch, 'marketplaceId' | 'source' | 'game'>): string =>
  sourceId({ slug: marketplaceWithId(marketplaceId).slug, source, game });
const gapId = (gap: SourceGap): string => `${batchId(gap)}/${gap.from}`;
const floorId = ({ marketplaceId, game, name, phase }: Floor): string =>
  `${marketplaceId}:${game}:${itemKey(name)}${phase === null ? '' : `:${phase}`}`;

function changeEntry(change: Change, tools: EntryTools): LogEntry {
  switch (change.kind) {
    case 'added':
      return offerEntry(entryKind.added, change.offer, tools, change);
    case 'updated':
      return updatedEntry(change, tools);
    case 'removed':
      return offerEntry(entryKind.removed, change.offer, tools, {
        reason: change.reason,
        shownUsd: publishedRange(change.usdRange, tools.encoder),
      });
    case 'ordered': {
      const isNew = change.buyOrder.foundAt === change.at;
      return orderEntry(isNew ? entryKind.ordered : entryKind.reordered, change.buyOrder, tools);
    }
    case 'orderRemoved':
      return orderEntry(entryKind.orderRemoved, change.buyOrder, tools);
    case 'quoted':
      return silentEntry(change.quote, tools.timeOf());
    case 'floor': {
      const { floor } = change;
      const id = floorId(floor);
      const at = tools.timeOf();
      const usd = tools.encoder.price(floor.prices.USD);
      return entryOf(entryKind.price, floor, { id, at, usd, tail: tools.encoder.floor(floor, at) });
    }
    case 'known':
      return silentEntry(change.floor, tools.timeOf());
  }
}

export type OfferFacts = Partial<
  Pick<LogEntry, 'isNewFloor' | 'isNewItemFloor' | 'shownUsd' | 'formerTraits' | 'reason'>
>;

function updatedEntry(change: Extract<Change, { readonly kind: 'updated' }>, tools: EntryTools): LogEntry {
  const { offer, former, isNewFloor, isNewItemFloor } = change;
  if (change.isSilent) return silentEntry(offer, tools.timeOf());
  if (!isShown(former)) return offerEntry(entryKind.updated, offer, tools, { isNewFloor, isNewItemFloor });
  const shownUsd = publishedRange(former.usdRange, tools.encoder);
  if (!isShown(offer)) {
    const { usdRange: _, ...asShown } = former;
    return offerEntry(entryKind.removed, { ...offer, ...asShown }, tools, { reason: 'outside', shownUsd });
  }
  const formerTraits = isAlike(former, offer) ? null : traitsOf(former);
  return offerEntry(entryKind.updated, offer, tools, { isNewFloor, isNewItemFloor, shownUsd, formerTraits });
}

const isAlike = (a: OfferTraits, b: OfferTraits): boolean =>
  a.name === b.name && a.phase === b.phase && a.float === b.float && a.paintSeed === b.paintSeed;

const traitsOf = ({ name, phase, float, paintSeed }: FormerOffer): OfferTraits => ({ name, phase, float, paintSeed });

export const publishedRange = (range: UsdRange | null, { price }: Pick<MessageEncoder, 'price'>): UsdRange | null =>
  range === null ? null : { low: price(range.low) as number, high: price(range.high) as number };

export function offerEntry(kind: EntryKind, offer: LiveOffer, tools: EntryTools, facts: OfferFacts = {}): LogEntry {
  if (!isShown(offer)) return silentEntry(offer, tools.timeOf());
  const at = tools.timeOf();
  const usd = tools.encoder.price(offer.prices.USD);
  return entryOf(kind, offer, { id: offerIdOf(offer), at, usd, tail: tools.encoder.offer(offer, at) }, offer, facts);
}

function orderEntry(kind: EntryKind, order: LiveBuyOrder, tools: EntryTools): LogEntry {
  const id = orderId(order);
  const at = tools.timeOf();
  const usd = tools.encoder.price(order.prices.USD);
  return entryOf(kind, order, { id, at, usd, tail: tools.encoder.buyOrder(order, at) });
}

function saleEntry(sale: StreamSale, tools: EntryTools): LogEntry {
  const id = saleId(sale);
  const at = tools.timeOf();
  const usd = tools.encoder.price(sale.prices.USD);
  return entryOf(entryKind.sale, sale, { id, at, usd, tail: tools.encoder.sale(sale, at) }, sale);
}

function sourceEntry(source: StreamSource, tools: EntryTools): LogEntry {
  const tail = tools.encoder.source(source, tools.timeOf());
  return ofSource(entryKind.source, source, sourceId(source), tools, tail);
}

function ofSource(
  kind: EntryKind,
  { marketplaceId, game }: Pick<SourceGap, 'marketplaceId' | 'game'>,
  id: string,
  { timeOf }: EntryTools,
  tail: string,
): LogEntry {
  return entryOf(kind, { marketplaceId, game, name: '', phase: null }, { id, at: timeOf(), usd: null, tail });
}

const silentEntry = (about: EntrySubject, at: number): LogEntry =>
  entryOf(entryKind.silent, about, { id: '', at, usd: null, tail: '' });

type EntrySubject = Pick<LogEntry, 'marketplaceId' | 'game' | 'name' | 'phase'>;
type EntryText = Pick<LogEntry, 'id' | 'at' | 'usd' | 'tail'>;

// Written key by key: a list can bring tens of thousands of changes, and spreading took most of their time
export function entryOf(
  kind: EntryKind,
  { marketplaceId, game, name, phase }: EntrySubject,
  { id, at, usd, tail }: EntryText,
  traits: Pick<OfferTraits, 'float' | 'paintSeed'> | null = null,
  facts: OfferFacts | null = null,
): LogEntry {
  return {
    kind,
    marketplaceId,
    game,
    name,
    phase,
    at,
    usd,
    shownUsd: facts?.shownUsd ?? null,
    formerTraits: facts?.formerTraits ?? null,
    float: traits?.float ?? null,
    paintSeed: traits?.paintSeed ?? null,
    isNewFloor: facts?.isNewFloor ?? false,
    isNewItemFloor: facts?.isNewItemFloor ?? false,
    reason: facts?.reason ?? null,
    id,
    tail,
  };
}
