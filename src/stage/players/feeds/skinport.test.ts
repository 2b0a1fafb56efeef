import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedFolder } from '../../../../test/support/runner/shared-folder.ts';
import { sampleOf } from '../../catalogue/catalogue.ts';
import { liquidNames } from '../../catalogue/liquid-names.ts';
import { createWorld } from '../../market/create-world.ts';
import { demandRefusal, type Player, type StageRequest } from '../../player.ts';
import { type Stage, startStage } from '../../server.ts';
import { skinport } from './skinport.ts';

type Row = Readonly<Record<string, unknown>>;

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: sampleOf(7) });

const request = (path: string, query = '', headers: StageRequest['headers'] = { 'accept-encoding': 'gzip, br' }) => ({
  method: 'GET',
  host: 'api.skinport.com',
  path,
  query: new URLSearchParams(query),
  search: query === '' ? '' : `?${query}`,
  headers,
  body: '',
  now,
});

const answered = new Map<string, readonly Row[]>();

/** Cached: the world does not change here, so answers stay the same. */
const rowsOf = (path: string, query = ''): readonly Row[] => {
  const known = answered.get(path + query);
  if (known !== undefined) return known;
  const body = skinport.answer(request(path, query), world)?.body;
  if (!Array.isArray(body)) throw new Error('the answer is no list');
  answered.set(path + query, body);
  return body;
};

const statusOf = (...requested: Parameters<typeof request>): number | undefined => {
  const asked = request(...requested);
  return (demandRefusal(skinport, asked) ?? skinport.answer(asked, world))?.status;
};

describe('Skinport as played', () => {
  it('answers 406 unless brotli is accepted', () => {
    expect(statusOf('/v1/items', '', { 'accept-encoding': 'gzip, deflate' })).toBe(406);
    expect(statusOf('/v1/items', '', {})).toBe(406);
    expect(statusOf('/v1/sales/history', 'app_id=252490', { 'accept-encoding': 'gzip, br;q=0.5' })).toBeUndefined();
  });

  it('answers 400 with its own error body for a game or currency it does not know', () => {
    expect(statusOf('/v1/items', 'app_id=10')).toBe(400);
    expect(statusOf('/v1/sales/history', 'currency=XYZ')).toBe(400);
    expect(skinport.answer(request('/v1/items', 'currency=XYZ'), world)?.body).toMatchObject({
      errors: [{ id: 'currency' }],
    });
    expect(skinport.answer(request('/v1/other'), world)).toBeNull();
  });

  it.each([
    ['CS2', 730],
    ['Dota2', 570],
    ['Rust', 252_490],
    ['TF2', 440],
  ] as const)('lists %s under its own app id', (game, appId) => {
    const names = new Set(rowsOf('/v1/items', `app_id=${appId}`).map((row) => row['market_hash_name']));

    expect(names).toEqual(new Set(world.items(game).map(({ name }) => name)));
  });

  it('shows items without offers as rows with nulls', () => {
    const empty = rowsOf('/v1/items').filter((row) => row['quantity'] === 0);

    expect(empty.length).toBeGreaterThan(0);
    for (const row of empty) {
      expect([row['min_price'], row['max_price'], row['mean_price'], row['median_price']]).toEqual([
        null,
        null,
        null,
        null,
      ]);
    }
  });

  it("quotes the world's lowest listing in the requested currency, by default euros", () => {
    const name = liquidNames.CS2;
    const item = world.itemNamed('CS2', name);
    const lowest = item === null ? 0 : (world.listings('skinport', item)[0]?.priceUsd ?? 0);
    const priceIn = (query: string) => rowsOf('/v1/items', query).find((row) => row['market_hash_name'] === name);

    expect(priceIn('currency=USD')?.['min_price']).toBe(lowest);
    expect(priceIn('')).toMatchObject({ currency: 'EUR', min_price: Math.round(lowest * world.rates.EUR * 100) / 100 });
  });

  it('has one row for each Doppler variant', () => {
    const name = world.items('CS2').find((item) => item.name.includes('| Doppler'))?.name;
    const rows = rowsOf('/v1/items').filter((row) => row['market_hash_name'] === name);

    expect(rows.map((row) => row['version'])).toEqual([
      'Phase 1',
      'Phase 2',
      'Phase 3',
      'Phase 4',
      'Ruby',
      'Sapphire',
      'Black Pearl',
    ]);
  });

  it('omits locked offers if only tradable ones are requested', () => {
    const total = (query: string) => rowsOf('/v1/items', query).reduce((sum, row) => sum + Number(row['quantity']), 0);

    expect(total('tradable=1')).toBeLessThan(total('tradable=0'));
  });

  it('sums up the sales of 1, 7, 30 and 90 days, for all items or for those named', () => {
    const [row, ...others] = rowsOf('/v1/sales/history', `market_hash_name=${encodeURIComponent(liquidNames.CS2)}`);
    const volumes = ['last_24_hours', 'last_7_days', 'last_30_days', 'last_90_days'].map((period) => {
      const found = row?.[period];
      return typeof found === 'object' && found !== null && 'volume' in found ? Number(found.volume) : Number.NaN;
    });

    expect(others).toEqual([]);
    expect(volumes).toEqual([...volumes].sort((a, b) => a - b));
    expect(volumes[3]).toBeGreaterThan(0);
  });
});

