import type { BidSide, Sale } from '../../book/best/read-best.ts';
import {
  type Currency,
  type DealWay,
  type Game,
  marketplaceWithId,
  type PayoutChoice,
  type Variant,
  whatOneGets,
} from '../../schema/index.ts';
import { FullRows } from '../full-rows.ts';
import type { RouteContext } from '../route.ts';
import type { WireHoldingSale } from '../wire/holdings/holding.ts';
import { toPrice } from '../wire/price.ts';
import { inCurrency } from '../wire/tape/best.ts';
import { toSeconds } from '../wire/time.ts';

export type SaleQuery = {
  readonly currency: Currency;
  readonly way: DealWay;
  readonly payout: PayoutChoice;
  readonly marketplaceIds: readonly number[] | null;
};

type Item = { readonly game: Game; readonly name: string; readonly variant: Variant | null };

/** Where a piece brings most, and what a seller gets for it in thousandths of the currency. */
export type ValuedSale = { readonly sale: WireHoldingSale; readonly each: number | null };

/** What values depend on. */
export type SaleContext = Pick<RouteContext, 'book' | 'rates' | 'health' | 'terms' | 'now'>;

/** Says where pieces of items bring most after fees. */
export class SaleValuer {
  readonly #context: SaleContext;
  readonly #query: SaleQuery;
  readonly #rows = new Map<Game, FullRows>();
  // An inventory has many pieces of one item
  readonly #sales = new Map<string, ValuedSale | null>();

  constructor(context: SaleContext, query: SaleQuery) {
    this.#context = context;
    this.#query = query;
  }

  /** null if that is not known anywhere. */
  of(item: Item): ValuedSale | null {
    const key = `${item.game}\n${item.name}\n${item.variant ?? ''}`;
    const known = this.#sales.get(key);
    if (known !== undefined) return known;
    const found = this.#find(item);
    this.#sales.set(key, found);
    return found;
  }

  #find({ game, name, variant }: Item): ValuedSale | null {
    const { way, payout, marketplaceIds, currency } = this.#query;
    const side = this.#context.book.bestSale(game, name, { way, payout, marketplaceIds, variant });
    if (side === null) return null;
    const { marketplaceId, prices, afterFeesUsd, count, seenAt, link } = side;
    const each = inCurrency(afterFeesUsd, prices, currency);
    const sale = {
      marketplace: marketplaceWithId(marketplaceId).name,
      price: toPrice(prices[currency]),
      afterFees: toPrice(each),
      count,
      seenAt: toSeconds(seenAt),
      link,
      holdDays: whatOneGets(this.#context.terms.get(marketplaceId), game).moneyDays,
      flags: this.#flagsOf(side, { game, name, variant }),
    };
    return { sale, each };
  }

  #flagsOf(side: Sale, { game, name, variant }: Item): WireHoldingSale['flags'] {
    const rows = this.#rows.get(game) ?? new FullRows(this.#context, game);
    this.#rows.set(game, rows);
    return [...(isBid(side) ? rows.highest(side, name, variant) : rows.lowest({ ...side, name }, variant)).flags];
  }
}

const isBid = (side: Sale): side is BidSide => 'payout' in side;
