import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTape } from '../../client/src/index.ts';
import { killAll, readJson, serve } from '../support/processes/served-process.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { createScriptedServer, type ScriptedServer } from '../support/servers/scripted-server.ts';
import { until } from '../support/time/until.ts';

const root = testFolder('odd-texts');
const examples = join(import.meta.dirname, '..', '..', 'examples', 'connectors');

/** Names that are published as they are. */
const usable = [
  ...['__proto__', 'constructor', 'toString', 'null', '1.5', '-1', 'all', '%00 %2e%2e/../..', 'a#b?c=d&e=f+g'],
  ...[
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    'javascript:alert(1)',
    "=cmd|'/c calc'!A0",
    '@SUM(1)',
  ],
  ...[
    '😀'.repeat(128),
    '👨‍👩‍👧',
    '\u00e9',
    'CASE',
    'case',
    'שלום',
    'AWP \u202eevil\u202c',
    'A\u200bK',
    'Line\u2028Sep',
  ],
  ...['龍王（闪亮）', 'x'.repeat(256), 'back\\slash\\n', '{"a":1}'],
];
const unusable = [
  '',
  ' \u00a0',
  'Two\nlines',
  'Nul\u0000',
  '\u001b[2J',
  '\u0085',
  '\u009b31m',
  'x'.repeat(257),
  '😀'.repeat(129),
];
/** What a marketplace writes, and what is published. */
const mended = { '\ufeff  Padded \t': 'Padded', 'Cut\ud83d': 'Cut\ufffd' };
const published = [...usable, ...Object.values(mended)];

// Enough usual rows for the odd ones to be few
const ordinary = Array.from({ length: 400 }, (_, at) => `Made-up ${at}`);
const titles = [...ordinary, ...usable, ...unusable, ...Object.keys(mended)];
const offers = titles.map((title, at) => ({
  ...{ id: at + 1, title, cents: 1000 + at, wear: null, seed: at, tradable_from: 0 },
}));

let shop: ScriptedServer;
beforeAll(async () => {
  shop = await createScriptedServer();
  shop.play(({ url }) => {
    const { pathname, searchParams } = new URL(url, 'http://x');
    if (pathname !== '/api.skin-bazaar.example/v1/offers') return { status: 404 };
    return { body: { offers: searchParams.get('app') === '730' ? offers : [] } };
  });
});
afterAll(async () => {
  await killAll();
  await shop.close();
});

it('names of any letters are found by name, listed and streamed, before and after a stop, or never published', async () => {
  const environment = { COLLECT_CONNECTORS: examples, COLLECT_ONLY: 'SkinBazaar' };
  const start = () => serve({ folder: join(root, 'data'), relay: shop.origin, environment });
  const answers = async (origin: string, key: string): Promise<string[]> => {
    const found: string[] = [];
    for (const name of published) {
      const query = new URLSearchParams({ marketplace: 'SkinBazaar', game: 'CS2', name });
      const response = await fetch(`${origin}/v2/items?${query}`, { headers: { 'x-api-key': key } });
      found.push(await response.text());
    }
    return found;
  };

  const service = start();
  const [origin, key] = [await service.origin, await service.firstKey()];
  const source = await until('the offers', async () => {
    const sources: { source: string; game: string; state: string; rows: number; rejected: number }[] = await readJson(
      `${origin}/health/sources`,
    );
    return sources.find((one) => one.source === 'offers' && one.game === 'CS2' && one.state === 'live') ?? null;
  });
  expect(source).toMatchObject({ rows: titles.length, rejected: unusable.length });

  const before = await answers(origin, key);
  expect(before.map((text) => JSON.parse(text).name)).toEqual(published);
  expect(before.map((text) => JSON.parse(text).offerCount)).toEqual(published.map(() => 1));

  const tape = createTape({ url: origin, key });
  const mirror = tape.mirror({ games: ['CS2'] });
  await mirror.ready;
  const wanted = [...ordinary, ...published].sort();
  expect(
    mirror
      .offers()
      .map(({ data }) => data.name)
      .sort(),
  ).toEqual(wanted);
  mirror.stop();
  const listed: string[] = [];
  for await (const { name } of tape.all({ game: 'CS2' })) listed.push(name);
  expect(listed.sort()).toEqual(wanted);

  shop.play(() => ({ status: 503 }));
  await service.stop('SIGTERM');
  const again = start();
  expect(await answers(await again.origin, key)).toEqual(before);
  await again.stop('SIGTERM');
});
