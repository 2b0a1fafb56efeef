import Type, { type Static } from 'typebox';
import { isRateOld, isStale, wordsOf } from '../../../flags/rules.ts';
import {
  type Flag,
  flagMeanings,
  flags,
  keysIn,
  type Money,
  meaningsText,
  nativeCurrencies,
  Phase,
  type Prices,
  type Rate,
  tf2Units,
  weaponsIn,
  weaponsPerRefined,
} from '../../../schema/index.ts';
import { OrNull } from '../or-null.ts';
import { toPrice } from '../price.ts';
import { Seconds, toSeconds } from '../time.ts';

const quoted = [...nativeCurrencies.filter((currency) => currency !== 'TF2'), ...tf2Units] as const;

/** A price as the marketplace tells it. */
export const WireNative = Type.Object({
  amount: Type.Number({ exclusiveMinimum: 0, description: 'Units of the currency', examples: [28.2] }),
  currency: Type.Enum([...quoted], {
    description: 'What the marketplace tells its price in; KEY and REF are keys and refined metal of TF2',
  }),
  metal: OrNull(
    Type.Number({ exclusiveMinimum: 0 }),
    'Refined metal on top of the keys; null where there is none, and outside TF2',
  ),
});
export type WireNative = Static<typeof WireNative>;

/** What `fields=full` adds to a row. */
export const FullFields = Type.Object({
  id: OrNull(
    Type.String(),
    'What the marketplace calls this offer, buy order or sale; of an item the offer that its price is of; null where there is none',
  ),
  phase: OrNull(Phase, 'Doppler variant of what the price is of; null where it has none, or none is known'),
  native: OrNull(WireNative, 'The price as the marketplace tells it; null where there is no price'),
  rate: OrNull(
    Type.Number({ exclusiveMinimum: 0 }),
    'Units of the native currency for one US dollar, at which priceUSD was converted; null where it was not',
  ),
  seenAt: OrNull(Seconds('Last confirmed by the marketplace'), 'Last confirmed by the marketplace; null of a sale'),
  stale: Type.Boolean({ description: 'Not confirmed for an hour; the same as the flag' }),
  flags: Type.Array(Type.Enum([...flags]), {
    description: `What may be doubtful, in the order of the alphabet; nothing is left out for it. ${meaningsText(flagMeanings)}`,
  }),
});
export type FullFields = Static<typeof FullFields>;

/** What a row is told of in full. */
export type FullFacts = {
  readonly id: string | null;
  readonly phase: Phase | null;
  readonly price: Money | null;
  readonly prices: Prices;
  /** Null where it is no state that can be confirmed. */
  readonly seenAt: number | null;
  readonly isThin: boolean;
  readonly isOutlier: boolean;
  readonly isVariantUnknown: boolean;
  readonly sourceFlags: readonly Flag[];
};

export function toFullFields(facts: FullFacts, rates: readonly Rate[], at: number): FullFields {
  const native = facts.price === null ? null : toNative(facts.price);
  const stale = facts.seenAt !== null && isStale(facts.seenAt, at);
  const fromSource = Object.fromEntries(facts.sourceFlags.map((flag) => [flag, true]));
  return {
    id: facts.id,
    phase: facts.phase,
    native,
    rate: facts.price === null ? null : rateOf(facts.price, facts.prices, rates),
    seenAt: facts.seenAt === null ? null : toSeconds(facts.seenAt),
    stale,
    flags: wordsOf({
      ...fromSource,
      stale,
      thin: facts.price !== null && facts.isThin,
      outlier: facts.isOutlier,
      rateOld: facts.price !== null && isRateOld(facts.price, rates, at),
      variantUnknown: facts.isVariantUnknown,
    }),
  };
}

function toNative({ amount, currency }: Money): WireNative {
  if (currency !== 'TF2') return { amount: toPrice(amount) ?? 0, currency, metal: null };
  const metal = Math.round((weaponsIn(amount) / weaponsPerRefined) * 100) / 100;
  if (keysIn(amount) === 0) return { amount: metal, currency: 'REF', metal: null };
  return { amount: keysIn(amount), currency: 'KEY', metal: metal || null };
}

/** The rate of now where it makes the price; where the price was converted at another one, what follows from both amounts. */
function rateOf({ amount, currency }: Money, { USD }: Prices, rates: readonly Rate[]): number | null {
  if (currency === 'USD') return 1;
  if (USD === null) return null;
  const unit = currency !== 'TF2' ? currency : keysIn(amount) > 0 ? 'KEY' : 'REF';
  const perUsd = rates.find((rate) => rate.currency === unit)?.perUsd ?? null;
  if (currency === 'TF2' || (perUsd !== null && Math.abs(amount / perUsd - USD) <= 1)) return perUsd;
  return Number((amount / USD).toPrecision(6));
}
