import {
  type Fee,
  type Game,
  type KnownFees,
  type KnownTerms,
  ordinaryPayOut,
  type PayoutChoice,
  type Prices,
  type PublicMoney,
  pays,
  type Terms,
  type WhatOneGets,
  whatOneGets,
} from '../../schema/index.ts';
import { FeeRule } from './fee-rule.ts';

/** The page of an item on each marketplace, by the id of the marketplace; null where it is not known. */
export type ItemPages = ReadonlyMap<number, (game: Game, name: string) => string | null>;

/** What one pays and gets at a marketplace in one game. All amounts are thousandths of a dollar, 0 if unknown. */
export class MarketRules {
  readonly gets: WhatOneGets;
  readonly isBuyerFeeKnown: boolean;
  readonly #buyer: FeeRule | null;
  readonly #seller: FeeRule | null;
  /** Percent of what was received; 0 if it is not known. */
  readonly #payOutPercent: number;
  readonly #maxPrice: PublicMoney | null;
  readonly #pageOf: (name: string) => string | null;

  constructor(
    fees: readonly Fee[],
    terms: Terms | undefined,
    game: Game,
    itemPage: (game: Game, name: string) => string | null = () => null,
  ) {
    this.#pageOf = (name) => itemPage(game, name);
    this.gets = whatOneGets(terms, game);
    this.#buyer = FeeRule.of(fees, 'buyer');
    this.#seller = FeeRule.of(fees, 'seller');
    this.isBuyerFeeKnown = this.#buyer !== null;
    // Fixed amounts and minimums are for each payment, which is of many sales: they are no part of what one sale brings
    this.#payOutPercent = ordinaryPayOut(this.gets)?.percent ?? 0;
    const { maxPrices } = this.gets;
    this.#maxPrice = maxPrices.find(({ currency }) => currency === 'USD') ?? maxPrices[0] ?? null;
  }

  /** Whether it counts where one sells. */
  pays(payout: PayoutChoice): boolean {
    return pays(this.gets, payout);
  }

  /** The page of an item there, by its name alone; null if it is not known. */
  itemPage(name: string): string | null {
    return this.#pageOf(name);
  }

  /** Whether nobody can pay a price there. */
  isUnpayable(pricesAt: () => Prices): boolean {
    return this.#maxPrice !== null && (pricesAt()[this.#maxPrice.currency] ?? 0) > this.#maxPrice.amount;
  }

  /** What a buyer pays with the fee. */
  cost(usd: number, pricesAt: () => Prices): number {
    return this.#buyer?.after(usd, pricesAt) ?? 0;
  }

  /** What a seller gets after the fee and the cost of paying out, where that is known. */
  proceeds(usd: number, pricesAt: () => Prices): number {
    const received = this.#seller?.after(usd, pricesAt) ?? 0;
    return received - Math.round((received * this.#payOutPercent) / 100);
  }
}

/** The rules of marketplaces by id, in one game. */
export type RulesOf = (marketplaceId: number) => MarketRules;

/** The rules of all marketplaces in one game, made of fees and terms as these are on first use. */
export class KnownRules {
  readonly #known = new Map<number, MarketRules>();
  readonly #fees: KnownFees;
  readonly #terms: KnownTerms;
  readonly #pages: ItemPages;
  readonly #game: Game;

  constructor(fees: KnownFees, terms: KnownTerms, pages: ItemPages, game: Game) {
    this.#fees = fees;
    this.#terms = terms;
    this.#pages = pages;
    this.#game = game;
  }

  readonly of: RulesOf = (marketplaceId) => {
    const known = this.#known.get(marketplaceId);
    if (known !== undefined) return known;
    const fees = this.#fees.get(marketplaceId) ?? [];
    const made = new MarketRules(fees, this.#terms.get(marketplaceId), this.#game, this.#pages.get(marketplaceId));
    this.#known.set(marketplaceId, made);
    return made;
  };

  /** Call when the fees or terms of a marketplace have changed. */
  forget(marketplaceId: number): void {
    this.#known.delete(marketplaceId);
  }
}
