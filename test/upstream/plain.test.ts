import { afterAll, expect, it } from 'vitest';
import { killAll, readJson, serve } from '../support/processes/served-process.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { startPlainService } from '../support/servers/plain-service.ts';
import { until } from '../support/time/until.ts';

const folder = testFolder('plain');
afterAll(killAll);

type Wire = Readonly<Record<string, unknown>>;
const name = 'AK-47 | Redline (Field-Tested)';
const nowhere = 'http://127.0.0.1:9';

it('a v2 service of another make is read over REST and its stream, with only the requests that it knows', async () => {
  const upstream = await startPlainService();
  upstream.put({ name, link: 'https://shop.example/1', priceUSD: 12.34 });
  upstream.put({ name, link: 'https://shop.example/2', priceUSD: 11.5 });
  const service = serve({
    folder,
    relay: nowhere,
    environment: {
      COLLECT_ONLY: 'SkinPort',
      UPSTREAM_URL: upstream.origin,
      UPSTREAM_KEY: upstream.key,
      UPSTREAM_MARKETPLACES: 'SkinPort',
      UPSTREAM_REQUESTS_PER_MINUTE: '6000',
    },
  });
  const [origin, key] = [await service.origin, await service.firstKey()];
  const query = `marketplace=SkinPort&game=CS2&name=${encodeURIComponent(name)}`;
  const prices = async (): Promise<Record<string, unknown>> => {
    const item = await readJson(`${origin}/v2/items?${query}`, key).catch(() => ({ offers: [] }));
    return Object.fromEntries(item.offers.map((offer: Wire) => [offer['purchaseLink'], offer['priceUSD']]));
  };
  const shows = async (wanted: Record<string, number>, what: string): Promise<void> => {
    let seen: unknown;
    await until(
      what,
      async () => {
        seen = await prices();
        return JSON.stringify(Object.entries(seen as Wire).sort()) === JSON.stringify(Object.entries(wanted).sort());
      },
      () => seen,
    );
  };

  const [one, two, three] = [1, 2, 3].map((number) => `https://shop.example/${number}`) as [string, string, string];
  await shows({ [one]: 12.34, [two]: 11.5 }, 'what was on sale');
  const item = await readJson(`${origin}/v2/items?${query}`, key);
  expect(item).toMatchObject({ priceUSD: 11.5, offerCount: 2 });
  expect(item.offers[0]).toMatchObject({ foundAt: 1_790_000_000, float: 0.25, paintSeed: 7, stickers: [] });

  await until('the subscription', async () => upstream.subscriptions() > 0);
  upstream.put({ name, link: three, priceUSD: 10 });
  upstream.put({ name, link: one, priceUSD: 13 });
  await shows({ [one]: 13, [two]: 11.5, [three]: 10 }, 'what the stream told');

  const before = upstream.subscriptions();
  upstream.hangUp();
  await until('a new subscription', async () => upstream.subscriptions() > before);
  upstream.put({ name, link: two, priceUSD: 9 });
  await shows({ [one]: 13, [two]: 9, [three]: 10 }, 'what came after the break');

  const states: readonly Wire[] = await readJson(`${origin}/health/sources`);
  const stream = states.find(({ source, game }) => source === 'stream' && game === 'CS2');
  expect(stream).toMatchObject({ marketplace: 'SkinPort', state: 'live' });
  expect(upstream.requests).toContain('/v2/items/search');
  await service.stop('SIGTERM');
  upstream.close();
});