describe('Skinport over a socket', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await startStage({ world, players: [skinport] satisfies readonly Player[], now: () => now });
  });
  afterAll(() => stage.close());

  it('sends its list as brotli', async () => {
    const response = await fetch(`${stage.origin}/api.skinport.com/v1/items?app_id=440&currency=USD`, {
      headers: { 'accept-encoding': 'br' },
    });

    expect(response.headers.get('content-encoding')).toBe('br');
    expect(await response.json()).toEqual(rowsOf('/v1/items', 'app_id=440&currency=USD'));
  });

  it('sends 406 to a client without brotli', async () => {
    const response = await fetch(`${stage.origin}/api.skinport.com/v1/items`, {
      headers: { 'accept-encoding': 'gzip' },
    });

    expect(response.status).toBe(406);
  });
});

const recordings = join(sharedFolder, 'marketplaces', 'fixtures', 'skinport');
const read = (file: string): readonly Row[] => JSON.parse(readFileSync(join(recordings, file), 'utf8'));

/** Every path of a row with the types of value seen there: 'last_7_days.min' → number, null. */
const shapeOf = (rows: readonly unknown[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const shape = new Map<string, Set<string>>();
  const visit = (value: unknown, path: string) => {
    const kind = value === null ? 'null' : typeof value;
    shape.set(path, (shape.get(path) ?? new Set()).add(kind));
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) visit(inner, path === '' ? key : `${path}.${key}`);
  };
  for (const row of rows) visit(row, '');
  return shape;
};

describe.runIf(existsSync(recordings))('recorded answers of Skinport', () => {
  it.each([
    ['items-1.json', '/v1/items', 'currency=USD'],
    ['sales-history-derived-1.json', '/v1/sales/history', ''],
  ])('have the same keys in the same order and the same kinds of value as the played ones: %s', (file, path, query) => {
    const recorded = read(file);
    const played = rowsOf(path, query);
    const playedShape = shapeOf(played);

    expect(Object.keys(played[0] ?? {})).toEqual(Object.keys(recorded[0] ?? {}));
    for (const [key, kinds] of shapeOf(recorded)) {
      // The recording of sales lost most page links; real answers have them
      const expected = [...kinds].filter((kind) => kind !== 'null' || !key.endsWith('_page'));
      expect([key, [...(playedShape.get(key) ?? [])]]).toEqual([key, expect.arrayContaining(expected)]);
    }
  });
});
