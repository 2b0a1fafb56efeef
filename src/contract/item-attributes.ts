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

/** A tag of Steam as it is in listings and inventories. The words of categories are misleading, so that they are not read. */
export type SteamTag = {
  readonly category?: string | null;
  readonly internal_name?: string | null;
  readonly localized_tag_name?: string | null;
};

type Reading = { readonly name: AttributeName; readonly from: 'internal_name' | 'localized_tag_name' };

const machine = (name: AttributeName): Reading => ({ name, from: 'internal_name' });
const worded = (name: AttributeName): Reading => ({ name, from: 'localized_tag_name' });

const readings: Readonly<Record<string, Reading>> = {
  Rarity: machine('rarity'),
  Type: machine('kind'),
  Hero: machine('hero'),
  Slot: machine('slot'),
  Class: machine('classes'),
  ItemSet: worded('collections'),
  Collection: worded('collections'),
  itemclass: worded('itemType'),
};

const haveSeveral: ReadonlySet<string> = new Set(['classes', 'collections']);

/** What Steam's tags tell of an item itself. Where a category has several tags, as classes have, all are told. */
export function attributesOfTags(tags: readonly (SteamTag | null)[] | null | undefined): StatedAttributes {
  const told: Partial<Record<AttributeName, string[]>> = {};
  for (const tag of tags ?? []) {
    const reading = readings[tag?.category ?? ''];
    const value = reading === undefined ? undefined : tag?.[reading.from];
    if (reading === undefined || value == null) continue;
    told[reading.name] ??= [];
    told[reading.name]?.push(value);
  }
  return Object.fromEntries(
    // An item of several heroes is one of none of them
    Object.entries(told).map(([name, values]) => [
      name,
      haveSeveral.has(name) ? values : values.length === 1 ? values[0] : null,
    ]),
  );
}
