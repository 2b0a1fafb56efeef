import {
  type AttributeName,
  attributeNames,
  type Game,
  type ItemAttributes,
  noAttributes,
  type Offer,
  type StatedItem,
} from '../schema/index.ts';
import { itemFloat, text } from './text.ts';

export type StatedAttributes = Partial<Readonly<Record<AttributeName, unknown>>>;

const maxWords = 16;

function words(value: unknown): string[] | null {
  const list = (Array.isArray(value) ? value : [value]).map(text).filter((one) => one !== null);
  return list.length === 0 || list.length > maxWords ? null : list;
}

const readers: Readonly<Record<AttributeName, (value: unknown) => ItemAttributes[AttributeName]>> = {
  rarity: text,
  hero: text,
  itemType: text,
  kind: text,
  slot: text,
  collections: words,
  classes: words,
  minFloat: itemFloat,
  maxFloat: itemFloat,
};

/** The member of an offer or a quote for what a row tells of the item itself, in the marketplace's own words; none if nothing. */
export function itemAttributes(stated: StatedAttributes): Pick<Offer, 'itemAttributes'> {
  let told: ItemAttributes | null = null;
  // Of rows of long lists
  for (let at = 0; at < attributeNames.length; at += 1) {
    const name = attributeNames[at] as AttributeName;
    const value = stated[name] === undefined ? null : readers[name](stated[name]);
    if (value === null) continue;
    told ??= { ...noAttributes };
    Object.assign(told, { [name]: value });
  }
  return told === null ? {} : { itemAttributes: told };
}

/** A record of what a row tells of the item itself, where it has no price; null if it tells nothing. */
export function statedItem(game: Game, name: string, stated: StatedAttributes): StatedItem | null {
  const told = itemAttributes(stated).itemAttributes;
  return told === undefined ? null : { kind: 'item', game, name, itemAttributes: told };
}
