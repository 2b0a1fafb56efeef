import type { BidSide } from '../book/best/read-best.ts';
import type { BookSummary } from '../book/queries.ts';
import { liquidityOf } from '../flags/liquidity.ts';
import { isOutlier, isThin } from '../flags/rules.ts';
import type { Game, LiveBuyOrder, LiveOffer, Money, Prices, Variant } from '../schema/index.ts';
import type { StoredSale } from '../store/store.ts';
import { salesPerDay } from './cache/sale-counts.ts';
import type { RouteContext } from './route.ts';
import { type FlaggedKind, type SourceFlags, sourceFlagsOf } from './source-flags.ts';
import { type ExtrasFields, toExtrasFields } from './wire/full/extras.ts';
import { type FullFields, type LowestFields, toFullFields, toNative } from './wire/full/full-fields.ts';
import type { FullItemFields } from './wire/full/full-shapes.ts';
import { toTraitFields } from './wire/full/trait-fields.ts';
import { type Tf2Fields, toTf2Fields } from './wire/full/variant.ts';

type PricedRow = {
  readonly marketplaceId: number;
  readonly name: string;
  readonly kind: FlaggedKind;
  readonly id: string | null;
  readonly phase: Variant | null;
  readonly price: Money | null;
  readonly prices: Prices;
  readonly seenAt: number | null;
  readonly count: number;
  readonly usualUsd: number;
  /** True for a buy order, where phase null accepts any variant. */
  readonly isAnyVariant?: boolean;
};

/** An item's name in the languages of marketplaces, and what is known of the item itself. */
export function itemFieldsIn({ book }: Pick<RouteContext, 'book'>, game: Game, name: string): FullItemFields {
  const { zh, ru } = book.localName(game, name);
  return { nameZH: zh, nameRU: ru, ...toTraitFields(book.traits(game, name)) };
}

/** Computes the fields that `fields=full` adds to the rows of an answer, with the flag rules of deals. */
export class FullRows {
  readonly #book: RouteContext['book'];
  readonly #rates;
  readonly #game: Game;
  readonly #at: number;
  readonly #sourceFlags: SourceFlags;
  // Equal for all rows of an item or variant, of which there can be tens of thousands
  readonly #othersAsks = new Map<string, readonly number[]>();
  readonly #usuals = new Map<string, number>();
  readonly #orderCounts = new Map<string, number>();

  constructor({ book, rates, health, now }: Pick<RouteContext, 'book' | 'rates' | 'health' | 'now'>, game: Game) {
    this.#book = book;
    this.#rates = rates();
    this.#game = game;
    this.#at = now();
    this.#sourceFlags = sourceFlagsOf(health(), game);
  }

