import Type, { type Static } from 'typebox';
import type { BookSummary } from '../../../book/queries.ts';
import type { FoundName } from '../../../book/search.ts';
import type { Game } from '../../../schema/index.ts';
import { comparedOf, toWireComparison, WireComparison } from '../comparison.ts';
import { ItemHead, thumbnailField } from '../item.ts';
import { isNearField } from '../search-row.ts';

/** One item on all marketplaces. */
export const WireSearchItem = Type.Object({
  name: WireComparison.properties.name,
  game: ItemHead.properties.game,
  thumbnail: thumbnailField,
  isNear: isNearField,
  marketplaces: WireComparison.properties.marketplaces,
});
export type WireSearchItem = Static<typeof WireSearchItem>;

export const toWireSearchItem = (
  game: Game,
  { name, isNear }: FoundName,
  summaries: readonly BookSummary[],
  wanted: readonly { readonly id: number }[] | null,
): WireSearchItem => ({
  name,
  game,
  thumbnail: comparedOf(summaries, wanted).find(({ thumbnail }) => thumbnail !== null)?.thumbnail ?? null,
  isNear,
  marketplaces: toWireComparison(name, summaries, wanted).marketplaces,
});
