import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

export type PlainOffer = { readonly name: string; readonly link: string; priceUSD: number };

const key = 'plain-key';

const pricesOf = (priceUSD: number) => ({ priceUSD, priceEUR: null, priceCNY: null, priceRUB: null });
const rowOf = (offers: readonly PlainOffer[], name: string) => {
  const own = offers.filter((offer) => offer.name === name);
  const lowest = Math.min(...own.map(({ priceUSD }) => priceUSD));
  const figures = { offerCount: own.length, thumbnail: null, updatedAt: 1_790_000_000 };
  return { name, marketplace: 'SkinPort', game: 'CS2', ...pricesOf(lowest), ...figures };
};
const traits = { inspectLink: null, float: 0.25, paintIndex: 282, paintSeed: 7, stickers: [] };
const offerOf = ({ link, priceUSD }: PlainOffer) => ({
  purchaseLink: link,
  ...pricesOf(priceUSD),
  ...traits,
  daysTradeLocked: 0,
  foundAt: 1_790_000_000,
  updatedAt: 1_790_000_000,
  ownerId: null,
});

const answers: Readonly<Record<string, (offers: readonly PlainOffer[], query: URLSearchParams) => unknown>> = {
  '/v2/items/search': (offers, query) => {
    const names = [...new Set(offers.map(({ name }) => name))];
    const wanted = (query.get('query') ?? '').toLowerCase();
    const found = names.filter((name) => query.get('game') === 'CS2' && name.toLowerCase().includes(wanted));
    return found.map((name) => rowOf(offers, name));
  },
  '/v2/items': (offers, query) => {
    const name = query.get('name') ?? '';
    const own = offers.filter((offer) => offer.name === name);
    if (own.length === 0) return null;
    return { ...rowOf(offers, name), condition: null, offers: own.map(offerOf), buyOrders: [] };
  },
};

/** A v2 service of another make, with REST and the stream as published and nothing else: no resuming, no sequence numbers. */
export async function startPlainService() {
  const offers: PlainOffer[] = [];
  const listeners = new Set<WebSocket>();
  const requests: string[] = [];
  let subscriptions = 0;

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
    requests.push(pathname);
    const isKnown = request.headers['x-api-key'] === key;
    const answer = isKnown ? (answers[pathname]?.(offers, searchParams) ?? null) : null;
    const failure = isKnown ? { error: 'not there', code: 'NOT_FOUND' } : { error: 'no', code: 'INVALID_API_KEY' };
    response.statusCode = answer === null ? (isKnown ? 404 : 401) : 200;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer ?? failure));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: true });
  server.on('upgrade', (request, socket, head) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
    const isDeflated = (request.headers['sec-websocket-extensions'] ?? '').includes('permessage-deflate');
    if (pathname !== '/ws/v2/offers' || searchParams.get('apiKey') !== key || !isDeflated) {
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\npermessage-deflate is required');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => welcome(client));
  });
  const welcome = (client: WebSocket): void => {
    client.on('close', () => listeners.delete(client));
    client.on('message', (data) => {
      const subscription: unknown = JSON.parse(String(data));
      const odd = Object.keys(subscription as object).filter(
        (one) => !['subscribeTo', 'games', 'newFloorOnly'].includes(one),
      );
      if (odd.length > 0) {
        client.send(JSON.stringify({ type: 'error', message: `unknown ${odd.join()}` }));
        return;
      }
      subscriptions += 1;
      listeners.add(client);
      client.send(JSON.stringify({ type: 'subscribed', marketplaces: ['SkinPort'], games: ['CS2'] }));
    });
  };

  const tell = (eventType: string, offer: PlainOffer): void => {
    const { updatedAt: _, ownerId: __, ...data } = { name: offer.name, ...offerOf(offer) };
    const envelope = { type: 'offer', eventType, marketplace: 'SkinPort', game: 'CS2', timestamp: Date.now() };
    for (const listener of listeners) listener.send(JSON.stringify({ ...envelope, data }));
  };

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key,
    requests,
    subscriptions: () => subscriptions,
    put: (offer: PlainOffer): void => {
      const known = offers.find(({ link }) => link === offer.link);
      if (known === undefined) offers.push(offer);
      else known.priceUSD = offer.priceUSD;
      tell(known === undefined ? 'Added' : 'Updated', offer);
    },
    hangUp: (): void => {
      for (const listener of listeners) listener.close(1001);
    },
    close: (): void => {
      for (const listener of sockets.clients) listener.terminate();
      server.close();
      server.closeAllConnections();
    },
  };
}
