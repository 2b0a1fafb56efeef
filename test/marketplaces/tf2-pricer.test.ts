import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectors } from '../../src/connectors/index.ts';
import { schemaItem, tf2Schema } from '../support/api/tf2-schema.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { playedItems } from '../support/stage/played-items.ts';
import { type PlayedMarkets, startPlayedMarkets } from '../support/stage/played-markets.ts';
import { until } from '../support/time/until.ts';

type BotPrice = { readonly sku: string; readonly name: string; readonly buy: object; readonly sell: object };

const played = playedItems.TF2.slice(0, 60);
const folder = testFolder('tf2');
const file = join(folder, 'schema.json');

let markets: PlayedMarkets;

beforeAll(async () => {
  const { raw } = tf2Schema;
  const items = [...raw.schema.items, ...played.map(({ name }, at) => schemaItem(40_000 + at, name))];
  writeFileSync(file, JSON.stringify({ ...tf2Schema, raw: { ...raw, schema: { ...raw.schema, items } } }));
  markets = await startPlayedMarkets({
    items: { CS2: [], Dota2: [], Rust: [], TF2: played },
    // The others supply names from a list, and the price of a key in dollars
    connectors: connectors.filter(({ slug }) => ['backpack-tf', 'stn-tf', 'skinport'].includes(slug)),
    config: { 'collect.games': ['TF2'], 'api.shapes': ['tf2autobot'], 'api.tf2Schema': file },
  });
});
afterAll(async () => {
  await markets?.close();
});

it('a service that is set to be a pricer gives bots the prices of its marketplaces, on request and by push', async () => {
  const url = `${markets.service.origin}/shapes/tf2autobot`;
  const headers = { authorization: `Token ${markets.key}` };
  let seen = '';
  const ask = async (path: string) => {
    const reply = await fetch(`${url}${path}`, { headers });
    seen = await reply.text();
    return { status: reply.status, body: JSON.parse(seen) };
  };

  const first = await until(
    'a price in keys and metal',
    async () => {
      const { status, body } = await ask('/items?src=bptf');
      return status === 200 && (body.items[0] as BotPrice | undefined);
    },
    () => seen,
  );
  expect(played.map(({ name }) => name)).toContain(first.name);
  expect(await ask(`/items/${first.sku}?src=bptf`)).toMatchObject({
    status: 200,
    body: { success: true, sku: first.sku, name: first.name, source: 'bptf' },
  });

  const received: BotPrice[] = [];
  const bot = io(url, { auth: { token: markets.key } });
  bot.on('price', (price) => received.push(price));
  await until('the pushed price', async () => received.some(({ sku }) => sku === first.sku));
  bot.disconnect();
});
