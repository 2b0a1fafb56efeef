import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from '../../../../test/support/runner/shared-folder.ts';
import { asJson, feedOf, memberOf, playedChanges } from '../../../../test/support/stage/played-changes.ts';
import { jsonOf, requesterOf } from '../../../../test/support/stage/player-requester.ts';
import { missingFrom } from '../../../../test/support/stage/shape.ts';
import { stageItems } from '../../../../test/support/stage/stage-items.ts';
import { liquidNames } from '../../catalogue/liquid-names.ts';
import { createWorld } from '../../market/create-world.ts';
import { dollarsPerRef, refPerKey } from '../../market/tf2-worth.ts';
import { backpackTf } from './backpack-tf.ts';

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(backpackTf, world, now);
const address = 'https://backpack.tf/api/classifieds/listings/snapshot?appid=440';
const name = liquidNames.TF2;
const item = world.itemNamed('TF2', name);
if (item === null) throw new Error('the liquid item is missing');

const snapshot = () => jsonOf(ask(`${address}&token=0123456789abcdef&sku=${encodeURIComponent(name)}`));
type Currencies = { readonly usd?: number; readonly keys?: number; readonly metal?: number };
type Row = { readonly intent: string; readonly price: number; readonly currencies: Currencies };

describe('backpack.tf as played', () => {
  it('lists both sides of a name', () => {
    const rows: readonly Row[] = snapshot().listings;

    expect(rows.filter(({ intent }) => intent === 'sell')).toHaveLength(world.listings('backpack-tf', item).length);
    expect(rows.filter(({ intent }) => intent === 'buy')).toHaveLength(world.buyOrders('backpack-tf', item).length);
  });

  it('prices some listings in dollars, the others in keys and metal, where metal comes in eighteenths', () => {
    const rows: readonly Row[] = snapshot().listings;

    expect(rows.some(({ currencies }) => currencies.usd !== undefined)).toBe(true);
    for (const { currencies } of rows) {
      if (currencies.usd !== undefined) expect(Object.keys(currencies)).toEqual(['usd']);
      const weapons = (currencies.metal ?? 0) * 18;
      expect(Math.abs(weapons - Math.round(weapons))).toBeLessThan(0.2);
    }
  });

  it('prices both sides so that keys and metal are worth what the world says', () => {
    const rows: readonly Row[] = snapshot().listings;
    const worth = rows.map(({ currencies: { usd, keys = 0, metal = 0 } }) =>
      usd === undefined ? (keys * refPerKey + metal) * dollarsPerRef(world) : usd,
    );
    const orders = world.buyOrders('backpack-tf', item);
    const truth = [...world.listings('backpack-tf', item), ...orders].map(({ priceUsd }) => priceUsd);

    for (const [at, usd] of worth.entries()) expect(Math.abs(usd - (truth[at] ?? 0))).toBeLessThan(0.003);
  });

  it('gives the price of a key in metal and of metal in dollars, to clients with a key', () => {
    const { response } = jsonOf(ask('https://backpack.tf/api/IGetCurrencies/v1?key=0123456789abcdef'));
    const { metal, keys } = response.currencies;

    expect([metal.price.currency, metal.price.value]).toEqual(['usd', dollarsPerRef(world)]);
    expect(keys.price.currency).toBe('metal');
    expect((keys.price.value + keys.price.value_high) / 2).toBeCloseTo(refPerKey, 5);
    expect(ask('https://backpack.tf/api/IGetCurrencies/v1')?.status).toBe(403);
  });

  it('refuses requests without a token', () => {
    expect(ask(`${address}&sku=x`)?.status).toBe(401);
    expect(ask(`${address}&token=0123456789abcdef&sku=x`)?.status).toBe(404);
  });
});

const feed = feedOf(backpackTf);
const changes = playedChanges(world, 'backpack-tf', 'TF2', now);
const batched = asJson(feed.messagesOf(changes, memberOf(feed, { 'batch-test': 'true' }), world));

describe('the feed of backpack.tf as played', () => {
  it('sends one list to clients that request lists, and single events to the others', () => {
    expect(batched).toHaveLength(1);
    expect(asJson(feed.messagesOf(changes, memberOf(feed), world))).toEqual(batched[0]);
  });

  it('sends an event for each removal, and has the second of each event in its id', () => {
    type SentEvent = { readonly event: string; readonly payload: { readonly intent: string } };
    const ended = batched[0].filter(
      ({ event, payload }: SentEvent) => event.endsWith('delete') && payload.intent === 'sell',
    );

    expect(ended).toHaveLength(changes.filter(({ kind }) => kind === 'removed').length);
    for (const { id } of batched[0]) {
      expect(id).toMatch(/^[0-9a-f]{24}$/);
      expect(Number.parseInt(id.slice(0, 8), 16) * 1000).toBeLessThanOrEqual(now + 600 * 60_000);
    }
  });
});

const recordings = join(sharedFolder, 'marketplaces', 'fixtures', 'backpack-tf');

describe.runIf(existsSync(recordings))('recorded frames of backpack.tf', () => {
  const read = (file: string) => JSON.parse(readFileSync(join(recordings, file), 'utf8'));
  const buying = (frames: readonly { readonly event: string; readonly payload: { readonly intent: string } }[]) =>
    frames.filter(({ payload }) => payload.intent === 'buy');

  it('have no key or kind of value that the played ones lack', () => {
    // No played item is unusual, and only unusual ones have an effect
    const effects = ['[].payload.item.particle', '[].payload.item.priceindex'];

    expect(missingFrom(batched[0], read('ws-listing-update-1.json'), effects)).toEqual([]);
    expect(missingFrom(buying(batched[0]), read('ws-listing-update-2-trimmed.json'))).toEqual([]);
    expect(missingFrom(batched[0], read('ws-listing-delete-1.json'))).toEqual([]);
  });
});
