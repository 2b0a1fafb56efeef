import { readFile } from 'node:fs/promises';
import type { Schema } from '@tf2autobot/tf2-schema';
import type Sku from '@tf2autobot/tf2-sku';
import Type, { type Static } from 'typebox';
import { Check, Errors } from 'typebox/value';
import { StartRefused } from '../../../schema/index.ts';
import { optional } from './optional-packages.ts';

/** Converts item names of Steam to the SKUs of bots, and back. */
export type SkuNames = {
  /** null when the name does not identify exactly one item. */
  readonly skuOf: (name: string) => string | null;
  /** The SKU in canonical form and its name; null when no name identifies exactly this SKU. */
  readonly nameOf: (sku: string) => { readonly sku: string; readonly name: string } | null;
};

const Numbers = Type.Record(Type.String(), Type.Integer());
const Texts = Type.Record(Type.String(), Type.String());

/** The parts of TF2Autobot's schema file that are read. */
const SchemaFile = Type.Object({
  raw: Type.Object({
    schema: Type.Object({
      items: Type.Array(
        Type.Object({
          defindex: Type.Integer({ minimum: 0 }),
          name: Type.String(),
          item_name: Type.String(),
          item_quality: Type.Integer(),
          item_class: Type.Optional(Type.Unknown()),
          proper_name: Type.Optional(Type.Unknown()),
          attributes: Type.Optional(Type.Unknown()),
        }),
        { minItems: 1 },
      ),
      qualities: Numbers,
      qualityNames: Texts,
      attribute_controlled_attached_particles: Type.Array(Type.Object({ id: Type.Integer() })),
      paintkits: Texts,
    }),
    items_game: Type.Object({ items: Type.Record(Type.String(), Type.Unknown()) }),
  }),
});
type SchemaFile = Static<typeof SchemaFile>;

/** Reads the names from the schema file given by the operator. */
export async function openSkuNames(file: string): Promise<SkuNames> {
  const refused = (why: string) =>
    new StartRefused(`api.tf2Schema names ${file}, ${why}; docs/lists.md says how to get it`);
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw refused(`which cannot be read (${error.message})`);
  });
  const data = parsed(text);
  if (data === undefined) throw refused('which is not JSON');
  if (!Check(SchemaFile, data)) {
    const [first] = Errors(SchemaFile, data);
    throw refused(`which is not a TF2 schema file of TF2Autobot: ${first?.instancePath} ${first?.message}`);
  }
  const [{ default: library }, { default: sku }] = await optional(() =>
    Promise.all([import('@tf2autobot/tf2-schema'), import('@tf2autobot/tf2-sku')]),
  );
  return namesIn(schemaOf(data, library.Schema), sku);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const theless = (name: string): string => {
  const left = name.replaceAll('the ', '').trim();
  return left.includes('the ') ? theless(left) : left;
};

/** Replaces the library's linear search for names by a map. */
function schemaOf(data: SchemaFile, Library: typeof Schema): Schema {
  const { items, qualities, qualityNames, attribute_controlled_attached_particles, paintkits } = data.raw.schema;
  // Drops unused fields, which are most of some tens of megabytes
  const kept = items.map(({ defindex, name, item_name, item_quality, item_class, proper_name, attributes }) => {
    return { defindex, name, item_name, item_quality, item_class, proper_name, attributes };
  });
  const overview = { qualities, qualityNames, attribute_controlled_attached_particles, paintkits };
  const raw = { schema: { ...overview, items: kept }, items_game: data.raw.items_game };
  const schema = new Library({ version: '', time: 0, raw });
  // The library has already read the crate series from it, which is all it needs
  schema.raw.items_game.items = {};
  const byName = new Map<string, Schema['raw']['schema']['items'][number]>();
  for (const item of schema.raw.schema.items) {
    // As in the library: stock weapons are listed a second time for trading, and one name tag is not an item
    if (item.item_quality === 0 || item.defindex === 2093) continue;
    const name = item.item_name.toLowerCase();
    for (const key of [name, theless(name)]) if (!byName.has(key)) byName.set(key, item);
  }
  const getItemByItemName = (name: string) => byName.get(name.toLowerCase()) ?? null;
  const getItemByItemNameWithThe = (name: string) => byName.get(theless(name.toLowerCase())) ?? null;
  return Object.assign(schema, { getItemByItemName, getItemByItemNameWithThe });
}

const unusual = 5;

function namesIn(schema: Schema, SKU: typeof Sku): SkuNames {
  const known = new Map<string, string | null>();

  const steamName = (sku: string): string | null =>
    schema.getName(SKU.fromString(sku), true, false, true)?.replaceAll('%23', '#') ?? null;

  const read = (name: string): string | null => {
    const { defindex, quality, effect } = schema.getItemObjectFromName(name);
    const item = Number.isInteger(defindex) && Number.isInteger(quality) ? schema.getItemByDefindex(defindex) : null;
    if (item === null) return null;
    // Steam's name covers all effects, each of which has its own price
    if (quality === unusual && !effect && item.item_quality !== unusual) return null;
    const sku = schema.getSkuFromName(name);
    // If the SKU leads back to a different name, it was misread
    return isSame(steamName(sku), name) ? sku : null;
  };

  const skuOf = (name: string): string | null => {
    const found = known.get(name);
    if (found !== undefined) return found;
    const sku = orNull(() => read(name));
    known.set(name, sku);
    return sku;
  };

  return {
    skuOf,
    nameOf(text) {
      if (!/^\d{1,9};\d{1,2}(;[a-z0-9-]{1,16})*$/.test(text)) return null;
      const sku = SKU.fromObject(SKU.fromString(text));
      const name = orNull(() => steamName(sku));
      return name !== null && orNull(() => read(name)) === sku ? { sku, name } : null;
    },
  };
}

const plain = (name: string): string => name.toLowerCase().replace(/^the /, '').replace(' | ', ' ');

const isSame = (made: string | null, name: string): boolean => made !== null && plain(made) === plain(name);

/** The library throws when a part of a name is not an item; returns null then. */
function orNull<Found>(look: () => Found): Found | null {
  try {
    return look();
  } catch {
    return null;
  }
}
