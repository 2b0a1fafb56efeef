import { itemKey } from '../../names/item-key.ts';
import {
  type Change,
  type Floor,
  filteredFields,
  type LiveBuyOrder,
  type LiveOffer,
  marketplaceWithId,
  type PreviousOffer,
  type Prices,
  type SourceBatch,
  type SourceGap,
  type UsdRange,
} from '../../schema/index.ts';
import type { Happening, StreamSale, StreamSource, TapeRecord } from '../../tape/record.ts';
import type { StreamEncoder } from './encoder.ts';
import { type EntryKind, entryKind, type LogEntry, type OfferTraits } from './entry.ts';

type Pricing = Pick<StreamEncoder, 'price'>;

/** Only offers that can be bought and compared are published. */
export const isShown = ({ purchaseLink, prices }: Pick<LiveOffer, 'purchaseLink' | 'prices'>): boolean =>
  purchaseLink !== null && prices.USD !== null;

/** The columns of a tape record; the same whenever the record is read. */
export function recordEntry(record: TapeRecord, pricing: Pricing): LogEntry {
  const { at } = record;
  switch (record.what) {
    case 'change':
      return changeEntry(record.change, at, pricing);
    case 'sale':
      return pricedEntry(entryKind.sale, record.sale, at, pricing, record.sale);
    case 'source':
      return ofSource(entryKind.source, record.source, at);
    case 'gap':
      return ofSource(entryKind.gap, record.gap, at);
    case 'batch':
      return ofSource(entryKind.batch, record.batch, at);
    case 'topBid':
      return silentEntry(record.topBid, at);
    case 'item':
      return silentEntry({ ...record.item, phase: null }, at);
    case 'confirmation': {
      const { marketplaceId, game, name } = record.confirmation;
      return silentEntry({ marketplaceId, game, name: name ?? '', phase: null }, at);
    }
    case 'unknown':
      return silentEntry({ marketplaceId: 0, game: 'CS2', name: '', phase: null }, at);
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
      const { offer, previous, isSilent } = change;
      if (isSilent) return null;
      if (isShown(offer)) return offerLink(offer, offer.purchaseLink);
      return isShown(previous) ? offerLink(offer, previous.purchaseLink) : null;
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

function changeEntry(change: Change, at: number, pricing: Pricing): LogEntry {
  switch (change.kind) {
    case 'added':
      return offerEntry(entryKind.added, change.offer, at, pricing, change);
    case 'updated':
      return updatedEntry(change, at, pricing);
    case 'removed':
      return offerEntry(entryKind.removed, change.offer, at, pricing, {
        reason: change.reason,
        shownUsd: publishedRange(change.usdRange, pricing),
      });
    case 'ordered': {
      const isNew = change.buyOrder.foundAt === change.at;
      return pricedEntry(isNew ? entryKind.ordered : entryKind.reordered, change.buyOrder, at, pricing);
    }
    case 'orderRemoved':
      return pricedEntry(entryKind.orderRemoved, change.buyOrder, at, pricing);
    case 'quoted':
      return silentEntry(change.quote, at);
    case 'floor':
      return pricedEntry(entryKind.price, change.floor, at, pricing);
    case 'known':
      return silentEntry(change.floor, at);
  }
}

export type OfferFacts = Partial<
  Pick<LogEntry, 'isNewFloor' | 'isNewItemFloor' | 'shownUsd' | 'previousTraits' | 'reason'>
>;

type UpdateChange = Extract<Change, { readonly kind: 'updated' }>;

function updatedEntry(change: UpdateChange, at: number, pricing: Pricing): LogEntry {
  const { offer, previous, isNewFloor, isNewItemFloor } = change;
  if (change.isSilent) return silentEntry(offer, at);
  if (!isShown(previous)) return offerEntry(entryKind.updated, offer, at, pricing, { isNewFloor, isNewItemFloor });
  const shownUsd = publishedRange(previous.usdRange, pricing);
  if (!isShown(offer))
    return offerEntry(entryKind.removed, asShown(change), at, pricing, { reason: 'outside', shownUsd });
  const previousTraits = isAlike(previous, offer) ? null : traitsOf(previous);
  return offerEntry(entryKind.updated, offer, at, pricing, { isNewFloor, isNewItemFloor, shownUsd, previousTraits });
}

/** The offer with what readers were shown of it before the change. */
const asShown = ({ offer, previous: { usdRange: _, ...shown } }: UpdateChange): LiveOffer => ({ ...offer, ...shown });

/** The offer that the message of a change tells of; null if it has none. */
export function offerToShow(change: Extract<Change, { readonly offer: LiveOffer }>): LiveOffer | null {
  if (change.kind === 'updated' && change.isSilent) return null;
  if (isShown(change.offer)) return change.offer;
  return change.kind === 'updated' && isShown(change.previous) ? asShown(change) : null;
}

const { purchaseLink: _, ...traitFields } = filteredFields;
const traitNames = Object.keys(traitFields) as (keyof OfferTraits)[];

const isAlike = (a: OfferTraits, b: OfferTraits): boolean => traitNames.every((name) => a[name] === b[name]);

const traitsOf = ({ purchaseLink: __, prices: ___, usdRange: ____, ...traits }: PreviousOffer): OfferTraits => traits;

export const publishedRange = (range: UsdRange | null, { price }: Pricing): UsdRange | null =>
  range === null ? null : { low: price(range.low) as number, high: price(range.high) as number };

export const offerEntry = (
  kind: EntryKind,
  offer: LiveOffer,
  at: number,
  pricing: Pricing,
  facts: OfferFacts = {},
): LogEntry => (isShown(offer) ? pricedEntry(kind, offer, at, pricing, offer, facts) : silentEntry(offer, at));

const pricedEntry = (
  kind: EntryKind,
  about: EntrySubject & { readonly prices: Prices },
  at: number,
  { price }: Pricing,
  traits: Pick<OfferTraits, 'float' | 'paintSeed'> | null = null,
  facts: OfferFacts | null = null,
): LogEntry => entryOf(kind, about, { at, usd: price(about.prices.USD) }, traits, facts);

const ofSource = (
  kind: EntryKind,
  { marketplaceId, game }: Pick<SourceGap, 'marketplaceId' | 'game'>,
  at: number,
): LogEntry => entryOf(kind, { marketplaceId, game, name: '', phase: null }, { at, usd: null });

const silentEntry = (about: EntrySubject, at: number): LogEntry => entryOf(entryKind.silent, about, { at, usd: null });

type EntrySubject = Pick<LogEntry, 'marketplaceId' | 'game' | 'name' | 'phase'>;

// Written key by key: a list can bring tens of thousands of changes, and spreading took most of their time
export function entryOf(
  kind: EntryKind,
  { marketplaceId, game, name, phase }: EntrySubject,
  { at, usd }: Pick<LogEntry, 'at' | 'usd'>,
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
    previousTraits: facts?.previousTraits ?? null,
    float: traits?.float ?? null,
    paintSeed: traits?.paintSeed ?? null,
    isNewFloor: facts?.isNewFloor ?? false,
    isNewItemFloor: facts?.isNewItemFloor ?? false,
    reason: facts?.reason ?? null,
  };
}
