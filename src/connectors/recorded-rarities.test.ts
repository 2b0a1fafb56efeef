import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from '../../test/support/runner/shared-folder.ts';
import type { Connector } from '../contract/connector.ts';
import { evidenceIn } from '../contract/suite/evidence.ts';
import { receivedAt } from '../contract/suite/fixtures.ts';
import { readText } from '../contract/suite/read-text.ts';
import { describeName } from '../names/describe-name.ts';
import { itemKey } from '../names/item-key.ts';
import { itemAttributesOf } from '../normalise/item-attributes.ts';
import { type Game, type ItemKind, itemKinds, type MarketRecord } from '../schema/index.ts';
import { dataSets } from './data-sets.ts';
import { connectors } from './index.ts';

type RarityGame = 'CS2' | 'Dota2';

const recordings = join(sharedFolder, 'marketplaces/fixtures');
const catalogueOf = (game: Game) => join(sharedFolder, 'catalogue', `${game.toLowerCase()}.json.gz`);
// Longer ones hold prices of the same names
const maxBytes = 20_000_000;

/** What no file of the data set gives a rarity, and what has none. */
const without: Readonly<Record<RarityGame, readonly ItemKind[]>> = {
  CS2: ['pass', 'tool', 'highlight', 'other'],
  Dota2: ['key', 'ticket', 'tool'],
};

const textOf = (path: string): string =>
  (path.endsWith('.gz') ? gunzipSync(readFileSync(path)) : readFileSync(path)).toString('utf8');

/** The rarities that records tell, by game and key of the name. */
class Rarities {
  readonly #told = new Set<string>();

  note(records: readonly MarketRecord[]): void {
    for (const record of records) {
      if (record.kind !== 'offer' && record.kind !== 'quote' && record.kind !== 'item') continue;
      const { game, name, itemAttributes } = record;
      const known = itemAttributes === undefined ? null : itemAttributesOf(game, itemAttributes);
      if (known !== null && known.rarity !== null) this.#told.add(`${game} ${itemKey(name)}`);
    }
  }

  share(game: RarityGame): number {
    const { items } = JSON.parse(textOf(catalogueOf(game))) as { items: { name: string }[] };
    const having = items.filter(({ name }) => !without[game].includes(describeName(game, name).kind));
    return having.filter(({ name }) => this.#told.has(`${game} ${itemKey(name)}`)).length / having.length;
  }
}

/** What the recorded answers of a marketplace say, where they need no unwrapping. */
function recordsOf({ slug, sources }: Connector): MarketRecord[] {
  const list = join(import.meta.dirname, '../connectors', slug, 'evidence.json');
  if (!existsSync(list)) return [];
  const { folder = slug, files } = evidenceIn(textOf(list));
  return files.flatMap((file) => {
    if (!('source' in file) || file.unwrap !== undefined) return [];
    const source = sources.find(({ name }) => name === file.source);
    const path = join(recordings, folder, file.file);
    if (source === undefined || !existsSync(path) || statSync(path).size > maxBytes) return [];
    const { game, item = null, marketplaceItemId = null } = file;
    return readText(source, textOf(path), { game, item, marketplaceItemId, at: file.receivedAt ?? receivedAt }).records;
  });
}

/** What a whole copy of a data set says; nothing without one. */
function recordsOfCopy({ slug, games, sources }: Connector): MarketRecord[] {
  const folder = join(recordings, slug);
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder);
  return sources.flatMap((source) => {
    const file = files.find((name) => name.replaceAll('_', '-') === `${source.name}.json`);
    const about = { game: games[0] ?? 'CS2', item: null, marketplaceItemId: null, at: receivedAt };
    return file === undefined ? [] : readText(source, textOf(join(folder, file)), about).records;
  });
}

describe.runIf(existsSync(catalogueOf('CS2')))('the recorded names', () => {
  it.each(['CS2', 'Dota2', 'Rust', 'TF2'] as const)('of %s all have a kind', (game) => {
    const { items } = JSON.parse(textOf(catalogueOf(game))) as { items: { name: string }[] };
    const kinds: readonly string[] = itemKinds;
    expect(items.filter(({ name }) => !kinds.includes(describeName(game, name).kind))).toEqual([]);
  });

  it('have the rarities that recorded answers tell, and nearly all of CS2 that of a copy of the data set', () => {
    const rarities = new Rarities();
    for (const connector of connectors) rarities.note(recordsOf(connector));
    const shares = { CS2: rarities.share('CS2'), Dota2: rarities.share('Dota2') };
    expect(shares.CS2).toBeGreaterThan(0);
    expect(shares.Dota2).toBeGreaterThan(0);

    const copies = dataSets.map(recordsOfCopy);
    for (const records of copies) rarities.note(records);
    if (copies.some(({ length }) => length > 0)) expect(rarities.share('CS2')).toBeGreaterThanOrEqual(0.98);
  });
});
