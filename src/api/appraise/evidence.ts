import type { Comparable } from '../../appraise/appraise.ts';
import type { Looks } from '../../appraise/looks.ts';
import type { Lifetime } from '../../appraise/time-to-sell.ts';
import { fadeOf } from '../../names/fade.ts';
import { inTurns } from '../../runtime/turn.ts';
import { anyExtras, dayMs, type Game, type LiveOffer, type Sticker, type Variant } from '../../schema/index.ts';
import type { StoredRemoval, StoredSale } from '../../store/store.ts';
import type { RouteContext } from '../route.ts';

/** An item or variant on those marketplaces that count. */
export type WantedItem = {
  readonly game: Game;
  readonly name: string;
  readonly phase: Variant | null;
  readonly marketplaceIds: readonly number[];
};

/** What is known of an item: what was sold, what is offered, cheapest first, and what has gone. */
export type Evidence = {
  readonly sales: readonly StoredSale[];
  readonly offers: ReadonlyMap<number, readonly LiveOffer[]>;
  readonly removals: readonly StoredRemoval[];
};

const salesDays = 90;
const removalDays = 15;
const maxSales = 250;
const maxRemovals = 5_000;
/** Of one marketplace; what is dearer tells little. */
const maxOffers = 60;
/** Of one marketplace: what other sellers ask for more than the cheapest is hope. */
const comparedOffers = 3;

export async function evidenceOf({ book, store, now }: RouteContext, wanted: WantedItem): Promise<Evidence> {
  const at = now();
  const { game, name, phase, marketplaceIds } = wanted;
  const item = { game, name, phase, marketplaceIds };
  const any = { minFloat: null, maxFloat: null, paintSeeds: null, stickers: [], extras: anyExtras, after: null };
  const past = store.keepsPast
    ? Promise.all([
        store.findSales({ ...item, ...any, since: at - salesDays * dayMs, until: at, limit: maxSales }),
        store.removals({ ...item, since: at - removalDays * dayMs, limit: maxRemovals }),
      ])
    : ([[], []] as const);
  // The database works meanwhile
  const [offers, [sales, removals]] = await Promise.all([cheapestOffers(book, wanted, at), past]);
  return { sales: ofVariant(sales, phase), offers, removals: ofVariant(removals, phase) };
}

async function cheapestOffers(
  book: RouteContext['book'],
  wanted: WantedItem,
  at: number,
): Promise<Map<number, readonly LiveOffer[]>> {
  const { game, name, phase, marketplaceIds } = wanted;
  const offers = new Map<number, readonly LiveOffer[]>();
  for (const { marketplaceId } of book.asks(game, name, phase)) {
    if (!marketplaceIds.includes(marketplaceId)) continue;
    const found = await inTurns(book.findingOffers(game, cheapest(wanted, marketplaceId, at)));
    offers.set(
      marketplaceId,
      found.map(({ offer }) => offer),
    );
  }
  return offers;
}

const cheapest = ({ name, phase }: WantedItem, marketplaceId: number, at: number) => ({
  ...{ at, names: [name], words: null, phases: phase === null ? null : [phase], marketplaceIds: [marketplaceId] },
  ...{ minUsd: 0, maxUsd: Number.POSITIVE_INFINITY, minFloat: null, maxFloat: null, paintSeeds: null, stickers: [] },
  ...{ maxStickerWear: 1, extras: anyExtras, tradableBy: null, belowOthersPercent: null },
  ...{ limit: maxOffers, after: null },
  sort: 'price' as const,
});

const ofVariant = <Row extends { readonly phase: Variant | null }>(rows: readonly Row[], phase: Variant | null) =>
  rows.filter((row) => row.phase === phase);

/** Values what is on items at what it costs by itself, looking up each name once. */
export class Attachments {
  readonly #asks = new Map<string, number | null>();
  readonly #book;
  readonly #game;

  constructor({ book }: Pick<RouteContext, 'book'>, game: Game) {
    this.#book = book;
    this.#game = game;
  }

  /** The sum of the lowest asks; null if one of them is not known. */
  sum(names: readonly string[] | null): number | null {
    let sum = 0;
    for (const name of names ?? []) {
      const ask = this.#askOf(name);
      if (ask === null) return null;
      sum += ask;
    }
    return names === null ? null : sum;
  }

