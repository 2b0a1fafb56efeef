import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectors } from '../../src/connectors/index.ts';
import { catalogue } from '../../src/stage/catalogue/catalogue.ts';
import { liquidNames } from '../../src/stage/catalogue/liquid-names.ts';
import { type PlayedMarkets, startPlayedMarkets } from '../support/stage/played-markets.ts';
import { until } from '../support/time/until.ts';

let markets: PlayedMarkets;

const hats = catalogue.TF2.filter(({ name }) => name.startsWith('Unusual '));
const key = catalogue.TF2.filter(({ name }) => name === liquidNames.TF2);

beforeAll(async () => {
  markets = await startPlayedMarkets({
    items: { CS2: [], Dota2: [], Rust: [], TF2: [...key, ...hats] },
    // Skinport quotes the same hats without their effects
    connectors: connectors.filter(({ slug }) => ['backpack-tf', 'stn-tf', 'skinport'].includes(slug)),
    config: { 'collect.games': ['TF2'] },
  });
});
afterAll(() => markets.close());

type Found = {
  readonly name: string;
  readonly marketplace: string;
  readonly itemPhase: string | null;
  readonly unusualEffect: string | null;
  readonly quality: string | null;
  readonly price: number;
};

const get = async (path: string, query: Readonly<Record<string, string>>) => {
  const { status, body } = await markets.client.get(path, query);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

const offers = async (query: Readonly<Record<string, string>> = {}): Promise<readonly Found[]> =>
  (await get('/tape/offers', { game: 'TF2', limit: '1000', ...query })).offers;

const valued = async (items: readonly object[]) => {
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const { status, text, body } = await markets.client.send('/tape/value', {
    ...sent,
    body: JSON.stringify({ game: 'TF2', side: 'ask', payout: 'any', items }),
  });
  expect(status, text).toBe(200);
  return body;
};

const steadyMs = 500;

/** All offers once nothing of the last ticks is still on its way. */
const settledOffers = () =>
  until('offers that stay the same', async () => {
    const before = await offers();
    await wait(steadyMs);
    const after = await offers();
    return JSON.stringify(after) === JSON.stringify(before) && after;
  });

/** A hat that is on sale with two effects at once. */
const twice = () =>
  until('one hat with two effects', async () => {
    for (let tick = 0; tick < 10; tick += 1) markets.world.tick(Date.now());
    const found = (await settledOffers()).filter(({ unusualEffect }) => unusualEffect !== null);
    return found.find(({ name, unusualEffect: effect }) =>
      found.some((other) => other.name === name && other.unusualEffect !== effect),
    );
  });

describe('an unusual hat', () => {
  it('tells its effect where all fields are requested, and nowhere else', async () => {
    const { name, unusualEffect, quality } = await twice();
    expect(quality).toBe('Unusual');

    const query = { marketplace: 'BackpackTF', game: 'TF2', name };
    const full = await get('/v2/items', { ...query, fields: 'full' });
    const plain = await get('/v2/items', query);

    expect(full.offers.map((offer: Found) => offer.unusualEffect)).toContain(unusualEffect);
    for (const offer of full.offers) {
      expect(offer).toMatchObject({ phase: null, quality: 'Unusual', elevatedQuality: null, craftNumber: null });
      expect(offer.flags).not.toContain('variantUnknown');
    }
    expect(JSON.stringify(plain)).not.toContain(unusualEffect);
    expect(Object.keys(plain.offers[0])).not.toContain('unusualEffect');
  });

  it('is found by its effect, and has a lowest ask of its own', async () => {
    const { name, unusualEffect } = await twice();
    const effect = unusualEffect as string;
    const found = await offers({ name, effect: effect.toUpperCase(), sort: 'price' });
    const { best } = await get('/tape/best', { game: 'TF2', name });
    const ofEffect = best.find((one: Found) => one.unusualEffect === effect);

    expect(new Set(found.map((one) => one.unusualEffect))).toEqual(new Set([effect]));
    expect(ofEffect.ask).toMatchObject({ marketplace: 'BackpackTF', price: found[0]?.price });
    expect(best[0]).toMatchObject({ itemPhase: null, unusualEffect: null });
    expect((await get('/tape/best', { game: 'TF2', name, effect })).best).toEqual([ofEffect]);

    const items = [{ name, effect }, { name }];
    const { lines } = await valued(items);
    expect(lines[0]).toMatchObject({ itemPhase: null, unusualEffect: effect, best: { price: found[0]?.price } });
    expect(lines[1].unusualEffect).toBeNull();
  });

  it('is never put on sale at the price of another effect, or of one that is not known', async () => {
    await twice();
    const { deals } = await get('/tape/deals', { game: 'TF2', limit: '1000', minProfit: '0' });
    const found = await offers();

    for (const { name, unusualEffect, buy, sell } of deals) {
      if (!name.startsWith('Unusual ')) continue;
      if (sell.way === 'list') expect(unusualEffect).not.toBeNull();
      if (unusualEffect === null) continue;
      const asks = found.filter((one) => one.name === name && one.unusualEffect === unusualEffect);
      expect(asks.map(({ price }) => price)).toContain(buy.price);
    }
  });

  it('of an effect that nobody has named is refused with the nearest one', async () => {
    const { unusualEffect } = await twice();
    const { status, body } = await markets.client.get('/tape/offers', { game: 'TF2', effect: `${unusualEffect}x` });

    expect([status, body.code]).toEqual([400, 'INVALID_PARAMS']);
    expect(JSON.stringify(body)).toContain(`did you mean ${unusualEffect}`);
  });
});
