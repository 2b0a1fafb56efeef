import Type, { type Static } from 'typebox';
import type { BookSummary } from '../../book/queries.ts';
import { marketplaceWithId } from '../../schema/index.ts';
import { ItemHead, offerCountField } from './item.ts';
import { byPrice, FourPrices, toFourPrices } from './price.ts';
import { Seconds, toSeconds } from './time.ts';

export const WireComparedMarketplace = Type.Object({
  marketplace: ItemHead.properties.marketplace,
  ...FourPrices.properties,
  offerCount: offerCountField,
  updatedAt: Seconds('Last change of price or count'),
});
export type WireComparedMarketplace = Static<typeof WireComparedMarketplace>;

export const WireComparison = Type.Object({
  name: ItemHead.properties.name,
  marketplaces: Type.Array(WireComparedMarketplace, {
    description: 'Marketplaces that know the item, lowest price first',
  }),
});
export type WireComparison = Static<typeof WireComparison>;

export const toWireComparedMarketplace = (summary: BookSummary): WireComparedMarketplace => ({
  marketplace: marketplaceWithId(summary.marketplaceId).name,
  ...toFourPrices(summary.prices),
  offerCount: summary.offerCount,
  updatedAt: toSeconds(summary.changedAt),
});

/** Summaries of the wanted marketplaces, lowest price first; null wants all of them. */
export const comparedOf = (
  summaries: readonly BookSummary[],
  wanted: readonly { readonly id: number }[] | null,
): BookSummary[] =>
  summaries
    .filter(({ marketplaceId }) => wanted === null || wanted.some(({ id }) => id === marketplaceId))
    .sort((a, b) => byPrice(a.prices.USD, b.prices.USD));

export const toWireComparison = (
  name: string,
  summaries: readonly BookSummary[],
  wanted: readonly { readonly id: number }[] | null,
): WireComparison => ({ name, marketplaces: comparedOf(summaries, wanted).map(toWireComparedMarketplace) });
