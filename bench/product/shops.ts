import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { createRandom, madeUpNames } from '../made-up/made-up-items.ts';

// Marketplaces as they are seen from outside: a list of offers for the first reading, and a feed of new prices

export const shopCount = 10;
const nameCount = 20_000;

const names = madeUpNames(nameCount);

/** The name of an item that every marketplace has, by its place. */
export const nameAt = (index: number): string => names[(index * 7919) % nameCount] ?? '';

export const slugOf = (shop: number): string => `shop-${shop}`;
export const marketplaceOf = (shop: number): string => `Shop${shop}`;

/** The module of a connector that reads any of these marketplaces; the folder that it lies in is the slug. */
export const connectorText = `
const slug = import.meta.dirname.split('/').at(-1);
export const marketplace = { name: slug.replace('shop-', 'Shop') };
export const connector = ({ Type, Nullable, bulk, feed, money, itemFloat, whole }) => {
  const row = Type.Object({
    id: Type.Integer(),
    title: Type.String({ minLength: 1 }),
    cents: Type.Integer({ minimum: 1 }),
    wear: Nullable(Type.Number()),
    seed: Nullable(Type.Integer()),
  });
  const parse = ({ id, title, cents, wear, seed }) => ({
    kind: 'offer',
    game: 'CS2',
    name: title,
    phase: null,
    offerId: String(id),
    price: money(cents, 'USD', 100),
    purchaseLink: \`https://\${slug}.example/item/\${id}\`,
    inspectLink: null,
    float: itemFloat(wear),
    paintIndex: null,
    paintSeed: whole(seed),
    stickers: null,
    tradableAt: null,
    ownerId: null,
  });
  const shared = { yields: ['offer'], evidence: 'documented', permission: 'documented', row, parse };
  const budget = { requests: 60, perSeconds: 60, scope: 'ip' };
  return {
    slug,
    games: ['CS2'],
    credentials: [],
    budgets: { list: budget, feed: budget },
    sources: [
      bulk({
        ...shared,
        name: 'offers',
        budget: 'list',
        everySeconds: 86_400,
        request: () => ({ url: \`https://\${slug}.example/offers\` }),
        rowsAt: 'offers',
        streamed: true,
      }),
      feed({
        ...shared,
        name: 'prices',
        budget: 'feed',
        dialect: { name: 'json' },
        url: \`wss://\${slug}.example/prices\`,
        join: () => ['hello'],
        silenceSeconds: 3_600,
        rowsAt: 'offers',
        gameOf: () => 'CS2',
      }),
    ],
  };
};
`;

const everyMs = 5;
// Ids are of equal length
const firstId = 1_000_000_000;

/** The number of the offer with an id. */
export const numberOf = (id: string): number => Number(id) - firstId;

type Row = { readonly id: number; readonly title: string; readonly cents: number };

/** An offer; every tenth one lies in the same marketplace, and its price depends on how often it has changed. */
function rowOf(number: number, version: number): Row & { readonly wear: number; readonly seed: number } {
  const random = createRandom(number);
  const cents = 10 + Math.floor(random() ** 6 * 300_000) + version;
  const title = nameAt(Math.floor(number / shopCount));
  return { id: firstId + number, title, cents, wear: random(), seed: number % 1001 };
}

let offerCount = 0;
let next = 0;
const sockets = new Map<number, WebSocket>();

const shopIn = (url: string | undefined): number => Number(/\/shop-(\d+)\./.exec(url ?? '')?.[1]);

function answer(request: IncomingMessage, response: ServerResponse): void {
  const shop = shopIn(request.url);
  response.setHeader('content-type', 'application/json');
  response.write('{"offers":[');
  for (let number = shop; number < offerCount; number += shopCount)
    response.write(`${number === shop ? '' : ','}${JSON.stringify(rowOf(number, 0))}`);
  response.end(']}');
}

/** Serves the marketplaces with this many offers in all; resolves to the address that stands for all of their hosts. */
export async function openShops(count: number): Promise<string> {
  offerCount = count;
  const server = createServer(answer);
  new WebSocketServer({ server }).on('connection', (socket, request) => sockets.set(shopIn(request.url), socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export type Sent = { readonly first: number; readonly at: Float64Array };

/** Tells new prices at an even rate; returns when each was sent, in monotonic milliseconds. */
export async function tellPrices(count: number, perSecond: number): Promise<Sent> {
  const first = next;
  const at = new Float64Array(count);
  const startedAt = performance.now();
  for (let told = 0; told < count; await new Promise((resolve) => setTimeout(resolve, everyMs))) {
    const due = Math.min(count, Math.ceil(((performance.now() - startedAt) * perSecond) / 1000));
    for (; told < due; told += 1) {
      const number = (first + told) % offerCount;
      const text = JSON.stringify({ offers: [rowOf(number, 1 + Math.floor((first + told) / offerCount))] });
      at[told] = Number(process.hrtime.bigint()) / 1e6;
      sockets.get(number % shopCount)?.send(text);
    }
  }
  next = first + count;
  return { first, at };
}
