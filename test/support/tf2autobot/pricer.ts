import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { io, type Socket } from 'socket.io-client';
import { type Command, startCommand } from '../processes/served-process.ts';
import { holds } from '../time/until.ts';
import { tf2Schema } from './schema.ts';

export const exampleFolder = join(import.meta.dirname, '..', '..', '..', 'examples', 'tf2autobot');

type KeysAndMetal = { readonly keys: number; readonly metal: number };

/** A price as bots get it. */
export type BotPrice = {
  readonly sku: string;
  readonly name: string;
  readonly source: string;
  readonly time: number;
  readonly buy: KeysAndMetal;
  readonly sell: KeysAndMetal;
};

/** A file with a schema of TF2; with that of a few items by default. */
export function schemaFile(content: unknown = tf2Schema): string {
  const file = join(mkdtempSync(join(tmpdir(), 'itemtape-tf2-')), 'schema.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

/** Starts the example with these words. */
export const startPricer = (words: readonly string[], environment: Readonly<Record<string, string>>): Command =>
  startCommand(words, environment, { program: join(exampleFolder, 'pricer.mjs') });

/** The example on a service, once it answers bots. */
export async function servePricer(service: {
  readonly origin: string;
  readonly key: string;
  readonly schema?: string;
  readonly more?: readonly string[];
}) {
  const { origin: url, key, schema = schemaFile(), more = [] } = service;
  const words = ['--schema', schema, '--port', '0', '--cache-seconds', '0', ...more];
  const process = startPricer(words, { ITEMTAPE_URL: url, ITEMTAPE_KEY: key });
  const line = await process.line((one) => one.startsWith('serving bots at '));
  const origin = line.slice('serving bots at '.length);
  return {
    process,
    origin,
    /** Requests as TF2Autobot does, with the token in its own authorization scheme. */
    async ask(method: 'GET' | 'POST', path: string, token = key) {
      const reply = await fetch(`${origin}${path}`, { method, headers: { authorization: `Token ${token}` } });
      const text = await reply.text();
      return { status: reply.status, text, body: JSON.parse(text) };
    },
    /** Connects as TF2Autobot does. */
    connect: (token: string | null = key, more: object = {}) => connectBot(origin, token, more),
  };
}

export type ServedPricer = Awaited<ReturnType<typeof servePricer>>;

function connectBot(origin: string, token: string | null, more: object) {
  const socket: Socket = io(origin, {
    forceNew: true,
    autoConnect: false,
    auth: { token },
    reconnectionDelay: 20,
    reconnectionDelayMax: 40,
    ...more,
  });
  const events: [string, ...unknown[]][] = [];
  const prices: BotPrice[] = [];
  socket.onAny((name, ...args) => events.push([name, ...args]));
  socket.on('price', (price) => prices.push(price));
  socket.on('disconnect', (reason) => events.push(['disconnect', reason]));
  socket.on('connect_error', (error) => events.push(['connect_error', error.message]));
  socket.connect();
  const has = (name: string) => holds(() => events.some(([one]) => one === name), name);
  const pricesOf = (name: string) => prices.filter((price) => price.name === name);
  return { socket, events, prices, has, pricesOf };
}
