import type { BestPrices, BestSide, BidSide } from '../../book/best/read-best.ts';
import type { Bid } from '../../book/queries.ts';
import {
  type Currency,
  type Flag,
  type Game,
  marketplaceWithId,
  type Prices,
  type Variant,
} from '../../schema/index.ts';
import { FullRows } from '../full-rows.ts';
import { mapInTurns } from '../lists/in-turns.ts';
import type { RouteContext } from '../route.ts';
import { toWireVariant } from '../wire/full/variant.ts';
import { toPrice } from '../wire/price.ts';
import { inCurrency } from '../wire/tape/best.ts';
import type { ValueSide, WireValueLine, WireValuePrice } from '../wire/tape/value.ts';
import { toSeconds } from '../wire/time.ts';

export type ValuedItem = {
  readonly game: Game;
  readonly currency: Currency;
  readonly side: ValueSide;
  readonly marketplaceIds: readonly number[] | null;
};

type Piece = { readonly name: string; readonly variant: Variant | null; readonly count: number };

/** A line with its totals in thousandths of the currency. */
export type ValuedLine = {
  readonly line: WireValueLine;
  readonly total: number | null;
  readonly totalAfterFees: number | null;
};

export async function valueLines(
  context: Pick<RouteContext, 'book' | 'rates' | 'health' | 'now'>,
  query: ValuedItem,
  pieces: readonly Piece[],
): Promise<ValuedLine[]> {
  const valuer = new Valuer(context, query);
  // An unknown name is compared with all known names
  return await mapInTurns(pieces, (piece) => valuer.line(piece));
}

/** A best price and the reasons to doubt it. */
type SideVerdict = { readonly side: BestSide; readonly flags: Flag[] } | null;

type Sum = { readonly count: number; readonly amount: number | null };

const nothing: Sum = { count: 0, amount: null };

class Valuer {
  readonly #book;
  readonly #query: ValuedItem;
  readonly #rows: FullRows;

  constructor(context: Pick<RouteContext, 'book' | 'rates' | 'health' | 'now'>, query: ValuedItem) {
    this.#book = context.book;
    this.#query = query;
    this.#rows = new FullRows(context, query.game);
  }

  line({ name, variant: phase, count }: Piece): ValuedLine {
    const { game, marketplaceIds, side } = this.#query;
    const isKnown = this.#book.hasItem(game, name);
    // The marketplaces are chosen by what they pay out already
    const choice = { marketplaceIds, unlockedAt: null, payout: 'any', variant: phase } as const;
    const needsVariant = isKnown && side !== 'ask' && phase === null && this.#book.hasVariants(game, name);
    const known = isKnown && !needsVariant ? this.#book.best(game, name, choice) : [];
    const [best, bestAfterFees] = side === 'ask' ? this.#askedAt(known, name, phase) : this.#bidAt(known, name, phase);
    const bids = side === 'sellable' && isKnown && !needsVariant ? this.#bids(name, phase) : null;
    const total = bids === null ? this.#all(best?.side.prices ?? null, count) : this.#fill(bids, count, this.#price);
    const after =
      bids === null ? this.#allAfterFees(bestAfterFees?.side ?? null, count) : this.#fill(bids, count, this.#afterFees);
    const line = {
      name,
      ...toWireVariant(phase),
      count,
      isKnown,
      nearest: isKnown ? null : this.#book.nearestName(game, name),
      needsVariant,
      best: this.#toWire(best),
      bestAfterFees: this.#toWire(bestAfterFees),
      soldCount: total.count,
      total: toPrice(total.amount),
      soldAfterFeesCount: after.count,
      totalAfterFees: toPrice(after.amount),
    };
    return { line, total: total.amount, totalAfterFees: after.amount };
  }

  #bids(name: string, phase: Variant | null): Bid[] {
    const { game, marketplaceIds } = this.#query;
    const bids = this.#book.bids(game, name, phase);
    return marketplaceIds === null ? bids : bids.filter((bid) => marketplaceIds.includes(bid.marketplaceId));
  }

  #all(prices: Prices | null, count: number): Sum {
    const price = prices?.[this.#query.currency] ?? null;
    return price === null ? nothing : { count, amount: price * count };
  }

  #allAfterFees(side: BestSide | null, count: number): Sum {
    const amount = side === null ? null : inCurrency(side.afterFeesUsd, side.prices, this.#query.currency);
    return amount === null ? nothing : { count, amount: amount * count };
  }

  readonly #price = ({ prices }: Bid): number | null => prices[this.#query.currency];

  readonly #afterFees = ({ afterFeesUsd, prices }: Bid): number | null =>
    inCurrency(afterFeesUsd, prices, this.#query.currency);

  /** Fills the best buy orders first, each up to its quantity. */
  #fill(bids: readonly Bid[], count: number, worth: (bid: Bid) => number | null): Sum {
    const known = bids.flatMap((bid) => {
      const amount = worth(bid);
      return amount === null ? [] : [{ amount, quantity: bid.quantity }];
    });
    let left = count;
    let sum = 0;
    for (const { amount, quantity } of known.sort((a, b) => b.amount - a.amount)) {
      const taken = Math.min(left, quantity);
      sum += amount * taken;
      left -= taken;
      if (left === 0) break;
    }
    return left === count ? nothing : { count: count - left, amount: sum };
  }

  #askedAt(known: readonly BestPrices[], name: string, phase: Variant | null): readonly [SideVerdict, SideVerdict] {
    const found = known.find((one) => one.phase === phase);
    const judged = (side: BestSide | null = null) =>
      side === null ? null : { side, flags: this.#rows.lowest({ ...side, name }, phase).flags };
    return [judged(found?.ask), judged(found?.askAfterFees)];
  }

  #bidAt(known: readonly BestPrices[], name: string, phase: Variant | null): readonly [SideVerdict, SideVerdict] {
    const found = known.find((one) => one.phase === phase);
    const judged = (side: BidSide | null = null) =>
      side === null ? null : { side, flags: this.#rows.highest(side, name, phase).flags };
    return [judged(found?.bid), judged(found?.bidAfterFees)];
  }

  #toWire(judged: SideVerdict): WireValuePrice | null {
    if (judged === null) return null;
    const { marketplaceId, prices, afterFeesUsd, count, seenAt, link } = judged.side;
    return {
      marketplace: marketplaceWithId(marketplaceId).name,
      price: toPrice(prices[this.#query.currency]),
      afterFees: toPrice(inCurrency(afterFeesUsd, prices, this.#query.currency)),
      count,
      seenAt: toSeconds(seenAt),
      link,
      flags: judged.flags,
    };
  }
}
