import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { liquidNames } from '../../src/stage/catalogue/liquid-names.ts';
import { createWorld } from '../../src/stage/market/create-world.ts';
import type { World } from '../../src/stage/market/world.ts';
import { players } from '../../src/stage/players/index.ts';
import { type Stage, startStage } from '../../src/stage/server.ts';
import { createKey, killAll, playedCredentials, readJson, serve } from '../support/processes/served-process.ts';
import { playedItems } from '../support/stage/played-items.ts';
import { until } from '../support/time/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'itemtape-attributes-'));
const arcana = { name: liquidNames.Dota2, rarity: 'Arcana', hero: 'Shadow Fiend' };
// One item of each game is enough to be read within seconds
const itemOf = (game: 'Dota2' | 'Rust') => playedItems[game].filter(({ name }) => name === liquidNames[game]);
let world: World;
let stage: Stage;
let key: string;

beforeAll(async () => {
  world = createWorld({
    seed: 3,
    startedAt: Date.now(),
    items: { CS2: [], Dota2: itemOf('Dota2'), Rust: itemOf('Rust'), TF2: [] },
  });
  stage = await startStage({ world, players, now: Date.now });
  key = await createKey(folder);
});
afterEach(killAll);
afterAll(async () => {
  await stage.close();
  rmSync(folder, { recursive: true, force: true });
});

/** DMarket tells rarity and hero, CS.Deals the hero and, in Rust, the type. */
const start = async (...marketplaces: readonly string[]) => {
  const environment = { ...playedCredentials(), COLLECT_ONLY: marketplaces.join(), COLLECT_GAMES: 'Dota2,Rust' };
  const service = serve({ folder, relay: stage.origin, environment });
  return { ...service, origin: await service.origin };
};

const read = async (origin: string, path: string, query: Readonly<Record<string, string>>) =>
  await readJson(`${origin}${path}?${new URLSearchParams(query)}`, key).catch(() => null);

type Frame = { readonly type: string; readonly marketplace: string; readonly game: string; readonly data: object };

/** Plays ticks until the stream has sent an offer that fits. */
async function frameOf(origin: string, fits: (frame: Frame) => boolean): Promise<object> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws/v2/offers?apiKey=${key}`);
  const found: Frame[] = [];
  socket.on('open', () => socket.send(JSON.stringify({ subscribeTo: 'all', games: 'all' })));
  socket.on('message', (text) => {
    const frame: Frame = JSON.parse(String(text));
    if (frame.type === 'offer' && fits(frame)) found.push(frame);
  });
  await until('a fitting offer on the stream', async () => {
    world.tick(Date.now());
    return found.length > 0;
  });
  socket.close();
  return found[0]?.data ?? {};
}

const saleOfCsDeals = async (origin: string) => {
  const answer = await read(origin, '/v2/sales', { marketplace: 'CSDeals', game: 'Dota2', name: arcana.name });
  return answer?.sales[0] ?? null;
};

it('rarity, hero and item type are told of every marketplace, whichever tells them, also after a kill and a stop', async () => {
  const { origin, child, ended } = await start('dmarket', 'cs-deals');
  const rustType = await until('the type of an item of Rust', async () => {
    const query = { marketplace: 'DMarket', game: 'Rust', name: liquidNames.Rust, fields: 'full' };
    return (await read(origin, '/v2/items', query))?.itemType ?? false;
  });
  await until('a sale with rarity and hero', async () => (await saleOfCsDeals(origin))?.rarity === arcana.rarity);
  expect(await saleOfCsDeals(origin)).toMatchObject({ rarity: arcana.rarity, hero: arcana.hero });

  const ofCsDeals = ({ marketplace, game, data }: Frame) =>
    marketplace === 'CSDeals' && game === 'Dota2' && 'name' in data && data.name === arcana.name;
  expect(await frameOf(origin, ofCsDeals)).toMatchObject(arcana);
  const ofDmarket = ({ marketplace, game, data }: Frame) =>
    marketplace === 'DMarket' && game === 'Rust' && 'name' in data && data.name === liquidNames.Rust;
  expect(await frameOf(origin, ofDmarket)).toMatchObject({ itemType: rustType });

  child.kill('SIGKILL');
  await ended;
  // Read from the database and the tape, and by what does not tell it
  const killed = await start('cs-deals');
  const dota = { marketplace: 'CSDeals', game: 'Dota2', name: arcana.name, fields: 'full' };
  expect(await read(killed.origin, '/v2/items', dota)).toMatchObject(arcana);
  await killed.stop('SIGTERM');
  // Read from the dump that a stop leaves
  const stopped = await start('dmarket');
  const rust = { marketplace: 'DMarket', game: 'Rust', name: liquidNames.Rust, fields: 'full' };
  expect(await read(stopped.origin, '/v2/items', rust)).toMatchObject({ itemType: rustType, rarity: null });
  await stopped.stop('SIGTERM');
});
