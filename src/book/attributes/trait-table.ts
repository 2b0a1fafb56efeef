import { type ItemTraits, itemTraits } from '../../names/item-traits.ts';
import type { Game, ItemAttributes } from '../../schema/index.ts';
import type { NameTable } from '../memory/name-table.ts';
import type { NameId } from '../memory/numbers.ts';
import type { AttributeTable } from './attribute-table.ts';

/** Texts that many names share, which would otherwise each be a part of one name. */
class SharedTexts {
  readonly #texts = new Map<string, string>();

  of<Text extends string | null>(text: Text): Text {
    if (text === null) return text;
    const known = this.#texts.get(text);
    if (known === undefined) this.#texts.set(text, text);
    return (known as Text | undefined) ?? text;
  }
}

/** The traits of the items of one game, made when they are first asked for and again when anything new is told. */
export class TraitTable {
  readonly #game: Game;
  readonly #names: NameTable;
  readonly #attributes: AttributeTable;
  readonly #traits: (ItemTraits | undefined)[] = [];
  /** What was believed when they were made. */
  readonly #believed: (ItemAttributes | undefined)[] = [];
  readonly #texts = new SharedTexts();

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
    const traits = this.#made(name, believed);
    while (this.#traits.length < number) {
      this.#traits.push(undefined);
      this.#believed.push(undefined);
    }
    this.#traits[number] = traits;
    this.#believed[number] = believed;
    return traits;
  }

  #made(name: string, believed: ItemAttributes): ItemTraits {
    const { weapon, finish, event, ...traits } = itemTraits(this.#game, name, believed);
    const texts = this.#texts;
    return { ...traits, weapon: texts.of(weapon), finish: texts.of(finish), event: texts.of(event) };
  }
}
