import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Game, games } from '../src/schema/index.ts';
import { madeUpNames } from './made-up/made-up-items.ts';

/** Real item names if a catalogue is available, else made-up ones. */
export type Catalogue = { readonly isReal: boolean; readonly names: Readonly<Record<Game, readonly string[]>> };

// Numbers of names in a made-up catalogue, as many as the games have
const madeUpCounts: Readonly<Record<Game, number>> = { CS2: 40_000, Dota2: 41_000, Rust: 4_000, TF2: 5_000 };

/** The folder of catalogues: below ITEMTAPE_SHARED, or next to the repository. */
function catalogueFolder(): string {
  const besideRepository = resolve(import.meta.dirname, '../../../shared');
  return join(process.env['ITEMTAPE_SHARED'] ?? besideRepository, 'catalogue');
}

const fileOf = (game: Game): string => join(catalogueFolder(), `${game.toLowerCase()}.json.gz`);

function namesIn(file: string): string[] {
  const { items }: { items: { name: string }[] } = JSON.parse(gunzipSync(readFileSync(file)).toString());
  return [...new Set(items.map(({ name }) => name))];
}

export function readCatalogue(): Catalogue {
  const isReal = games.every((game) => existsSync(fileOf(game)));
  const names = games.map((game) => [game, isReal ? namesIn(fileOf(game)) : madeUpNames(madeUpCounts[game])]);
  return { isReal, names: Object.fromEntries(names) as Catalogue['names'] };
}
