import { join } from 'node:path';
import { createApi } from '../../src/api/create-api.ts';
import { openKeys } from '../../src/api/keys.ts';
import type { Book } from '../../src/book/book.ts';
import { boundHeap } from '../../src/cli/heap-growth.ts';
import { games, marketplaces } from '../../src/schema/index.ts';
import { openStore } from '../../src/store/open-store.ts';
import { Writer } from '../../src/store/writer.ts';
import { answerAtEndpoint, type FrontEndpoint } from './front.ts';
import { listen } from './plain-servers.ts';

const silent = { error: () => {}, warn: () => {} };

export type Served = { readonly port: number; readonly key: string };

/** Serves REST over a book and a store in this folder, with the heap settings of the service; with a door, only for front workers, and the port is 0. */
export async function serveBook(
  book: Book,
  folder: string,
  cacheSeconds: number,
  endpoint: FrontEndpoint | null = null,
): Promise<Served> {
  const store = await openStore({ at: { folder }, now: Date.now });
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
    writer: () => new Writer({ store: { append: async () => {} } }).stats(),
    recorder: () => ({ waiting: 0, failures: 0, notStoredSince: null, lastError: null }),
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
    ...(endpoint !== null && {
      fronts: {
        secret: endpoint.secret,
        report: () => ({ wanted: 1, running: 1, restarts: 0, hung: 0 }),
      },
    }),
  });
  if (endpoint === null) return { port: await listen(api.server), key };
  await answerAtEndpoint(api.server, endpoint);
  return { port: 0, key };
}
