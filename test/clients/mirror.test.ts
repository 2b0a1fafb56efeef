import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Game, games, marketplaceWithSlug } from '../../src/schema/index.ts';
import type { Fault, FeedFault } from '../../src/stage/faults.ts';
import { createSeededRandom, pick } from '../../src/stage/market/seeded-random.ts';
import { type Data, type Mirror, openMirror } from '../support/client/mirror.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { extent, longRun } from '../support/runner/long-run.ts';
import { defaultConnectors } from '../support/stage/default-connectors.ts';
import { playedItems } from '../support/stage/played-items.ts';
import { type PlayedMarkets, startPlayedMarkets } from '../support/stage/played-markets.ts';
import { until } from '../support/time/until.ts';

type Item = { readonly marketplace: string; readonly game: string; readonly name: string };
type Answer = Item & { readonly offers: readonly Data[]; readonly sequence: number };

const minutes = longRun ? 10 : 0;
const rounds = extent({ short: 2, long: 4 });
const changesPerRound = 40;

const faults: readonly (Fault | FeedFault)[] = [
  { kind: 'limited', retryAfterSeconds: 1 },
  { kind: 'status', status: 503 },
  { kind: 'html', status: 200 },
  { kind: 'truncated' },
  { kind: 'truncated', isAbrupt: true },
  { kind: 'drip', bytes: 2_000, everyMs: 20 },
  { kind: 'shrunken', share: 0.3 },
  { kind: 'garbled' },
  { kind: 'dead' },
  { kind: 'cut' },
  { kind: 'stall' },
  { kind: 'reorder' },
  { kind: 'duplicate' },
  { kind: 'garble' },
];

const some = (game: Game) => playedItems[game].slice(0, extent({ short: game === 'CS2' ? 12 : 6, long: 60 }));
const items = { CS2: some('CS2'), Dota2: some('Dota2'), Rust: some('Rust'), TF2: some('TF2') };

const published = testFolder('published');

let markets: PlayedMarkets;
let mirror: Mirror;

beforeAll(async () => {
  markets = await startPlayedMarkets({
    items,
    atLeastSeconds: 3,
    config: {
      'stream.connectionsPerKey': 10,
      // Every item is asked for in each round
      'api.lookupMilliseconds': 20,
      'publish.folder': published,
      'publish.minutes': 1,
    },
  });
  const [item] = everything();
  await until('a book with offers', async () => item !== undefined && (await ask(item)).sequence > 500);
  // Two rounds compare them all
  await until('enough offers', async () => {
    const answers = await Promise.all(everything().map(ask));
    return answers.reduce((sum, { offers }) => sum + offers.length, 0) > 700;
  });
  mirror = await openMirror(markets.service.origin, markets.key);
});
afterAll(async () => {
  mirror?.close();
  await markets?.close();
});

const everything = (): Item[] =>
  defaultConnectors.flatMap(({ slug, games: covered }) =>
    games
      .filter((game) => covered.includes(game))
      .flatMap((game) =>
        markets.world.items(game).map(({ name }) => ({ marketplace: marketplaceWithSlug(slug).name, game, name })),
      ),
  );

async function ask(item: Item): Promise<Answer> {
  const { status, headers, body } = await markets.client.get('/v2/items', item);
  // Nothing has been read of the item yet
  const offers = status === 404 ? [] : body.offers;
  return { ...item, offers, sequence: Number(headers['x-tape-sequence'] ?? Number.NaN) };
}

/** Without fields that change with time alone, and in a fixed order. */
const comparable = (offers: readonly Data[], keys: readonly string[]): unknown[] =>
  offers
    .map((offer) => Object.fromEntries(keys.map((key) => [key, offer[key] ?? null])))
    .sort((a, b) => String(a['purchaseLink']).localeCompare(String(b['purchaseLink'])));

const common = ['purchaseLink', 'priceUSD', 'priceEUR', 'priceCNY', 'priceRUB', 'foundAt'];
const keysOf = (game: string): readonly string[] =>
  game === 'CS2' ? [...common, 'inspectLink', 'float', 'paintIndex', 'paintSeed', 'stickers'] : common;

/** Compares every item with REST, each as of the sequence of its answer; returns the number of offers. */
async function compareAll(): Promise<number> {
  const answers = (await Promise.all(everything().map(ask))).filter(({ sequence }) => !Number.isNaN(sequence));
  const last = Math.max(...answers.map(({ sequence }) => sequence));
  await until('the mirror to reach the sequence of the answers', async () => mirror.known() >= last);
  for (const { offers, sequence, ...item } of answers) {
    const keys = keysOf(item.game);
    const shown = offers.filter(({ purchaseLink, priceUSD }) => purchaseLink !== null && priceUSD !== null);
    expect(comparable(mirror.offersAt(item, sequence), keys), `${JSON.stringify(item)} at ${sequence}`).toEqual(
      comparable(shown, keys),
    );
  }
  return answers.reduce((sum, { offers }) => sum + offers.length, 0);
}

