import Type, { type Static } from 'typebox';
import { type Game, games } from '../game.ts';
import { feeSides } from './fee.ts';
import { PublicMoney, statedFields } from './stated.ts';

/**
 * What a seller ends up with: money (a bank, a card, a payment service or a cryptocurrency), a balance on Steam or on the
 * marketplace that cannot be withdrawn, other items, or coins of a gambling site. A balance that can be withdrawn is money.
 */
export const payoutKinds = ['money', 'steamBalance', 'siteBalance', 'items', 'coins'] as const;
export type PayoutKind = (typeof payoutKinds)[number];

/** Marketplaces that count where one sells: those with this payout, or `any`, which includes those of unknown payout. */
export const payoutChoices = [
  'money',
  'any',
  'steamBalance',
  'siteBalance',
  'items',
  'coins',
] as const satisfies readonly (PayoutKind | 'any')[];
export type PayoutChoice = (typeof payoutChoices)[number];

export const Payout = Type.Object({ kind: Type.Enum([...payoutKinds]), ...statedFields });
export type Payout = Static<typeof Payout>;

/** The games a fact is limited to; absent for all. */
const OfGames = Type.Optional(Type.Array(Type.Enum([...games]), { minItems: 1 }));

/** Days until something is free. */
export const Hold = Type.Object({
  days: Type.Number({ minimum: 0, maximum: 60 }),
  games: OfGames,
  ...statedFields,
});
export type Hold = Static<typeof Hold>;

/** What paying money in or out costs. */
export const Charge = Type.Object({
  /** Percent of the sum. */
  percent: Type.Number({ minimum: 0, maximum: 50 }),
  /** Added to the percentage, for each payment. */
  fixed: Type.Optional(PublicMoney),
  /** Minimum of percentage and fixed amount together. */
  min: Type.Optional(PublicMoney),
  /** The smallest sum that can be paid at a time. */
  minSum: Type.Optional(PublicMoney),
  /** The largest sum that can be paid at a time. */
  maxSum: Type.Optional(PublicMoney),
  /** The way of paying it is for; absent if it is for all of them or for the ordinary one. */
  method: Type.Optional(Type.String({ minLength: 1 })),
  ...statedFields,
});
export type Charge = Static<typeof Charge>;

/** No offer and no buy order can be dearer. */
export const Ceiling = Type.Object({ price: PublicMoney, ...statedFields });
export type Ceiling = Static<typeof Ceiling>;

/** Who may use a marketplace, in words. */
export const Access = Type.Object({ about: Type.String({ minLength: 1 }), ...statedFields });
export type Access = Static<typeof Access>;

/** Who may undo a purchase after it was made; nobody if `by` is empty. */
export const CancellationRule = Type.Object({
  by: Type.Array(Type.Enum([...feeSides]), { uniqueItems: true }),
  /** Until when, and at what cost. */
  about: Type.String({ minLength: 1 }),
  games: OfGames,
  ...statedFields,
});
export type CancellationRule = Static<typeof CancellationRule>;

/** What one gets at a marketplace, besides its fees. What is absent or empty is not known; it is never guessed. */
export const Terms = Type.Object({
  payout: Type.Optional(Payout),
  /** Until something bought can be sold elsewhere. Where no game is declared, the rules of Steam apply (`steamRules`). */
  itemHolds: Type.Optional(Type.Array(Hold)),
  /** Until what was sold for is free. */
  moneyHolds: Type.Optional(Type.Array(Hold)),
  payIn: Type.Optional(Type.Array(Charge)),
  payOut: Type.Optional(Type.Array(Charge)),
  /** One for each currency at most. */
  maxPrices: Type.Optional(Type.Array(Ceiling)),
  access: Type.Optional(Access),
  /** As for `itemHolds`. */
  cancellations: Type.Optional(Type.Array(CancellationRule)),
});
export type Terms = Static<typeof Terms>;

/** Terms by the id of their marketplace, completed by `withSteamRules`. */
export type KnownTerms = ReadonlyMap<number, Terms>;

/** What one gets at a marketplace in one game; null and [] are not known. */
export type WhatOneGets = {
  readonly payout: PayoutKind | null;
  /** Days until something bought can be sold elsewhere. */
  readonly itemDays: number | null;
  /** Days until what was sold for is free. */
  readonly moneyDays: number | null;
  /** One for each way of paying. */
  readonly payIn: readonly Charge[];
  readonly payOut: readonly Charge[];
  /** One for each currency at most. */
  readonly maxPrices: readonly PublicMoney[];
};

/** `terms` are those of the marketplace in `KnownTerms`; undefined where there are none. */
export function whatOneGets(terms: Terms | undefined, game: Game): WhatOneGets {
  const { payout, itemHolds = [], moneyHolds = [], payIn = [], payOut = [], maxPrices = [] } = terms ?? {};
  return {
    payout: payout?.kind ?? null,
    itemDays: ofGame(itemHolds, game)?.days ?? null,
    moneyDays: ofGame(moneyHolds, game)?.days ?? null,
    payIn,
    payOut,
    maxPrices: maxPrices.map(({ price }) => price),
  };
}

/** Whether a marketplace counts where one sells. */
export const pays = ({ payout }: Pick<WhatOneGets, 'payout'>, choice: PayoutChoice): boolean =>
  choice === 'any' || payout === choice;

/** What paying out costs in the ordinary way; null if it is not known. */
export const ordinaryPayOut = ({ payOut }: Pick<WhatOneGets, 'payOut'>): Charge | null =>
  payOut.find(({ method }) => method === undefined) ?? null;

/** The fact about this game, or else the one about all games. */
export const ofGame = <T extends { readonly games?: readonly Game[] }>(
  facts: readonly T[],
  game: Game,
): T | undefined =>
  facts.find(({ games: some }) => some?.includes(game)) ?? facts.find(({ games: some }) => some === undefined);