  /** The lowest price of an item, or of a variant of it, on a marketplace. */
  lowest(
    { marketplaceId, name, seenAt }: Pick<BookSummary, 'marketplaceId' | 'name' | 'seenAt'>,
    phase: Variant | null = null,
  ): LowestFields {
    const basis = this.#book.askBasis(marketplaceId, this.#game, name, phase, this.#at);
    if (basis === null) throw new Error(`marketplace ${marketplaceId} has no "${name}", although it was just read`);
    const { offerId: id, tradable, link, ...facts } = basis;
    const fields = this.#full({
      ...facts,
      marketplaceId,
      name,
      kind: 'ask',
      id,
      seenAt: facts.price === null ? seenAt : facts.seenAt,
    });
    return { ...fields, link, tradable: tradable === null ? null : toNative(tradable) };
  }

  /** An offer; `count` is the number of offers of the item on the marketplace. */
  offer(offer: LiveOffer, count: number): FullFields & Tf2Fields & ExtrasFields {
    const full = this.#full({ ...offer, kind: 'ask', id: offer.offerId, count, usualUsd: this.#usualOf(offer) });
    return { ...full, ...toTf2Fields(offer), ...toExtrasFields(offer.name, offer) };
  }

  buyOrder(order: LiveBuyOrder): FullFields {
    const { marketplaceId, name, phase } = order;
    const count = cached(this.#orderCounts, keyOf(order), () =>
      this.#book.orderCount(marketplaceId, this.#game, name, phase),
    );
    return this.#full({ ...order, kind: 'bid', id: order.orderId, count, usualUsd: 0, isAnyVariant: true });
  }

  /** The highest buy order that the item, or a variant of it, would fill on a marketplace. */
  highest(bid: BidSide, name: string, phase: Variant | null): FullFields {
    return this.#full({ ...bid, name, phase, kind: 'bid', id: null, usualUsd: 0, isAnyVariant: true });
  }

  /** A sale; `count` is the number of sales in the answer. */
  sale(marketplaceId: number, name: string, sale: StoredSale, count: number): FullFields & ExtrasFields {
    const series = { marketplaceId, name, phase: sale.phase };
    const usualUsd = this.#usualOf(series);
    const full = this.#full({ ...sale, ...series, kind: 'sale', id: sale.saleId, seenAt: null, count, usualUsd });
    return { ...full, ...toExtrasFields(name, sale) };
  }

  #usualOf(series: SeriesKey): number {
    const { marketplaceId, name, phase } = series;
    return cached(
      this.#usuals,
      keyOf(series),
      () => this.#book.askBasis(marketplaceId, this.#game, name, phase, this.#at)?.usualUsd ?? 0,
    );
  }

  #full(row: PricedRow): FullFields {
    const hasVariants = this.#book.hasVariants(this.#game, row.name);
    const isVariantUnknown = hasVariants && row.phase === null && row.isAnyVariant !== true;
    // Prices of other variants are not comparable
    const others = isVariantUnknown ? [] : this.#othersOf(row);
    const usual = row.usualUsd;
    return toFullFields(
      {
        ...row,
        isThin: isThin(row.count),
        isOutlier: row.prices.USD !== null && isOutlier(row.prices.USD, { others, usual }),
        isVariantUnknown: isVariantUnknown && row.price !== null,
        sourceFlags: this.#sourceFlags(row.marketplaceId, row.kind),
      },
      this.#rates,
      this.#at,
    );
  }

  #othersOf(series: SeriesKey): readonly number[] {
    const { marketplaceId, name, phase } = series;
    return cached(this.#othersAsks, keyOf(series), () =>
      this.#book
        .asks(this.#game, name, phase)
        .filter((ask) => ask.marketplaceId !== marketplaceId)
        .map(({ usd }) => usd),
    );
  }
}

type SeriesKey = Pick<PricedRow, 'marketplaceId' | 'name' | 'phase'>;

const keyOf = ({ marketplaceId, name, phase }: SeriesKey): string => `${marketplaceId}\n${phase}\n${name}`;

/** The value that is kept under a key, made on first use. */
function cached<Value extends {}>(values: Map<string, Value>, key: string, make: () => Value): Value {
  const value = values.get(key) ?? make();
  values.set(key, value);
  return value;
}

/**
 * Liquidity of items by name; reads the book before it waits for the store. null for all items while the store does not
 * respond, because the figure depends on sales, and for a key that cannot see all marketplaces.
 */
export async function liquidityIn(
  { scope, book, weekSales }: Pick<RouteContext, 'scope' | 'book' | 'weekSales'>,
  game: Game,
  names: readonly string[],
): Promise<(name: string) => number | null> {
  if (scope.marketplaceIds !== null) return () => null;
  const depths = new Map(names.map((name) => [name, book.depth(game, name)]));
  const sales = await salesPerDay(weekSales, game, [...depths.keys()]);
  if (sales === null) return () => null;
  return (name) => {
    const depth = depths.get(name);
    return depth === undefined ? null : liquidityOf({ ...depth, salesPerDay: sales.get(name) ?? null });
  };
}