  looksOf(name: string, { float, paintSeed, stickers, charms }: LooksRow): Looks {
    return {
      ...{ float, paintSeed, fade: fadeOf(name, paintSeed) },
      stickersUsd: this.sum(unscraped(stickers)),
      charmsUsd: this.sum((charms ?? []).map(({ name }) => name)),
    };
  }

  #askOf(name: string): number | null {
    const known = this.#asks.get(name);
    if (known !== undefined) return known;
    const asks = this.#book.asks(this.#game, name, null).map(({ usd }) => usd);
    const ask = asks.length === 0 ? null : Math.min(...asks);
    this.#asks.set(name, ask);
    return ask;
  }
}

type LooksRow = Pick<StoredSale, 'float' | 'paintSeed' | 'stickers' | 'charms'>;

/** Scraped stickers add nothing. */
const unscraped = (stickers: readonly Sticker[] | null): string[] | null =>
  stickers === null ? null : stickers.flatMap(({ name, wear }) => (wear === 0 ? [name] : []));

/** The rows that an item is compared with; an offer is as new as its last confirmation. */
export function comparablesOf(
  name: string,
  { sales, offers }: Evidence,
  attachments: Attachments,
  own: LiveOffer | null,
): Comparable[] {
  const sold = sales.flatMap((sale): Comparable[] => {
    const { marketplaceId, soldAt: at, saleId: id, side, prices } = sale;
    if (prices.USD === null) return [];
    return [{ ...attachments.looksOf(name, sale), kind: 'sale', marketplaceId, id, side, usd: prices.USD, at }];
  });
  const offered = [...offers.values()].flatMap((found) =>
    found
      .filter(({ offerId, marketplaceId }) => own?.offerId !== offerId || own.marketplaceId !== marketplaceId)
      .slice(0, comparedOffers)
      .flatMap((offer): Comparable[] => {
        const { marketplaceId, seenAt: at, offerId: id, prices } = offer;
        if (prices.USD === null) return [];
        return [
          { ...attachments.looksOf(name, offer), kind: 'offer', side: null, marketplaceId, id, usd: prices.USD, at },
        ];
      }),
  );
  return [...sold, ...offered];
}

const cents = (usd: number | null): number => Math.round((usd ?? 0) / 10);

/** A sale can be dated by the day, or reported before the offer is missed. */
const matchedWithin = dayMs;

/** What stood or stands. Where a marketplace publishes sales, what has gone without one was not sold. */
export function lifetimesOf({ sales, offers, removals }: Evidence): Lifetime[] {
  const publishing = new Set(sales.map(({ marketplaceId }) => marketplaceId));
  const sold = new Map<string, number[]>();
  for (const { marketplaceId, prices, soldAt } of sales) {
    const key = `${marketplaceId} ${cents(prices.USD)}`;
    sold.set(key, [...(sold.get(key) ?? []), soldAt]);
  }
  const isSold = ({ reason, marketplaceId, usd, goneAt }: StoredRemoval): boolean => {
    if (reason === 'sold') return true;
    if (reason === 'withdrawn' || reason === 'expired') return false;
    if (!publishing.has(marketplaceId)) return true;
    const at = sold.get(`${marketplaceId} ${cents(usd)}`) ?? [];
    return at.some((soldAt) => Math.abs(soldAt - goneAt) <= matchedWithin);
  };
  const standing = [...offers.values()].flat();
  const stands = new Set(standing.map(({ marketplaceId, offerId }) => `${marketplaceId} ${offerId}`));
  return [
    ...removals
      .filter(({ marketplaceId, offerId }) => !stands.has(`${marketplaceId} ${offerId}`))
      .map((removal) => ({
        ...{ marketplaceId: removal.marketplaceId, usd: removal.usd ?? 0, foundAt: removal.foundAt },
        ...{ goneAt: removal.goneAt, isSold: isSold(removal) },
      })),
    ...standing.map(({ marketplaceId, prices, foundAt }) => ({
      ...{ marketplaceId, usd: prices.USD ?? 0, foundAt, goneAt: null, isSold: false },
    })),
  ].filter(({ usd }) => usd > 0);
}
