import { type ItemTraits, itemTraits } from '../../names/item-traits.ts';
import type { Game, ItemAttributes } from '../../schema/index.ts';
import type { NameTable } from '../memory/name-table.ts';
import type { NameId } from '../memory/numbers.ts';
import type { AttributeTable } from './attribute-table.ts';

/** The traits of the items of one game, made when they are first asked for and again when anything new is told. */
export class TraitTable {
  readonly #game: Game;
  readonly #names: NameTable;
  readonly #attributes: AttributeTable;
  readonly #traits: (ItemTraits | undefined)[] = [];
  /** What was believed when they were made. */
  readonly #believed: (ItemAttributes | undefined)[] = [];
  /** Texts that many names share, which would otherwise each be a part of one name. */
  readonly #texts = new Map<string, string>();

  constructor(game: Game, names: NameTable, attributes: AttributeTable) {
    this.#game = game;
    this.#names = names;
    this.#attributes = attributes;
  }

  of(number: NameId): ItemTraits {
    const believed = this.#attributes.ofNumber(number);
    const known = this.#traits[number];
    const name = this.#names.name(number);
    if (known !== undefined && known.name === name && this.#believed[number] === believed) return known;
    const traits = itemTraits(this.#game, name, believed, (text) => text && this.#shared(text));
    while (this.#traits.length < number) {
      this.#traits.push(undefined);
      this.#believed.push(undefined);
    }
    this.#traits[number] = traits;
    this.#believed[number] = believed;
    return traits;
  }

  #shared(text: string): string {
    const known = this.#texts.get(text);
    if (known === undefined) this.#texts.set(text, text);
    return known ?? text;
  }
}