it('a mirror kept by a reader equals what REST answers at any moment, whatever faults the marketplaces have', async () => {
  const chance = createSeededRandom(7);
  const end = Date.now() + minutes * 60_000;
  let offers = 0;
  for (let round = 0; round < rounds || Date.now() < end; round += 1) {
    for (const [at, { slug }] of defaultConnectors.entries()) {
      const fault = pick(faults, chance.of(round, at, 1));
      if (chance.of(round, at) < 0.4) markets.stage.setFault(slug, fault, 1 + Math.floor(chance.of(round, at, 2) * 3));
    }
    markets.world.tick(Date.now());
    const before = mirror.known();
    await until('changes', async () => mirror.known() >= before + changesPerRound);
    if (round % 2 === 1) await mirror.cut();
    offers += await compareAll();
    if (longRun) await wait(1_000);
  }

  expect(offers).toBeGreaterThan(1_000);
  expect(Object.keys(mirror.counts()).sort()).toEqual(['Added', 'Removed', 'Updated', 'snapshot']);
  if (longRun) process.stdout.write(`${offers} offers compared; told were ${JSON.stringify(mirror.counts())}\n`);
});

type PriceRow = {
  readonly name: string;
  readonly itemPhase: string | null;
  readonly marketplace: string;
  readonly price: number | null;
  readonly offerCount: number;
};

const read = async (query: string): Promise<string> => {
  const response = await fetch(`${markets.service.origin}/tape/${query}`, { headers: { 'x-api-key': markets.key } });
  return await response.text();
};

function note(stored: Map<string, string>, row: PriceRow): void {
  const key = `${row.marketplace}/${row.name}/${row.itemPhase}`;
  if (row.price === null && row.offerCount === 0) stored.delete(key);
  else stored.set(key, `${row.price} ${row.offerCount}`);
}

const hashOf = (stored: ReadonlyMap<string, string>): string =>
  hash('sha256', JSON.stringify([...stored].sort(([a], [b]) => (a < b ? -1 : 1))));

/** Runs some rounds with faults, so that prices change. */
async function stir(): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    for (const { slug } of defaultConnectors.slice(round, round + 3))
      markets.stage.setFault(slug, pick(faults, round / rounds), 1);
    const before = mirror.known();
    markets.world.tick(Date.now());
    await until('changes', async () => mirror.known() >= before + changesPerRound);
  }
}

describe('a price list that is updated only by deltas', () => {
  type List = { readonly epoch: string; readonly sequence: number; readonly prices: readonly PriceRow[] };
  const firstOf = new Map<string, List>();
  const list = async (game: string): Promise<List> => JSON.parse(await read(`prices?game=${game}`));

  beforeAll(async () => {
    for (const game of games) firstOf.set(game, await list(game));
    await stir();
  });

  it.each(games)('of %s has the hash of a later full list', async (game) => {
    const first = firstOf.get(game) as List;
    const stored = new Map<string, string>();
    for (const row of first.prices) note(stored, row);
    const later = await list(game);
    const whole = new Map<string, string>();
    for (const row of later.prices) note(whole, row);
    const changes = await read(`changes?games=${game}&channels=prices&after=${first.epoch}:${first.sequence}`);
    const lines = changes.trimEnd().split('\n');
    for (const { type, sequence, marketplace, data } of lines.map((line) => JSON.parse(line)))
      if (type === 'price' && sequence <= later.sequence) note(stored, { ...data, marketplace, price: data.priceUSD });

    const differing = [...new Set([...stored.keys(), ...whole.keys()])]
      .filter((key) => stored.get(key) !== whole.get(key))
      .map((key) => ({ key, stored: stored.get(key), whole: whole.get(key) }));
    const ofThem = lines.filter((line) => differing.some(({ key }) => line.includes(`"${key.split('/')[1]}"`)));
    expect(differing, `from ${first.sequence} to ${later.sequence}, by ${ofThem.join('\n')}`).toEqual([]);
    expect(whole.size).toBeGreaterThan(20);
    expect(later.sequence).toBeGreaterThan(first.sequence);
    expect(hashOf(stored)).toBe(hashOf(whole));
  });
});

it('the lists are published as files, all as of one position of the stream', async () => {
  const manifest = join(published, 'manifest.json');
  // Nothing should change while a minute passes
  markets.stage.setFault('*', { kind: 'silent' });
  await until('a published version of the files', async () => existsSync(manifest));
  const { files } = JSON.parse(readFileSync(manifest, 'utf8'));
  const { epoch, sequence } = JSON.parse(await read('prices?game=CS2&marketplaces=SkinPort'));

  expect(files).toHaveLength(games.length * 2 * 2);
  for (const { path, bytes, sha256, epoch: of, sequence: at } of files) {
    const content = readFileSync(join(published, path));
    expect([content.length, hash('sha256', content)]).toEqual([bytes, sha256]);
    expect([of, at]).toEqual([epoch, files[0].sequence]);
    expect(at).toBeLessThanOrEqual(sequence);
  }
  expect(readFileSync(join(published, 'latest/CS2-USD.csv'), 'utf8').split('\r\n').length).toBeGreaterThan(20);
});
