import { mkdtempSync, rmSync } from 'node:fs';
import type { OutgoingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Api, type ApiOptions, createApi } from '../../../src/api/create-api.ts';
import { openKeys } from '../../../src/api/keys.ts';
import type { Availability } from '../../../src/api/lookups.ts';
import { Book } from '../../../src/book/book.ts';
import type { SourceHealth } from '../../../src/collect/schedule/health.ts';
import { type Game, games, type Prices, type Rate } from '../../../src/schema/index.ts';
import { type OpenStore, openStore } from '../../../src/store/open-store.ts';
import type { StoredRow } from '../../../src/store/store.ts';
import { Writer } from '../../../src/store/writer.ts';
import { inject } from './inject.ts';

export const startAt = 1_790_000_000_500;
export const day = 86_400_000;

export const redline = 'AK-47 | Redline (Field-Tested)';

/** For each game one item with all kinds of data on the Steam market: offers, buy orders, sales and history. */
export const wholeItems: Readonly<Record<Game, string>> = {
  CS2: redline,
  Dota2: 'Inscribed Bracers of Aeons',
  Rust: 'Big Grin',
  TF2: "Strange Professional Killstreak Scattergun | 'Night Owl'",
};

/** Names with characters that trip up encodings; SkinPort has all of them in CS2. */
export const awkwardNames: readonly string[] = [
  '★ StatTrak™ Bowie Knife | Blue Steel (Minimal Wear)',
  '★ Karambit',
  "Special Agent Ava | FBI's Best",
  'Sticker | A/B & C? #1 + 100% = "done" \\o/',
  '印花 | 中国龙 (闪亮)',
  'Music Kit | Ümlaut, Ünd Söhne ; Vol. 2',
];

const pricesOf = (usd: number): Prices => ({ USD: usd, EUR: usd - 1_500, CNY: usd * 7, RUB: null });

const dollars = (usd: number) => ({ price: { amount: usd, currency: 'USD' as const }, prices: pricesOf(usd) });

export const offerRecord = (game: Game, name: string, offerId: string, usd: number) => ({
  kind: 'offer' as const,
  game,
  name,
  phase: null,
  offerId,
  ...dollars(usd),
  purchaseLink: `https://example.test/${offerId}`,
  inspectLink: null,
  float: game === 'CS2' ? 0.2341 : null,
  paintIndex: game === 'CS2' ? 282 : null,
  paintSeed: game === 'CS2' ? 611 : null,
  stickers: game === 'CS2' ? [{ name: 'Sticker | Crown (Foil)', wear: 0, slot: 2 }] : null,
  tradableAt: startAt + day + 3_600_000,
  ownerId: '76561190000000001',
});

export const quoteRecord = (game: Game, name: string, usd: number | null, offerCount: number) => ({
  kind: 'quote' as const,
  game,
  name,
  phase: null,
  lowest: usd === null ? null : { amount: usd, currency: 'USD' as const },
  prices: usd === null ? { USD: null, EUR: null, CNY: null, RUB: null } : pricesOf(usd),
  offerCount,
  purchaseLink: null,
  marketplaceItemId: null,
  thumbnail: null,
});

export const buyOrderRecord = (game: Game, name: string, orderId: string, usd: number) => ({
  kind: 'buyOrder' as const,
  game,
  name,
  phase: null,
  orderId,
  ...dollars(usd),
  quantity: 2,
});

export const csfloat = 2;
export const skinport = 3;
export const dmarket = 4;
export const steamMarket = 27;

const stamp = (marketplaceId: number, at = startAt - 60_000) => ({ marketplaceId, source: 'test', at });

export function fillBook(book: Book): void {
  for (const game of games) {
    const name = wholeItems[game];
    book.apply(
      [offerRecord(game, name, `${game}-1`, 31_500), buyOrderRecord(game, name, `${game}-b1`, 29_804)],
      stamp(steamMarket),
    );
    book.apply([quoteRecord(game, name, 30_745, 212), quoteRecord(game, `${name} II`, null, 0)], stamp(skinport));
  }
  book.apply(
    [
      offerRecord('CS2', redline, 'f1', 33_000),
      offerRecord('CS2', redline, 'f2', 32_000),
      buyOrderRecord('CS2', redline, 'fb', 30_100),
    ],
    stamp(csfloat),
  );
  book.apply(
    awkwardNames.map((name, i) => quoteRecord('CS2', name, 1_000 + i, 1)),
    stamp(skinport),
  );
}

const sale = (game: Game, saleId: string, daysAgo: number): StoredRow => ({
  table: 'sales',
  row: {
    kind: 'sale',
    marketplaceId: steamMarket,
    game,
    name: wholeItems[game],
    phase: null,
    saleId,
    soldAt: startAt - daysAgo * day,
    ...dollars(30_000 + daysAgo),
    float: game === 'CS2' ? 0.15 : null,
    paintIndex: null,
    paintSeed: null,
    stickers: game === 'CS2' ? [] : null,
  },
});

const point = (game: Game, hoursAgo: number): StoredRow => ({
  table: 'pricePoints',
  row: {
    marketplaceId: steamMarket,
    game,
    name: wholeItems[game],
    phase: null,
    at: startAt - hoursAgo * 3_600_000,
    prices: pricesOf(31_000 + hoursAgo),
    offerCount: 1,
  },
});

