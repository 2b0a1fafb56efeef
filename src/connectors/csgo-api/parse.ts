import type { About } from '../../contract/connector.ts';
import { type StatedAttributes, statedItem } from '../../contract/item-attributes.ts';
import type { Game, StatedItem } from '../../schema/index.ts';
import type { Container, Skin, Thing } from './wire.ts';

const namesOf = (list: Thing['collections']): readonly string[] => (list ?? []).flatMap(({ name }) => name ?? []);

const told = ({ rarity, collections }: Pick<Thing, 'rarity' | 'collections'>): StatedAttributes => ({
  rarity: rarity?.name,
  collections: namesOf(collections),
});

const star = '★ ';

/** The names of a finish on Steam's market in each form it has, without the wear band. */
function formsOf({ name, stattrak, souvenir }: Skin): string[] {
  const counting = name.startsWith(star) ? `${star}StatTrak™ ${name.slice(star.length)}` : `StatTrak™ ${name}`;
  return [name, ...(stattrak ? [counting] : []), ...(souvenir === true ? [`Souvenir ${name}`] : [])];
}

/** A range that is no range, as of 0 to 0, is none. */
const rangeOf = ({ min_float: min, max_float: max }: Skin): StatedAttributes =>
  min !== null && max !== null && min < max ? { minFloat: min, maxFloat: max } : {};

/** Every item that a finish is on Steam's market. */
export function parseSkin(row: Skin, { game }: About): readonly StatedItem[] | null {
  const stated = { ...told(row), ...rangeOf(row) };
  const bands = row.pattern === null ? [''] : namesOf(row.wears).map((wear) => ` (${wear})`);
  const items = formsOf(row).flatMap((form) =>
    bands.flatMap((band) => statedItem(game, `${form}${band}`, stated) ?? []),
  );
  return items.length === 0 ? null : items;
}

const itemOf = (game: Game, name: string | null, stated: StatedAttributes): StatedItem | null =>
  name === null || name === '' ? null : statedItem(game, name, stated);

export const parseThing = (row: Thing, { game }: About): StatedItem | null =>
  itemOf(game, row.market_hash_name, told(row));

/** What opens, or is opened, has one rarity in the game, which is in no file. */
export const parseContainer = (row: Container, { game }: About): StatedItem | null =>
  itemOf(game, row.market_hash_name, { rarity: 'Base Grade' });
