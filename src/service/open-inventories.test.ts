import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { fewItems } from '../../test/support/processes/stored-state.ts';
import { readConfig } from '../config/config.ts';
import { createWorld } from '../stage/market/create-world.ts';
import { players } from '../stage/players/index.ts';
import { type Stage, startStage } from '../stage/server.ts';
import { type Inventories, openInventories } from './open-inventories.ts';

let stage: Stage;
let inventories: Inventories;

beforeAll(async () => {
  const world = createWorld({ seed: 1, startedAt: Date.now(), items: fewItems });
  const steam = players.filter(({ slug }) => slug === 'steam-market');
  stage = await startStage({ world, players: steam, now: Date.now });
});
afterAll(() => stage.close());
beforeEach(() => {
  inventories?.close();
  const { config } = readConfig({ file: null, flags: {}, environment: { COLLECT_RELAY: stage.origin } });
  const { signal } = new AbortController();
  inventories = openInventories({ config, secrets: () => null, now: Date.now, signal });
});

const of = (number: string) => `76561198000000${number}`;

it('reads 1,000 items of a public inventory with their floats and seeds, and asks once for five minutes', async () => {
  const found = await inventories.read('https://steamcommunity.com/id/thousand', 'CS2');
  expect(found).toMatchObject({ steamId: '76561198000001000', totalCount: found.items.length });
  expect(found.items.length).toBeGreaterThanOrEqual(1_000);
  expect(new Set(found.items.map(({ assetId }) => assetId)).size).toBe(found.items.length);
  expect(found.items.some(({ float, paintSeed }) => float !== null && paintSeed !== null)).toBe(true);
  for (let times = 0; times < 10; times += 1)
    expect((await inventories.read(found.steamId, 'CS2')).readAt).toBe(found.readAt);
});

it('reads page after page, and what is empty', async () => {
  expect((await inventories.read('hoarder', 'CS2')).items.length).toBeGreaterThanOrEqual(4_500);
  expect((await inventories.read(of('204'), 'CS2')).items).toEqual([]);
});

it('says why an inventory cannot be read', async () => {
  const failureOf = (profile: string) =>
    inventories.read(profile, 'CS2').then(
      () => null,
      (error: { failure: string }) => error.failure,
    );
  expect(await failureOf(of('403'))).toBe('private');
  expect(await failureOf(of('500'))).toBe('unavailable');
  expect(await failureOf('nobody-has-this-name')).toBe('unknown');
  expect(await failureOf('https://example.org/id/thousand')).toBe('invalid');
});