const storedRows: readonly StoredRow[] = games.flatMap((game) => [
  ...[1, 5, 40].map((daysAgo) => sale(game, `${game}-s${daysAgo}`, daysAgo)),
  ...Array.from({ length: 200 }, (_, hours) => point(game, hours)),
]);

const all = (facilities: { buyOrders: boolean; sales: boolean }, covered: readonly Game[] = games) =>
  covered.map((game) => ({ game, offers: true, ...facilities }));

export const availability: readonly Availability[] = [
  { marketplaceId: csfloat, games: all({ buyOrders: true, sales: true }, ['CS2']) },
  { marketplaceId: skinport, games: all({ buyOrders: false, sales: false }) },
  { marketplaceId: dmarket, games: all({ buyOrders: true, sales: false }) },
  { marketplaceId: steamMarket, games: all({ buyOrders: true, sales: true }) },
];

export const sourceHealth: SourceHealth = {
  slug: 'skinport',
  source: 'items',
  kind: 'bulk',
  game: 'CS2',
  evidence: 'recorded',
  permission: 'documented',
  state: 'live',
  lastOutcome: 'read',
  detail: null,
  lastAskedAt: startAt - 2_000,
  lastReadAt: startAt - 1_000,
  lastGap: null,
  nextAskAt: null,
  everySeconds: 300,
  requests: 3,
  rows: 9,
  rejected: 0,
  missingCredential: null,
  standing: null,
  seen: null,
  yields: ['offer', 'quote'],
  budget: { name: 'api', requests: 8, perSeconds: 300, used: 2, heldUntil: null },
  sample: [],
};

export const europeanRate: Rate = { currency: 'EUR', perUsd: 0.8706, ratedAt: startAt - day, source: 'ecb' };

export type TestStore = { readonly store: OpenStore; readonly close: () => Promise<void> };

/** A temporary database with some sales and price points of each game. */
export async function openTestStore(): Promise<TestStore> {
  const folder = mkdtempSync(join(tmpdir(), 'itemtape-api-store-'));
  const store = await openStore({ at: { folder }, now: () => startAt });
  await store.append(storedRows);
  return {
    store,
    async close() {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The operator's token, as stored in the data folder. */
export const operatorToken = 'op_of-the-operator-of-the-test';

export type ServedApi = {
  readonly api: Api;
  readonly book: Book;
  readonly keys: ReturnType<typeof openKeys>;
  readonly keyFile: string;
  readonly key: string;
  readonly clock: { at: number };
  readonly requested: string[];
  readonly logged: string[];
  /** Sends one request within the process, with the key. */
  readonly get: (
    path: string,
    query?: Readonly<Record<string, string>>,
    headers?: OutgoingHttpHeaders,
  ) => Promise<Reply>;
  readonly close: () => Promise<void>;
};

export type Reply = {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect arbitrary JSON
  readonly body: any;
};

/** The interface over a filled book, with a clock that stands still unless moved. */
export async function serveApi(store: ApiOptions['store'], change: Partial<ApiOptions> = {}): Promise<ServedApi> {
  const folder = mkdtempSync(join(tmpdir(), 'itemtape-api-'));
  const clock = { at: startAt };
  const keyFile = join(folder, 'keys.json');
  const keys = openKeys({ file: keyFile, now: () => clock.at, operatorToken });
  const { text: key } = await keys.create({ name: 'test', websocketAccess: true });
  const book = new Book();
  fillBook(book);
  const requested: string[] = [];
  const logged: string[] = [];
  const note = (fields: object, text: string) => void logged.push(`${text} ${JSON.stringify(fields)}`);
  const api = await createApi({
    book,
    store,
    keys,
    availability: [...availability].reverse(),
    health: () => [sourceHealth],
    isReady: () => true,
    isBack: () => false,
    writer: () => new Writer({ store: { append: async () => {} } }).stats(),
    recorder: () => ({ waiting: 0, failures: 0, notStoredSince: null, lastError: null }),
    rates: () => [europeanRate],
    fees: new Map(),
    terms: new Map(),
    past: null,
    lineage: () => '',
    offersLookedUp: async () => {},
    itemRequested: (game, name) => void requested.push(`${game} ${name}`),
    isPlayed: false,
    version: '1.2.3',
    now: () => clock.at,
    log: { error: note, warn: note },
    settings: { cacheSeconds: 10, cacheMegabytes: 8, coverageSeconds: 0 },
    ...change,
  });
  return {
    api,
    book,
    keys,
    keyFile,
    key,
    clock,
    requested,
    logged,
    async get(path, query = {}, headers = {}) {
      const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
      const url = search.length === 0 ? path : `${path}?${search.join('&')}`;
      const reply = await inject(api.app, { method: 'GET', url, headers: { 'x-api-key': key, ...headers } });
      const isJson = String(reply.headers['content-type']).startsWith('application/json');
      return {
        status: reply.statusCode,
        headers: reply.headers,
        text: reply.body,
        body: isJson && reply.body !== '' ? reply.json() : null,
      };
    },
    async close() {
      await api.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
