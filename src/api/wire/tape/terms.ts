import Type, { type Static } from 'typebox';
import {
  type CancellationRule,
  type Charge,
  type Fee,
  feeSides,
  Game,
  type Hold,
  marketplaceWithId,
  payoutKinds,
  type Terms,
} from '../../../schema/index.ts';
import { ItemHead } from '../item.ts';
import { OrNull } from '../or-null.ts';
import { toWireFee, WireFee } from './fee.ts';
import { statedWireFields, toMoneyOrNull, toPublicMoney, toStatedFields, WirePublicMoney } from './stated.ts';

const ofGames = Type.Array(Game, { description: 'Games to which this applies' });

export const WirePayout = Type.Object({
  kind: Type.Enum([...payoutKinds], {
    description:
      'What a seller ends up with. money: paid out to a bank, a card, a payment service or as cryptocurrency, also by way of a balance; steamBalance, siteBalance: a balance that cannot be paid out; items: other items; coins: coins of a gambling site',
  }),
  ...statedWireFields,
});

export const WireHold = Type.Object({
  days: Type.Number({ minimum: 0, maximum: 60, description: 'Days from the purchase on' }),
  games: ofGames,
  ...statedWireFields,
});
export type WireHold = Static<typeof WireHold>;

export const WireCharge = Type.Object({
  percent: Type.Number({ minimum: 0, maximum: 50, description: 'Percentage of the sum', examples: [2.8] }),
  fixed: OrNull(WirePublicMoney, 'Fixed amount per payment, added to the percentage; null if there is none'),
  min: OrNull(WirePublicMoney, 'Minimum, percentage and fixed amount together; null if there is none'),
  minSum: OrNull(WirePublicMoney, 'Smallest sum that can be paid at a time; null if not known'),
  maxSum: OrNull(WirePublicMoney, 'Largest sum that can be paid at a time; null if not known'),
  method: OrNull(Type.String(), 'Way of paying that this is for; null for all or for the ordinary one'),
  ...statedWireFields,
});
export type WireCharge = Static<typeof WireCharge>;

export const WireMaxPrice = Type.Object({ ...WirePublicMoney.properties, ...statedWireFields });

export const WireAccess = Type.Object({
  about: Type.String({ description: 'Who may use the marketplace, and for what' }),
  ...statedWireFields,
});

export const WireCancellationRule = Type.Object({
  by: Type.Array(Type.Enum([...feeSides]), {
    description: 'Who can undo a purchase after it was made; empty: nobody',
  }),
  about: Type.String({ description: 'Until when, and at what cost' }),
  games: ofGames,
  ...statedWireFields,
});
export type WireCancellationRule = Static<typeof WireCancellationRule>;

/** What one pays and gets at a marketplace. */
export const WireTerms = Type.Object({
  marketplace: ItemHead.properties.marketplace,
  payout: OrNull(WirePayout, 'What a seller ends up with; null if not known'),
  fees: Type.Array(WireFee, {
    description:
      'Fees on a purchase; a side that is missing has no known fee, and then there are no figures after fees',
  }),
  payIn: Type.Array(WireCharge, { description: 'What paying money in costs, by way of paying; empty if not known' }),
  payOut: Type.Array(WireCharge, { description: 'What paying money out costs, by way of paying; empty if not known' }),
  itemHolds: Type.Array(WireHold, {
    description:
      'Days until something bought can be sold elsewhere; a game that is missing is not known. A lock that an offer already has comes before them',
  }),
  moneyHolds: Type.Array(WireHold, {
    description: 'Days until what was sold for can be spent or paid out; a game that is missing is not known',
  }),
  maxPrices: Type.Array(WireMaxPrice, {
    description: 'Highest price that can be paid, once for each currency in which it is known; empty if none is known',
  }),
  access: OrNull(WireAccess, 'Who may use it; null if not known'),
  cancellations: Type.Array(WireCancellationRule, {
    description: 'Who can undo a purchase; a game that is missing is not known',
  }),
});
export type WireTerms = Static<typeof WireTerms>;

type KnownFacts = { readonly fees: readonly Fee[]; readonly terms: Terms };

/** `games` are those that the marketplace covers and the reader can see. */
export function toWireTerms(marketplaceId: number, { fees, terms }: KnownFacts, games: readonly Game[]): WireTerms {
  const { payout, payIn = [], payOut = [], maxPrices = [], access } = terms;
  return {
    marketplace: marketplaceWithId(marketplaceId).name,
    payout: payout === undefined ? null : { kind: payout.kind, ...toStatedFields(payout) },
    fees: fees.map(toWireFee),
    payIn: payIn.map(toWireCharge),
    payOut: payOut.map(toWireCharge),
    itemHolds: byGame(terms.itemHolds, games).map(toWireHold),
    moneyHolds: byGame(terms.moneyHolds, games).map(toWireHold),
    maxPrices: maxPrices.map((one) => ({ ...toPublicMoney(one.price), ...toStatedFields(one) })),
    access: access === undefined ? null : { about: access.about, ...toStatedFields(access) },
    cancellations: byGame(terms.cancellations, games).map(toWireCancellationRule),
  };
}

type OfGames = { readonly games?: readonly Game[] };
type FactOfGames<T> = readonly [fact: T, games: Game[]];

/** Facts with the games to which they apply: one about all games does not where another one names the game. */
function byGame<T extends OfGames>(facts: readonly T[] = [], covered: readonly Game[]): FactOfGames<T>[] {
  const named = new Set(facts.flatMap(({ games = [] }) => games));
  return facts
    .map(
      (fact): FactOfGames<T> => [
        fact,
        covered.filter((game) => (fact.games === undefined ? !named.has(game) : fact.games.includes(game))),
      ],
    )
    .filter(([, games]) => games.length > 0);
}

const toWireHold = ([hold, games]: FactOfGames<Hold>): WireHold => ({
  days: hold.days,
  games,
  ...toStatedFields(hold),
});

const toWireCancellationRule = ([one, games]: FactOfGames<CancellationRule>): WireCancellationRule => ({
  by: one.by,
  about: one.about,
  games,
  ...toStatedFields(one),
});

const toWireCharge = (charge: Charge): WireCharge => ({
  percent: charge.percent,
  fixed: toMoneyOrNull(charge.fixed),
  min: toMoneyOrNull(charge.min),
  minSum: toMoneyOrNull(charge.minSum),
  maxSum: toMoneyOrNull(charge.maxSum),
  method: charge.method ?? null,
  ...toStatedFields(charge),
});
