import Type, { type Static } from 'typebox';
import type { BookSummary } from '../../../book/book.ts';
import type { Game } from '../../../schema/index.ts';
import { comparedOf, toWireComparison, WireComparison } from '../comparison.ts';
import { ItemHead, thumbnailField } from '../item.ts';

/** One item on all marketplaces. */
export const WireSearchItem = Type.Object({
  name: WireComparison.properties.name,
  game: ItemHead.properties.game,
  thumbnail: thumbnailField,
  marketplaces: WireComparison.properties.marketplaces,
});
export type WireSearchItem = Static<typeof WireSearchItem>;

export const toWireSearchItem = (
  game: Game,
  name: string,
  summaries: readonly BookSummary[],
  wanted: readonly { readonly id: number }[] | null,
): WireSearchItem => ({
  name,
  game,
  thumbnail: comparedOf(summaries, wanted).find(({ thumbnail }) => thumbnail !== null)?.thumbnail ?? null,
  marketplaces: toWireComparison(name, summaries, wanted).marketplaces,
});
