import {
  type AttributeName,
  areNone,
  attributeNames,
  type Game,
  type ItemAttributes,
  type ItemStatement,
  isSameAttribute,
  noAttributes,
} from '../../schema/index.ts';
import { itemKey } from '../../names/item-key.ts';
import type { NameTable } from '../memory/name-table.ts';
import type { NameId } from '../memory/numbers.ts';
import { ownText } from '../memory/packed-text.ts';

/** What one marketplace has told of an item. */
export type Telling = { readonly marketplaceId: number; readonly attributes: ItemAttributes };

/** What is believed of a name, and what it comes from, the marketplace most believed first. */
type Tellings = { readonly believed: ItemAttributes; readonly told: readonly Telling[] };

/** Written into a copy, which takes a fraction of the memory of an object made from entries. */
const ofEach = (read: (name: AttributeName) => ItemAttributes[AttributeName]): ItemAttributes => {
  const made = { ...noAttributes };
  for (const name of attributeNames) Object.assign(made, { [name]: read(name) });
  return made;
};

const believedOf = (told: readonly Telling[]): ItemAttributes =>
  ofEach((name) => told.find(({ attributes }) => attributes[name] !== null)?.attributes[name] ?? null);

/** Those of which something is believed, and those that contradict it. */
const storedOf = (told: readonly Telling[], believed: ItemAttributes): readonly Telling[] =>
  told.filter(({ attributes }, index) =>
    attributeNames.some(
      (name) =>
        attributes[name] !== null &&
        (!isSameAttribute(attributes[name], believed[name]) ||
          told.slice(0, index).every((before) => before.attributes[name] === null)),
    ),
  );

/** Of a sum of them, no order can be told. */
function digestOf(name: string, attributes: ItemAttributes): number {
  if (areNone(attributes)) return 0;
  const text = name + keyOf(attributes);
  let digest = 0;
  for (let at = 0; at < text.length; at += 1) digest = (Math.imul(digest, 31) + text.charCodeAt(at)) | 0;
  return digest;
}

const keyOf = (attributes: ItemAttributes): string => JSON.stringify(attributeNames.map((name) => attributes[name]));

/** Whether one has nothing that the other has not. */
const isWithin = (one: ItemAttributes, other: ItemAttributes): boolean =>
  attributeNames.every((name) => one[name] === null || isSameAttribute(one[name], other[name]));

/**
 * What marketplaces tell of the items of one game. Where they contradict each other, the one that comes first in the registry
 * is believed, and of one marketplace what it told first, so that nothing changes to and fro. Who says what is not believed is
 * kept with it; who says it too is not.
 */
export class AttributeTable {
  readonly #game: Game;
  readonly #names: NameTable;
  readonly #positionOf: (marketplaceId: number) => number;
  readonly #stored = new Map<NameId, Tellings>();
  // Few combinations, each of many names
  readonly #shared = new Map<string, ItemAttributes>();
  /** By key, what is told of items that no marketplace has. */
  readonly #early = new Map<string, readonly Telling[]>();
  #untaken: ItemStatement[] = [];
  #digest = 0;

  /** `positionOf` is the place of a marketplace in the registry. */
  constructor(game: Game, names: NameTable, positionOf: (marketplaceId: number) => number) {
    this.#game = game;
    this.#names = names;
    this.#positionOf = positionOf;
  }

  of(name: string): ItemAttributes {
    return this.ofNumber(this.#names.numberOf(name));
  }

  ofNumber(name: NameId): ItemAttributes {
    return this.#stored.get(name)?.believed ?? noAttributes;
  }

  /** Changes with what is believed of any name, and is the same for the same beliefs, in whatever order they came. */
  get digest(): number {
    return this.#digest;
  }

  /** From whom that comes, and who says something else, the one most believed first. */
  tellings(name: string): readonly Telling[] {
    return this.#stored.get(this.#names.numberOf(name))?.told ?? [];
  }

  tell(marketplaceId: number, name: string, stated: ItemAttributes): void {
    // Gives an item that nobody has told of no number
    if (areNone(stated)) return;
    const attributes = this.#believe(this.#names.numberFor(name), marketplaceId, stated);
    if (attributes !== null) this.#untaken.push({ ...attributes, marketplaceId, game: this.#game, name });
  }

  /** As `tell`, but without making the item known: what is told of one that no marketplace has counts once one has it. */
  describe(marketplaceId: number, name: string, stated: ItemAttributes): void {
    if (areNone(stated)) return;
    if (this.#names.numberOf(name) >= 0) {
      this.tell(marketplaceId, name, stated);
      return;
    }
    const key = itemKey(name);
    const others = (this.#early.get(key) ?? []).filter((one) => one.marketplaceId !== marketplaceId);
    this.#early.set(ownText(key), [...others, { marketplaceId, attributes: this.#sharing(stated) }]);
  }

  /** Call when an item has become known. */
  noteKnown(name: NameId, key: string): void {
    const early = this.#early.get(key);
    if (early === undefined) return;
    this.#early.delete(key);
    for (const { marketplaceId, attributes } of early) this.tell(marketplaceId, this.#names.name(name), attributes);
  }

  /** The statements since the last call that were new, each with all that its marketplace has told. */
  take(): readonly ItemStatement[] {
    const untaken = this.#untaken;
    if (untaken.length > 0) this.#untaken = [];
    return untaken;
  }

  /** Takes over a statement that was taken before. */
  restore(statement: ItemStatement): void {
    const { marketplaceId, name } = statement;
    this.#believe(
      this.#names.numberFor(name),
      marketplaceId,
      ofEach((one) => statement[one] ?? null),
    );
  }

  /** What is kept, as statements that can be restored. */
  *statements(): Generator<ItemStatement> {
    for (const [name, { told }] of this.#stored)
      for (const { marketplaceId, attributes } of told)
        yield { ...attributes, marketplaceId, game: this.#game, name: this.#names.name(name) };
  }

  /** All that the marketplace has told of the name; null if nothing of it is new, or all of it is believed already. */
  #believe(name: NameId, marketplaceId: number, stated: ItemAttributes): ItemAttributes | null {
    const { believed, told } = this.#stored.get(name) ?? { believed: noAttributes, told: [] };
    // Nearly always
    if (isWithin(stated, believed)) return null;
    const previous = told.find((one) => one.marketplaceId === marketplaceId)?.attributes ?? noAttributes;
    const attributes = ofEach((one) => previous[one] ?? stated[one]);
    if (isWithin(attributes, previous)) return null;
    const all = [
      ...told.filter((one) => one.marketplaceId !== marketplaceId),
      { marketplaceId, attributes: this.#sharing(attributes) },
    ];
    all.sort((one, other) => this.#positionOf(one.marketplaceId) - this.#positionOf(other.marketplaceId));
    const next = believedOf(all);
    const text = this.#names.name(name);
    this.#digest = (this.#digest + (digestOf(text, next) - digestOf(text, believed))) >>> 0;
    this.#stored.set(name, { believed: this.#sharing(next), told: storedOf(all, next) });
    return attributes;
  }

  #sharing(attributes: ItemAttributes): ItemAttributes {
    const key = keyOf(attributes);
    const shared = this.#shared.get(key) ?? attributes;
    this.#shared.set(key, shared);
    return shared;
  }
}
