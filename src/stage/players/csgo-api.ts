import { createHash } from 'node:crypto';
import { conditions } from '../../schema/index.ts';
import type { CatalogueItem, World } from '../market/world.ts';
import type { Player } from '../player.ts';
import { colorOf, exteriorOf, finishOf, isSouvenir, isStar, isStatTrak } from './cs2-name.ts';
import { answerBy, type Route } from './routes.ts';

const noRarity = { id: 'rarity_default', name: 'Default', color: '#ded6cc' };

const rarityOf = (item: CatalogueItem) =>
  item.rarity === null
    ? noRarity
    : { id: `rarity_${item.rarity.toLowerCase()}`, name: item.rarity, color: `#${colorOf(item).toLowerCase()}` };

const imageOf = ({ index }: CatalogueItem): string =>
  `https://raw.githubusercontent.com/ByMykel/counter-strike-image-tracker/main/static/${index}_png.png`;

const collectionsOf = (item: CatalogueItem) =>
  item.collection === null
    ? []
    : [{ id: `collection-${item.collection.length}`, name: item.collection, image: imageOf(item) }];

/** The rows of a finish, one for each variant, from all its wear bands and forms. */
function skinRows(finish: string, items: readonly [CatalogueItem, ...CatalogueItem[]]) {
  const [item] = items;
  const bands = new Set(items.map(({ name }) => exteriorOf(name)));
  const pattern = finish.split(' | ')[1];
  const variants = item.phases.length === 0 ? [{ phase: null, paintIndex: item.paintIndex }] : item.phases;
  return variants.map(({ phase, paintIndex }) => ({
    id: pattern === undefined ? `skin-vanilla-${item.index}` : `skin-${item.index}-${paintIndex}`,
    name: finish,
    description: '',
    weapon: { id: `weapon_${item.index}`, weapon_id: item.defIndex, name: item.weapon },
    category: { id: `csgo_inventory_weapon_category_${item.type.toLowerCase()}`, name: item.type },
    pattern: pattern === undefined ? null : { id: `pattern_${item.index}`, name: pattern },
    min_float: pattern === undefined ? null : item.minFloat,
    max_float: pattern === undefined ? null : item.maxFloat,
    rarity: rarityOf(item),
    stattrak: items.some(({ name }) => isStatTrak(name)),
    paint_index: paintIndex === null ? null : String(paintIndex),
    ...(pattern !== undefined && {
      souvenir: items.some(({ name }) => isSouvenir(name)),
      wears: conditions.flatMap((name, at) =>
        bands.has(name) ? [{ id: `SFUI_InvTooltip_Wear_Amount_${at}`, name }] : [],
      ),
      collections: collectionsOf(item),
    }),
    crates: [],
    team: { id: 'both', name: 'Both Teams' },
    legacy_model: false,
    ...(phase === null ? {} : { phase }),
    image: imageOf(item),
  }));
}

const isSkin = ({ name }: CatalogueItem): boolean => exteriorOf(name) !== null || isStar(name);

function skins(world: World): readonly object[] {
  const finishes = new Map<string, [CatalogueItem, ...CatalogueItem[]]>();
  for (const item of world.items('CS2').filter(isSkin)) {
    const finish = finishOf(item.name);
    const known = finishes.get(finish);
    if (known === undefined) finishes.set(finish, [item]);
    else known.push(item);
  }
  return [...finishes].flatMap(([finish, items]) => skinRows(finish, items));
}

const isIn: Readonly<Record<string, (item: CatalogueItem) => boolean>> = {
  stickers: ({ name }) => name.startsWith('Sticker | '),
  sticker_slabs: ({ name }) => name.startsWith('Sticker Slab | '),
  patches: ({ name }) => name.startsWith('Patch | '),
  agents: ({ type }) => type === 'Agent',
  keychains: ({ name }) => name.startsWith('Charm | '),
  graffiti: ({ name }) => name.startsWith('Sealed Graffiti | '),
  music_kits: ({ name }) => name.includes('Music Kit | '),
  collectibles: ({ type }) => type === 'Collectible',
};

/** Each file has a row of what is not on Steam's market, too. */
const notSold = { id: 'none-1', name: 'Not on the market', rarity: noRarity, market_hash_name: null };

/** Rows of what the set gives no rarity. */
const plainThings = (world: World, type: string): readonly object[] =>
  world
    .items('CS2')
    .filter((item) => item.type === type)
    .map((item) => ({
      id: `${type.toLowerCase()}-${item.index}`,
      name: item.name,
      description: null,
      market_hash_name: item.name,
      image: imageOf(item),
    }));

const things = (world: World, file: string): readonly object[] => [
  notSold,
  ...world.items('CS2').flatMap((item) =>
    isIn[file]?.(item) === true
      ? [
          {
            id: `${file}-${item.index}`,
            name: item.name,
            description: '',
            rarity: rarityOf(item),
            crates: [],
            collections: collectionsOf(item),
            market_hash_name: item.name,
            image: imageOf(item),
          },
        ]
      : [],
  ),
];

function rowsOf(world: World, name: string): readonly object[] | null {
  if (name === 'skins') return skins(world);
  if (name === 'crates') return plainThings(world, 'Container');
  if (name === 'keys') return plainThings(world, 'Key');
  return name in isIn ? things(world, name) : null;
}

const file: Route['answer'] = (_request, world, [name = '']) => {
  const rows = rowsOf(world, name);
  if (rows === null) return null;
  const body = JSON.stringify(rows);
  const etag = `"${createHash('sha256').update(body).digest('hex')}"`;
  // GitHub sends its files as plain text
  return { headers: { 'content-type': 'text/plain; charset=utf-8', etag }, body };
};

/** CSGO-API: files about the items of CS2 in a public repository; nothing is sold there. */
export const csgoApi: Player = {
  slug: 'csgo-api',
  hosts: ['raw.githubusercontent.com'],
  answer: answerBy([{ method: 'GET', path: /^\/ByMykel\/CSGO-API\/main\/public\/api\/en\/(\w+)\.json$/, answer: file }]),
};
