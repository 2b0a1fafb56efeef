import { readFile } from 'node:fs/promises';
import library from '@tf2autobot/tf2-schema';
import SKU from '@tf2autobot/tf2-sku';

const isObject = (value) => typeof value === 'object' && value !== null;
const isItem = (item) =>
  Number.isInteger(item?.defindex) &&
  Number.isInteger(item.item_quality) &&
  typeof item.name === 'string' &&
  typeof item.item_name === 'string';

/** The parts of TF2Autobot's schema file that are read, and what each has to be. */
const parts = {
  'raw.schema.items': (items) => Array.isArray(items) && items.length > 0 && items.every(isItem),
  'raw.schema.qualities': isObject,
  'raw.schema.qualityNames': isObject,
  'raw.schema.attribute_controlled_attached_particles': Array.isArray,
  'raw.schema.paintkits': isObject,
  'raw.items_game.items': isObject,
};

const valueAt = (data, path) => path.split('.').reduce((value, key) => value?.[key], data);

/** Reads the names from a file with the schema of TF2 as TF2Autobot stores it; throws a sentence if it is not one. */
export async function readSkuNames(file) {
  const refused = (why) => new Error(`--schema names ${file}, ${why}; README.md says how to get it`);
  const text = await readFile(file, 'utf8').catch((error) => {
    throw refused(`which cannot be read (${error.message})`);
  });
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    throw refused('which is not JSON');
  }
  const fault = Object.entries(parts).find(([path, isRight]) => !isRight(valueAt(data, path)));
  if (fault !== undefined) throw refused(`which is not a TF2 schema file of TF2Autobot: it lacks ${fault[0]}`);
  return namesIn(schemaOf(data));
}

const theless = (name) => {
  const left = name.replaceAll('the ', '').trim();
  return left.includes('the ') ? theless(left) : left;
};

/** Replaces the library's linear search for names by a map. */
function schemaOf({ raw }) {
  const { items, qualities, qualityNames, attribute_controlled_attached_particles, paintkits } = raw.schema;
  // Drops unused fields, which are most of some tens of megabytes
  const stored = items.map(({ defindex, name, item_name, item_quality, item_class, proper_name, attributes }) => {
    return { defindex, name, item_name, item_quality, item_class, proper_name, attributes };
  });
  const overview = { qualities, qualityNames, attribute_controlled_attached_particles, paintkits };
  const schema = new library.Schema({
    version: '',
    time: 0,
    raw: { schema: { ...overview, items: stored }, items_game: raw.items_game },
  });
  // The library has already read the crate series from it, which is all it needs
  schema.raw.items_game.items = {};
  const byName = new Map();
  for (const item of schema.raw.schema.items) {
    // As in the library: stock weapons are listed a second time for trading, and one name tag is not an item
    if (item.item_quality === 0 || item.defindex === 2093) continue;
    const name = item.item_name.toLowerCase();
    for (const key of [name, theless(name)]) if (!byName.has(key)) byName.set(key, item);
  }
  const getItemByItemName = (name) => byName.get(name.toLowerCase()) ?? null;
  const getItemByItemNameWithThe = (name) => byName.get(theless(name.toLowerCase())) ?? null;
  return Object.assign(schema, { getItemByItemName, getItemByItemNameWithThe });
}

const unusual = 5;

/** Converts item names of Steam to the SKUs of bots, and back. */
function namesIn(schema) {
  const known = new Map();

  const steamName = (sku) => schema.getName(SKU.fromString(sku), true, false, true)?.replaceAll('%23', '#') ?? null;

  const read = (name) => {
    const { defindex, quality, effect } = schema.getItemObjectFromName(name);
    const item = Number.isInteger(defindex) && Number.isInteger(quality) ? schema.getItemByDefindex(defindex) : null;
    if (item === null) return null;
    // Steam's name covers all effects, each of which has its own price
    if (quality === unusual && !effect && item.item_quality !== unusual) return null;
    const sku = schema.getSkuFromName(name);
    // If the SKU leads back to a different name, it was misread
    return isSame(steamName(sku), name) ? sku : null;
  };

  return {
    /** null when the name does not identify exactly one item. Takes a tenth of a millisecond or more the first time. */
    skuOf(name) {
      const sku = known.get(name) ?? (known.has(name) ? null : orNull(() => read(name)));
      known.set(name, sku);
      return sku;
    },
    /** The SKU in canonical form and its name; null when no name identifies exactly this SKU. */
    nameOf(text) {
      if (!/^\d{1,9};\d{1,2}(;[a-z0-9-]{1,16})*$/.test(text)) return null;
      const sku = SKU.fromObject(SKU.fromString(text));
      const name = orNull(() => steamName(sku));
      return name !== null && orNull(() => read(name)) === sku ? { sku, name } : null;
    },
  };
}

const plain = (name) => name.toLowerCase().replace(/^the /, '').replace(' | ', ' ');

const isSame = (made, name) => made !== null && plain(made) === plain(name);

/** The library throws when a part of a name is not an item; returns null then. */
function orNull(look) {
  try {
    return look();
  } catch {
    return null;
  }
}
