import type { AttributeName } from '../schema/index.ts';
import type { StatedAttributes } from './item-attributes.ts';

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
  const several = new Set<string>(['classes', 'collections']);
  return Object.fromEntries(
    // An item of several heroes is one of none of them
    Object.entries(told).map(([name, values]) => [name, several.has(name) ? values : values.length === 1 ? values[0] : null]),
  );
}
