import Type, { type Static } from 'typebox';
import { isConverted, isRateOld, isStale, wordsOf } from '../../../flags/rules.ts';
import {
  effectIn,
  type Flag,
  flagMeanings,
  flags,
  keysIn,
  type Money,
  meaningsText,
  nativeCurrencies,
  Phase,
  type Prices,
  phaseIn,
  type Rate,
  tf2Units,
  type Variant,
  weaponsIn,
  weaponsPerRefined,
} from '../../../schema/index.ts';
import { OrNull } from '../or-null.ts';
import { toPrice } from '../price.ts';
import { SecondsOrNull, toSeconds } from '../time.ts';
import { unusualEffectField } from './variant.ts';

const quoted = [...nativeCurrencies.filter((currency) => currency !== 'TF2'), ...tf2Units] as const;

/** A price as the marketplace states it. */
export const WireNative = Type.Object({
  amount: Type.Number({ exclusiveMinimum: 0, description: 'Amount in units of `currency`', examples: [28.2] }),
  currency: Type.Enum([...quoted], {
    description: 'Currency of the marketplace; KEY and REF are TF2 keys and refined metal',
  }),
  metal: OrNull(
    Type.Number({ exclusiveMinimum: 0 }),
    'Refined metal in addition to the keys; null if there is none, and for games other than TF2',
  ),
});
export type WireNative = Static<typeof WireNative>;

/** What `fields=full` adds to a row. */
export const FullFields = Type.Object({
  id: OrNull(
    Type.String(),
    'Marketplace id of this offer, buy order or sale; for an item, of the offer its price comes from; null if there is none',
  ),
  phase: OrNull(Phase, 'Doppler variant that the price belongs to; null if it has none or none is known', ['CS2']),
  unusualEffect: unusualEffectField('null if it has none or none is known'),
  native: OrNull(WireNative, 'The price in the currency of the marketplace; null if there is no price'),
  rate: OrNull(
    Type.Number({ exclusiveMinimum: 0 }),
    'Exchange rate used for priceUSD: units of the native currency for one US dollar; 1 for a price in US dollars; null if there is no price or no usable rate',
  ),
  seenAt: SecondsOrNull('Last confirmed by the marketplace', 'null for a sale'),
  stale: Type.Boolean({ description: 'Not confirmed for an hour; same as the flag `stale`' }),
  flags: Type.Array(Type.Enum([...flags]), {
    description: `Reasons to doubt the price, in alphabetical order; flagged rows are still returned. ${meaningsText(flagMeanings)}`,
  }),
});
export type FullFields = Static<typeof FullFields>;

/** What `fields=full` adds to the lowest price of an item. */
export const LowestFields = Type.Object({
  ...FullFields.properties,
  link: OrNull(
    Type.String(),
    'URL of the offer that the price comes from, or of the page of the item there; null if not known',
  ),
  tradable: OrNull(
    WireNative,
    'Lowest price of an offer that can be traded at once, where the list of the marketplace gives one; null if all are locked or it is not known',
  ),
});
export type LowestFields = Static<typeof LowestFields>;

/** The facts that `fields=full` is computed from. */
export type FullFacts = {
  readonly id: string | null;
  readonly phase: Variant | null;
  readonly price: Money | null;
  readonly prices: Prices;
  /** Epoch milliseconds; null for what cannot be confirmed again, such as a sale. */
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
    phase: phaseIn(facts.phase),
    unusualEffect: effectIn(facts.phase),
    native,
    rate: facts.price === null ? null : rateOf(facts.price, facts.prices, rates),
    seenAt: facts.seenAt === null ? null : toSeconds(facts.seenAt),
    stale,
    flags: wordsOf({
      ...fromSource,
      stale,
      thin: facts.price !== null && facts.isThin,
      outlier: facts.isOutlier,
      converted: facts.price !== null && isConverted(facts.price),
      rateOld: facts.price !== null && isRateOld(facts.price, rates, at),
      variantUnknown: facts.isVariantUnknown,
    }),
  };
}

export function toNative({ amount, currency }: Money): WireNative {
  if (currency !== 'TF2') return { amount: toPrice(amount) ?? 0, currency, metal: null };
  const metal = Math.round((weaponsIn(amount) / weaponsPerRefined) * 100) / 100;
  if (keysIn(amount) === 0) return { amount: metal, currency: 'REF', metal: null };
  return { amount: keysIn(amount), currency: 'KEY', metal: metal || null };
}

/** The current rate if it gives the dollar price; otherwise the rate that follows from the two amounts. */
function rateOf({ amount, currency }: Money, { USD }: Prices, rates: readonly Rate[]): number | null {
  if (currency === 'USD') return 1;
  if (USD === null) return null;
  const unit = currency !== 'TF2' ? currency : keysIn(amount) > 0 ? 'KEY' : 'REF';
  const perUsd = rates.find((rate) => rate.currency === unit)?.perUsd ?? null;
  if (currency === 'TF2' || (perUsd !== null && Math.abs(amount / perUsd - USD) <= 1)) return perUsd;
  return Number((amount / USD).toPrecision(6));
}
