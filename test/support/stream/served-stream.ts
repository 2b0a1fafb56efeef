import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket } from 'ws';
import type { ApiOptions } from '../../../src/api/create-api.ts';
import type { StreamSettings } from '../../../src/api/stream/stream-endpoints.ts';
import { messageEncoder } from '../../../src/api/wire/stream/message.ts';
import { Book } from '../../../src/book/book.ts';
import { systemClock } from '../../../src/runtime/clock.ts';
import { type Marketplace, marketplaceWithId, type NormalOffer } from '../../../src/schema/index.ts';
import { Hub } from '../../../src/stream/hub.ts';
import type { HubSettings } from '../../../src/stream/hub-core.ts';
import { type LogLimits, StreamLog } from '../../../src/stream/log/log.ts';
import { openAlerting } from '../alerts/alerting.ts';
import { serveApi } from '../api/served-api.ts';
import { asleepStore } from '../store/asleep-store.ts';
import { found } from '../time/until.ts';
import { openFront } from './at-front.ts';
import { publishChanges } from './publish.ts';
import type { Message } from './stream-rig.ts';

const store = asleepStore('the stream asks the store for nothing');

/** A WebSocket client that keeps what it receives. */
export type Client = {
  readonly socket: WebSocket;
  readonly texts: string[];
  readonly messages: () => Message[];
  readonly ask: (message: unknown) => void;
  /** The next message of a type that was not yet returned. */
  readonly next: (type: string) => Promise<Message>;
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
};

/** Serves the stream over real sockets, with the system clock. */
export async function serveStream(
  change: {
    readonly settings?: Partial<StreamSettings>;
    readonly hub?: Partial<HubSettings>;
    readonly limits?: Partial<LogLimits>;
    readonly epoch?: string;
    readonly keys?: ApiOptions['keys'];
    readonly dashboard?: ApiOptions['dashboard'];
    /** Connected marketplaces, by default the first three. */
    readonly connected?: readonly Marketplace[];
    /** Whether readers connect to a front worker. */
    readonly isAtFront?: boolean;
    isReady?: () => boolean;
    isOpen?: () => boolean;
    /** Overrides for other parts of the interface. */
    readonly api?: Partial<ApiOptions>;
  } = {},
) {
  const book = new Book();
  const now = () => Date.now();
  const limits = { keepMs: 600_000, keepCount: 100_000, byteLimit: 64 << 20, ...change.limits };
  const hub = new Hub({
    log: new StreamLog({ epoch: change.epoch ?? 'served', limits, now }),
    encoder: messageEncoder((...item) => book.itemAttributes(...item)),
    bookReader: book,
    connected: change.connected ?? [1, 2, 3].map(marketplaceWithId),
    settings: {
      outbox: { messages: 1_000, bytes: 1 << 20 },
      gatherMs: 5,
      lagMs: 30_000,
      subscriptionsPerConnection: 100,
      replays: 20,
      ...change.hub,
    },
    timers: { ...systemClock, every: (milliseconds, run) => systemClock.every(Math.min(milliseconds, 50), run) },
    now,
  });
  const settings = { connectionsPerKey: 2, requireDeflate: false, outboxBytes: 1 << 20, ...change.settings };
  const front = change.isAtFront === true ? openFront() : null;
  // The dashboard has a bell and a watchlist on every page
  const rig = change.dashboard === undefined || change.api?.alerts !== undefined ? null : await openAlerting({ book });
  const alerts = await rig?.open();
  const served = await serveApi(store, {
    book,
    ...(front !== null && { fronts: front.fronts }),
    stream: { hub, settings, ...(change.isOpen && { isOpen: change.isOpen }) },
    ...(change.isReady && { isReady: change.isReady }),
    ...(change.keys && { keys: change.keys }),
    ...(change.dashboard && { dashboard: change.dashboard }),
    ...(alerts && { alerts }),
    ...change.api,
  });
  const port = await (front === null ? listen(served.api.server) : front.listen(served.api.server, served.api.take));
  const clients: Client[] = [];

  return {
    ...served,
    book,
    hub,
    port,
    put(records: readonly NormalOffer[], marketplaceId = 1): void {
      publishChanges(hub, book.apply(records, { marketplaceId, source: 'test', at: Date.now() }));
    },
    /** Opens a connection; `closed` resolves when it ends. */
    async connect(options: { key?: string; perMessageDeflate?: boolean; autoPong?: boolean } = {}): Promise<Client> {
      const { key = served.key, ...rest } = options;
      const client = clientOf(new WebSocket(`ws://127.0.0.1:${port}/ws/v2/offers?apiKey=${key}`, rest));
      clients.push(client);
      await once(client.socket, 'open');
      return client;
    },
    close: async () => {
      for (const { socket } of clients) socket.terminate();
      hub.stop();
      await served.close();
      await rig?.close();
      await front?.close();
    },
  };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

export type ServedStream = Awaited<ReturnType<typeof serveStream>>;

function clientOf(socket: WebSocket): Client {
  const texts: string[] = [];
  const given = new Set<Message>();
  const parsed: Message[] = [];
  socket.on('error', () => {});
  socket.on('message', (data, isBinary) => {
    texts.push(isBinary ? 'binary' : String(data));
    parsed.push(JSON.parse(String(data)));
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }));
  });
  return {
    socket,
    texts,
    messages: () => parsed,
    ask: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    next: (type) =>
      found(() => {
        const fresh = parsed.find((message) => message.type === type && !given.has(message));
        if (fresh !== undefined) given.add(fresh);
        return fresh;
      }, `a message of the type ${type}`),
    closed,
  };
}
