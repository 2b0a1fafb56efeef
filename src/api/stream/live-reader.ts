import type { BestRow } from '../../book/best/best-watch.ts';
import type { Deal, DealQuery } from '../../book/best/deal.ts';
import type { Book } from '../../book/book.ts';
import type { FoundOffer, OfferQuery } from '../../book/offers/offer-query.ts';
import type { SourceHealth } from '../../collect/schedule/health.ts';
import { itemKey } from '../../names/item-key.ts';
import { dayMs, type Game, phaseIn, type Rate } from '../../schema/index.ts';
import type { Store } from '../../store/store.ts';
import type { BestSubscription, DealSubscription, FoundSubscription } from '../../stream/live/live-query.ts';
import type { LiveReader, LiveRow, LiveView } from '../../stream/live/view.ts';
import { type SourceFlags, sourceFlagsOf } from '../source-flags.ts';
import { toWireBestPrices } from '../wire/tape/best.ts';
import { toWireDeal } from '../wire/tape/deal.ts';
import { toWireFoundOffer } from '../wire/tape/found-offer.ts';
import { LiveLiquidity } from './live-liquidity.ts';

type ReaderParts = {
  readonly book: Pick<Book, 'watchBest' | 'watchDeals' | 'watchOffers' | 'nameTest' | 'depth'>;
  readonly store: Pick<Store, 'saleCounts'>;
  readonly health: () => readonly SourceHealth[];
  readonly rates: () => readonly Rate[];
  readonly now: () => number;
};

/** Number of items read in one piece, which takes a few milliseconds. */
const itemsAtOnce = 200;

/** Reads current states for the channels best, deals and found, in the shapes of REST and in dollars. */
export function createLiveReader(parts: ReaderParts): LiveReader {
  const liquidity = new LiveLiquidity(parts);
  const flagsOf = recentFlags(parts);
  return {
    best: (subscription, touched) => bestView(parts, subscription, touched),
    deals: (subscription, touched) => dealView({ ...parts, liquidity, flagsOf }, subscription, touched),
    found: (subscription, touched) => foundView(parts, subscription, touched),
  };
}

function bestView({ book, now }: ReaderParts, subscription: BestSubscription, touched: () => void): LiveView {
  const { game, marketplaceIds, payout, phases } = subscription;
  const watch = book.watchBest(game, { marketplaceIds, payout, isWanted: itemTest(book, subscription), touched });
  const isWanted = ({ best }: BestRow): boolean => {
    const phase = phaseIn(best.phase);
    return phases === null || (phase !== null && phases.includes(phase));
  };
  return {
    take: () => {
      const at = now();
      const rows = watch.take(itemsAtOnce).filter(isWanted);
      return { rows: rows.map((row) => bestRow(game, row, at)), isMore: watch.hasMore() };
    },
    *standing() {
      for (const row of watch.standing()) yield row === null || !isWanted(row) ? null : bestRow(game, row, now());
    },
    close: watch.close,
  };
}

function itemTest(
  book: ReaderParts['book'],
  { game, items, query }: Pick<BestSubscription, 'game' | 'items' | 'query'>,
): (name: string) => boolean {
  const named = items === null ? null : new Set(items.map(itemKey));
  const holds = query === null ? null : book.nameTest(game, query);
  return (name) => named?.has(itemKey(name)) !== false && holds?.(name) !== false;
}

const bestRow = (game: Game, { name, best }: BestRow, at: number): LiveRow => {
  const id = `${game}:${itemKey(name)}${best.phase === null ? '' : `:${best.phase}`}`;
  const data = { name, ...toWireBestPrices(best, 'USD') };
  return { type: 'best', event: null, id, tail: tailOf(id, game, at, data) };
};

const tailOf = (id: string, game: Game, timestamp: number, data: object): string =>
  `,${JSON.stringify({ id, game, timestamp, data }).slice(1)}`;

/** A row of a set; a change of `text` causes a message. */
type SentRow = { readonly text: string; readonly data: () => object };

type SetParts = {
  readonly type: string;
  readonly game: Game;
  readonly now: () => number;
  /** The current rows by id. */
  readonly read: () => ReadonlyMap<string, SentRow>;
  readonly close: () => void;
};

/** A set of rows that appear, change and disappear. A row is sent again when its text has changed. */
class SetView implements LiveView {
  readonly close: () => void;
  readonly #parts: SetParts;
  #sent: ReadonlyMap<string, SentRow>;

  constructor(parts: SetParts) {
    this.#parts = parts;
    this.#sent = parts.read();
    this.close = parts.close;
  }

