import { join } from 'node:path';
import { type ApiOptions, createApi } from '../../src/api/create-api.ts';
import { openKeys } from '../../src/api/keys.ts';
import type { Book } from '../../src/book/book.ts';
import { boundHeap } from '../../src/cli/heap-growth.ts';
import { games, marketplaces } from '../../src/schema/index.ts';
import { openStore } from '../../src/store/open-store.ts';
import { createWriter } from '../../src/store/writer.ts';
import { answerAtDoor, type FrontDoor, takeHanded } from './front.ts';
import { listen } from './plain-servers.ts';

const silent = { error: () => {}, warn: () => {} };

export type Served = { readonly port: number; readonly key: string };

/** Serves REST over a book and a store in this folder; with a door, only for front workers, and the port is 0. */
export async function serveBook(
  book: Book,
  folder: string,
  cacheSeconds: number,
  door: FrontDoor | null = null,
): Promise<Served> {
  return await serveOver(book, await openStore({ at: { folder }, now: Date.now }), folder, cacheSeconds, door);
}

/** The same over an open store, with the heap settings of the service. */
async function serveOver(
  book: Book,
  store: ApiOptions['store'],
  folder: string,
  cacheSeconds: number,
  door: FrontDoor | null = null,
): Promise<Served> {
  boundHeap();
  const keys = openKeys({ file: join(folder, 'keys.json'), now: Date.now });
  const { text: key } = await keys.create({ name: 'bench', websocketAccess: false });
  const api = await createApi({
    book,
    store,
    keys,
    availability: marketplaces.map(({ id }) => ({
      marketplaceId: id,
      games: games.map((game) => ({ game, offers: true, buyOrders: true, sales: true })),
    })),
    health: () => [],
    isReady: () => true,
    isBack: () => false,
    writer: createWriter({ store: { append: async () => {} } }).stats,
    recorder: () => ({ waiting: 0, failures: 0, notKeptSince: null, lastError: null }),
    rates: () => [],
    fees: new Map(),
    terms: new Map(),
    past: null,
    lineage: () => '',
    itemRequested: () => {},
    offersLookedUp: async () => {},
    isPlayed: false,
    version: 'bench',
    now: Date.now,
    log: silent,
    settings: { cacheSeconds, cacheMegabytes: 64 },
    ...(door !== null && {
      fronts: {
        secret: door.secret,
        report: () => ({ wanted: 1, running: 1, restarts: 0, hung: 0 }),
      },
    }),
  });
  if (door === null) return { port: await listen(api.server), key };
  await answerAtDoor(api.server, door);
  takeHanded(api.take);
  return { port: 0, key };
}
