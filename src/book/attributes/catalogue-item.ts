import type { ItemTraits } from '../../names/item-traits.ts';
import { type Variant, variantAt } from '../../schema/index.ts';
import type { GameBook } from '../game-book.ts';
import { marketplaceItemIdOf } from '../queries.ts';
import type { LocalName } from '../search/local-names.ts';
import type { Telling } from './attribute-table.ts';

/** An item of the catalogue. */
export type CatalogueItem = {
  readonly traits: ItemTraits;
  readonly localName: LocalName;
  readonly thumbnail: string | null;
  /** The known ones, without the whole item. */
  readonly variants: readonly Variant[];
  /** Its ids on marketplaces that have their own. */
  readonly ids: readonly { readonly marketplaceId: number; readonly id: string }[];
  /** From whom the attributes come, and who says something else, the one most believed first. */
  readonly tellings: readonly Telling[];
};

export function catalogueItemOf(gameBook: GameBook, name: string): CatalogueItem | null {
  const { names, traits, localNames, attributes, best, marketBooks } = gameBook;
  const number = names.numberOf(name);
  if (number < 0) return null;
  return {
    traits: traits.of(number),
    localName: localNames.of(number),
    thumbnail: names.picture(number) ?? names.thumbnail(number),
    variants: [...best.variantsOf(number)].map(variantAt).filter((variant) => variant !== null),
    ids: marketBooks.flatMap((marketBook) => {
      const row = marketBook.series.wholeRow(number);
      const id = row < 0 ? null : marketplaceItemIdOf(marketBook, row);
      return id === null ? [] : [{ marketplaceId: marketBook.marketplaceId, id }];
    }),
    tellings: attributes.tellings(name),
  };
}