  take() {
    const before = this.#sent;
    const now = this.#parts.read();
    this.#sent = now;
    const rows: LiveRow[] = [];
    for (const [id, sent] of before) if (!now.has(id)) rows.push(this.#row('Removed', id, sent));
    for (const [id, sent] of now) {
      const known = before.get(id);
      if (known?.text !== sent.text) rows.push(this.#row(known === undefined ? 'Added' : 'Updated', id, sent));
    }
    return { rows, isMore: false };
  }

  *standing() {
    for (const [id, sent] of this.#sent) yield this.#row('Added', id, sent);
  }

  #row(event: 'Added' | 'Updated' | 'Removed', id: string, { data }: SentRow): LiveRow {
    const { type, game, now } = this.#parts;
    return { type, event, id, tail: tailOf(id, game, now(), data()) };
  }
}

const flagsMs = 1_000;

/** The flags of sources, at most a second old: a change concerns hundreds of views, and there are hundreds of sources. */
function recentFlags({ health, now }: Pick<ReaderParts, 'health' | 'now'>): (game: Game) => SourceFlags {
  const known = new Map<Game, SourceFlags>();
  let sources: readonly SourceHealth[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  return (game) => {
    const at = now();
    // `abs`, since the clock can have been set back
    if (Math.abs(at - readAt) >= flagsMs) {
      readAt = at;
      sources = health();
      known.clear();
    }
    const flags = known.get(game) ?? sourceFlagsOf(sources, game);
    known.set(game, flags);
    return flags;
  };
}

type DealParts = ReaderParts & {
  readonly liquidity: LiveLiquidity;
  readonly flagsOf: (game: Game) => SourceFlags;
};

/** Deals by item, marketplaces and way. Changes of age, and of liquidity once it is known, cause no message. */
function dealView(parts: DealParts, subscription: DealSubscription, touched: () => void): LiveView {
  const { game } = subscription;
  const { liquidity } = parts;
  const watch = parts.book.watchDeals(game, touched);
  let isClosed = false;
  const sentRowOf = (deal: Deal): SentRow => {
    const isKnown = !subscription.isOfSome && liquidity.isKnown(game, deal.name);
    const data = () => toWireDeal(deal, 'USD', isKnown ? liquidity.of(game, deal.name) : null);
    return { text: `${isKnown} ${JSON.stringify(toWireDeal(deal, 'USD', null), ageless)}`, data };
  };
  const read = () => {
    const deals = watch.take(queryOf(subscription, parts));
    const names = deals.map(({ name }) => name);
    liquidity.ask(game, names, () => (isClosed ? undefined : touched()));
    return new Map(deals.map((deal) => [idOf(game, deal), sentRowOf(deal)]));
  };
  const close = () => {
    isClosed = true;
    watch.close();
  };
  return new SetView({ type: 'deal', game, now: parts.now, read, close });
}

// Offers become tradable within the requested days as time passes; this is how often they are searched for
const lookMs = 10_000;

/** Single offers. Changes of only age, days of trade lock, usual ask or sticker asks cause no message. */
function foundView({ book, now }: ReaderParts, subscription: FoundSubscription, touched: () => void): LiveView {
  const { game } = subscription;
  const watch = book.watchOffers(game, { isWanted: itemTest(book, subscription), touched });
  const sent = new Map<string, SentRow & { readonly found: FoundOffer }>();
  let lookedAt = Number.NEGATIVE_INFINITY;
  const read = () => {
    const at = now();
    const isOfAll = subscription.maxDaysTradeLocked !== null && Math.abs(at - lookedAt) >= lookMs;
    if (isOfAll) lookedAt = at;
    const before = new Map(sent);
    sent.clear();
    for (const found of watch.take(offerQueryOf(subscription, at), isOfAll)) {
      const { marketplaceId, offerId } = found.offer;
      const id = `${marketplaceId}:${game}:${offerId}`;
      const known = before.get(id);
      sent.set(
        id,
        known?.found === found
          ? known
          : { ...sentOfferOf(subscription.isOfSome ? ofItself(found) : found, now), found },
      );
    }
    return new Map<string, SentRow>(sent);
  };
  return new SetView({ type: 'found', game, now, read, close: watch.close });
}

/** Removes figures that depend on other marketplaces. */
export const ofItself = (found: FoundOffer): FoundOffer => ({ ...found, othersUsd: null, stickersUsd: null });

function sentOfferOf(found: FoundOffer, now: () => number): SentRow {
  const data = () => toWireFoundOffer(found, 'USD', now());
  const { seenAt: _, daysTradeLocked: __, stickersAsk: ___, usualAsk: ____, ...rest } = data();
  return { text: JSON.stringify([rest, found.offer.tradableAt]), data };
}

const ageless = (key: string, value: unknown): unknown => (key === 'seenAt' ? undefined : value);

const idOf = (game: Game, { name, phase, buy, sell }: Deal): string =>
  [game, itemKey(name), ...(phase === null ? [] : [phase]), buy.marketplaceId, sell.marketplaceId, sell.way].join(':');

function queryOf(subscription: DealSubscription, { flagsOf, rates, now }: DealParts): DealQuery {
  const at = now();
  const { game, from, to, ways, payout, maxHoldDays, pairs, without, sort, limit } = subscription;
  const { minProfit, minPercent, maxPrice, maxAgeSeconds } = subscription;
  return {
    sort,
    limit,
    name: null,
    above: 1,
    minProfitUsd: Math.round(minProfit * 1000),
    minPercent,
    maxCostUsd: maxPrice === null ? Number.POSITIVE_INFINITY : Math.round(maxPrice * 1000),
    seenSince: maxAgeSeconds === null ? 0 : at - maxAgeSeconds * 1000,
    at,
    from,
    to,
    ways,
    payout,
    maxHoldDays,
    pairs,
    without,
    sourceFlags: flagsOf(game),
    rates: rates(),
  };
}

function offerQueryOf(subscription: FoundSubscription, at: number): OfferQuery {
  const { items, query, phases, marketplaceIds, minPriceUSD, maxPriceUSD, maxDaysTradeLocked, limit, sort } =
    subscription;
  const { minFloat, maxFloat, paintSeeds, stickers, extras, belowOthersPercent } = subscription;
  return {
    at,
    names: items,
    words: query,
    phases,
    marketplaceIds,
    minUsd: (minPriceUSD ?? 0) * 1000,
    maxUsd: (maxPriceUSD ?? Number.POSITIVE_INFINITY) * 1000,
    minFloat,
    maxFloat,
    paintSeeds,
    stickers,
    maxStickerWear: subscription.maxStickerWear ?? 1,
    extras,
    tradableBy: maxDaysTradeLocked === null ? null : at + maxDaysTradeLocked * dayMs,
    belowOthersPercent,
    sort,
    limit,
    after: null,
  };
}
