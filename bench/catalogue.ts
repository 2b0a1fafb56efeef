import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Game, games } from '../src/schema/index.ts';
import { madeUpNames } from './made-up-items.ts';

/** Real names where a catalogue is at hand, made-up ones elsewhere. */
export type Catalogue = { readonly isReal: boolean; readonly names: Readonly<Record<Game, readonly string[]>> };

// How many names the four games have, for a catalogue that is made up
const madeUpCounts: Readonly<Record<Game, number>> = { CS2: 40_000, Dota2: 41_000, Rust: 4_000, TF2: 5_000 };

/** The folder of catalogues: that of ITEMTAPE_SHARED, or the one beside the repository. */
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
