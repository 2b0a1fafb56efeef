import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectors } from '../../../src/connectors/index.ts';
import { killAll } from '../../support/processes/served-process.ts';
import { playedItems } from '../../support/stage/played-items.ts';
import { type PlayedMarkets, startPlayedMarkets } from '../../support/stage/played-markets.ts';
import { type BotPrice, type ServedPricer, schemaFile, servePricer } from '../../support/tf2autobot/pricer.ts';
import { schemaItem, tf2Schema } from '../../support/tf2autobot/schema.ts';
import { until } from '../../support/time/until.ts';

const played = playedItems.TF2.slice(0, 60);

let markets: PlayedMarkets;
let pricer: ServedPricer;

beforeAll(async () => {
  const { raw } = tf2Schema;
  const items = [...raw.schema.items, ...played.map(({ name }, at) => schemaItem(40_000 + at, name))];
  const schema = schemaFile({ ...tf2Schema, raw: { ...raw, schema: { ...raw.schema, items } } });
  markets = await startPlayedMarkets({
    items: { CS2: [], Dota2: [], Rust: [], TF2: played },
    // The others supply names from a list, and the price of a key in dollars
    connectors: connectors.filter(({ slug }) => ['backpack-tf', 'stn-tf', 'skinport'].includes(slug)),
    config: { 'collect.games': ['TF2'] },
  });
  pricer = await servePricer({ origin: markets.service.origin, key: markets.key, schema });
});
afterAll(async () => {
  await killAll();
  await markets?.close();
});

it('the example gives bots the prices of its marketplaces, on request and by push', async () => {
  let seen = '';
  const ask = async (path: string) => {
    const { status, text, body } = await pricer.ask('GET', path);
    seen = text;
    return { status, body };
  };

  const first = await until(
    'a price in keys and metal',
    async () => {
      const { status, body } = await ask('/items?src=bptf');
      return status === 200 && (body.items[0] as BotPrice | undefined);
    },
    () => `${seen} ${pricer.process.err()}`,
  );
  expect(played.map(({ name }) => name)).toContain(first.name);
  expect(await ask(`/items/${first.sku}?src=bptf`)).toMatchObject({
    status: 200,
    body: { success: true, sku: first.sku, name: first.name, source: 'bptf' },
  });

  const { prices, socket } = pricer.connect();
  await until('the pushed price', async () => prices.some(({ sku }) => sku === first.sku));
  socket.disconnect();
});
