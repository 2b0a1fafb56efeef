import {
  areNone,
  attributeNames,
  type Game,
  type ItemAttributes,
  type ItemStatement,
  noAttributes,
} from '../../schema/index.ts';
import type { NameTable } from '../memory/name-table.ts';
import type { NameId } from '../memory/numbers.ts';

type Statement = { readonly marketplaceId: number; readonly attributes: ItemAttributes };

/** What is believed of a name, and what it comes from, the marketplace most believed first. */
type Statements = { readonly believed: ItemAttributes; readonly told: readonly Statement[] };

function believedOf(told: readonly Statement[]): ItemAttributes {
  const first = (name: keyof ItemAttributes) => told.find(({ attributes }) => attributes[name] !== null);
  return {
    rarity: first('rarity')?.attributes.rarity ?? null,
    hero: first('hero')?.attributes.hero ?? null,
    itemType: first('itemType')?.attributes.itemType ?? null,
  };
}

/** Those of which something is believed. */
const believedAmong = (told: readonly Statement[]): readonly Statement[] =>
  told.filter(({ attributes }, index) =>
    attributeNames.some(
      (name) => attributes[name] !== null && told.slice(0, index).every((before) => before.attributes[name] === null),
    ),
  );

/**
 * What marketplaces tell of the items of one game. Where they contradict each other, the one that comes first in the registry
 * is believed, and of one marketplace what it told first, so that nothing changes to and fro. What is not believed is not kept.
 */
export class AttributeTable {
  readonly #game: Game;
  readonly #names: NameTable;
  readonly #positionOf: (marketplaceId: number) => number;
  readonly #stored = new Map<NameId, Statements>();
  // Few combinations, each of many names
  readonly #shared = new Map<string, ItemAttributes>();
  #untaken: ItemStatement[] = [];

  /** `positionOf` is the place of a marketplace in the registry. */
  constructor(game: Game, names: NameTable, positionOf: (marketplaceId: number) => number) {
    this.#game = game;
    this.#names = names;
    this.#positionOf = positionOf;
  }

  of(name: string): ItemAttributes {
    return this.#stored.get(this.#names.numberOf(name))?.believed ?? noAttributes;
  }

  tell(marketplaceId: number, name: string, stated: ItemAttributes): void {
    // Gives an item that nobody has told of no number
    if (areNone(stated)) return;
    const attributes = this.#believe(this.#names.numberFor(name), marketplaceId, stated);
    if (attributes !== null) this.#untaken.push({ ...attributes, marketplaceId, game: this.#game, name });
  }

  /** The statements since the last call that changed what is believed, each with all that its marketplace has told. */
  take(): readonly ItemStatement[] {
    const untaken = this.#untaken;
    if (untaken.length > 0) this.#untaken = [];
    return untaken;
  }

  /** Takes over a statement that was taken before. */
  restore({ marketplaceId, name, rarity, hero, itemType }: ItemStatement): void {
    this.#believe(this.#names.numberFor(name), marketplaceId, { rarity, hero, itemType });
  }

  /** What is kept, as statements that can be restored. */
  *statements(): Generator<ItemStatement> {
    for (const [name, { told }] of this.#stored)
      for (const { marketplaceId, attributes } of told)
        yield { ...attributes, marketplaceId, game: this.#game, name: this.#names.name(name) };
  }

  /** All that the marketplace has told of the name; null if nothing of it is new and believed. */
  #believe(name: NameId, marketplaceId: number, stated: ItemAttributes): ItemAttributes | null {
    const { believed, told } = this.#stored.get(name) ?? { believed: noAttributes, told: [] };
    // Nearly always
    if (attributeNames.every((one) => stated[one] === null || stated[one] === believed[one])) return null;
    const previous = told.find((one) => one.marketplaceId === marketplaceId)?.attributes ?? noAttributes;
    const attributes: ItemAttributes = {
      rarity: previous.rarity ?? stated.rarity,
      hero: previous.hero ?? stated.hero,
      itemType: previous.itemType ?? stated.itemType,
    };
    const all = [...told.filter((one) => one.marketplaceId !== marketplaceId), { marketplaceId, attributes }];
    all.sort((one, other) => this.#positionOf(one.marketplaceId) - this.#positionOf(other.marketplaceId));
    const next = believedOf(all);
    if (attributeNames.every((one) => next[one] === believed[one])) return null;
    this.#stored.set(name, { believed: this.#sharing(next), told: believedAmong(all) });
    return attributes;
  }

  #sharing(attributes: ItemAttributes): ItemAttributes {
    const key = JSON.stringify([attributes.rarity, attributes.hero, attributes.itemType]);
    const shared = this.#shared.get(key) ?? attributes;
    this.#shared.set(key, shared);
    return shared;
  }
}
