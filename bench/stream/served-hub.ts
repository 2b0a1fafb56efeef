import { createServer, type Server } from 'node:http';
import { createConnectionLimits } from '../../src/api/stream/connection-limits.ts';
import { createOffersSocket } from '../../src/api/stream/offers-socket.ts';
import { createStandingReader } from '../../src/api/stream/standing-reader.ts';
import type { Book } from '../../src/book/book.ts';
import { createBook } from '../../src/book/create-book.ts';
import { connectors } from '../../src/connectors/index.ts';
import type { Connector } from '../../src/contract/connector.ts';
import { type Change, marketplaceWithSlug } from '../../src/schema/index.ts';
import type { Config } from '../../src/settings.ts';
import type { Hub } from '../../src/stream/hub.ts';
import { answerAtDoor, type FrontDoor } from '../http/front.ts';
import { listen } from '../http/plain-servers.ts';
import { createRandom } from '../made-up/made-up-items.ts';
import { followPublishing, openPublishing } from '../made-up/publishing.ts';
import { bestPayloadOf, madeUpChanges, messagesOf, payloadOf, putPayload, sharers } from './messages.ts';
import { atRate } from './pace.ts';

const most = 100_000;
const rights = { websocketAccess: true };
const key = { id: 'bench', name: 'bench', prefix: '', createdAt: 0, revokedAt: null, rights };

/** The stream serves the marketplaces that have connectors; messages are spread over ten of them. */
function sharing(): Connector[] {
  const [connector] = connectors;
  if (connector === undefined) throw new Error('there are no connectors');
  return sharers.map(({ slug }) => ({ ...connector, slug: marketplaceWithSlug(slug).slug }));
}

function serverOf(book: Book, hub: Hub, config: Config): Server {
  const store = { saleCounts: async () => new Map<string, number>() };
  hub.useStandingReader(createStandingReader({ book, store, health: () => [], rates: () => [], now: Date.now }));
  const socket = createOffersSocket({
    hub,
    keys: { check: () => ({ state: 'ok', key }), onEnd: () => () => {} },
    limits: createConnectionLimits(most),
    connectionsPerKey: most,
    requireDeflate: false,
    outboxBytes: config['stream.outboxKilobytes'] * 1024,
    isOpen: () => true,
    // Readers of the benchmark answer no pings
    pingMs: 2 ** 31 - 1,
    log: { error: (fields, text) => console.error(text, fields) },
  });
  const server = createServer();
  server.on('upgrade', socket.upgrade);
  return server;
}

async function open(nats: string | null) {
  const book = createBook();
  const { config, hub, recorder, publisher } = await openPublishing(book, sharing(), { nats });
  return { hub, recorder, publisher, book, server: serverOf(book, hub, config), random: createRandom(6) };
}

let opened: Awaited<ReturnType<typeof open>> | null = null;
let changes: readonly Change[] = [];
let applied = 0;

function current(): Awaited<ReturnType<typeof open>> {
  if (opened === null) throw new Error('the stream is not served yet');
  return opened;
}

/** Serves the stream as the service does, on its own or as the collecting node of a cluster; resolves to the port. */
export async function serveHub(nats: string | null = null): Promise<number> {
  opened = await open(nats);
  return await listen(opened.server);
}

/** The same at a door, for front workers. */
export async function serveHubAt(door: FrontDoor): Promise<void> {
  opened = await open(null);
  await answerAtDoor(opened.server, door);
}

/** Serves the stream of a node that follows the tape of a cluster; resolves to the port. */
export async function serveFollower(nats: string): Promise<number> {
  const book = createBook();
  const { config, hub } = await followPublishing(book, sharing(), nats);
  return await listen(serverOf(book, hub, config));
}

/** Publishes `count` prepared changes. */
export async function publishToHub(count: number, perSecond: number): Promise<void> {
  const { publisher } = current();
  if (changes.length < count) changes = madeUpChanges(count);
  await atRate(count, perSecond, (number) => publisher.publish(changes.slice(number, number + 1)));
}

/**
 * Processes payloads of one new offer each at an even rate: parses, checks, normalises, applies and publishes them. Returns
 * the times at which they were in memory as fetched, in monotonic milliseconds. With `areBest` each is the best of its item.
 */
export async function applyToHub(
  count: number,
  perSecond: number,
  areBest = false,
): Promise<{ first: number; at: Float64Array }> {
  const { publisher, book, random } = current();
  const first = applied;
  const at = new Float64Array(count);
  const worded = areBest ? bestPayloadOf : payloadOf;
  const payloads = Array.from({ length: count }, (_, number) => worded(first + number, random));
  await atRate(count, perSecond, (number) => {
    at[number] = Number(process.hrtime.bigint()) / 1e6;
    publisher.publish(putPayload(book, payloads[number] ?? '', first + number));
  });
  applied += count;
  return { first, at };
}

/** Fills the log at once; returns the position that a reader resumes from. */
export async function fillLog(count: number): Promise<{ epoch: string; sequence: number }> {
  const { hub, recorder, publisher } = current();
  const sequence = hub.log.head;
  publisher.publish(madeUpChanges(count));
  await recorder.flush();
  return { epoch: hub.log.epoch, sequence };
}

export const hubStats = () => current().hub.stats();

/** CPU seconds to make `count` messages with JSON.stringify, as bytes. */
export function measureStringify(count: number): { cpuSeconds: number; bytes: number } {
  const values: unknown[] = messagesOf(madeUpChanges(count)).map(({ text }) => JSON.parse(text));
  globalThis.gc?.();
  const before = process.cpuUsage();
  let bytes = 0;
  for (const value of values) bytes += Buffer.from(JSON.stringify(value)).length;
  const { user, system } = process.cpuUsage(before);
  return { cpuSeconds: (user + system) / 1e6, bytes };
}

/** Sequence of the oldest change in memory. */
export const firstInLog = () => ({ log: current().hub.log.first });

/** CPU seconds to parse `count` messages as JSON and to write them as bytes again. */
export function measureReparse(count: number): { cpuSeconds: number; bytes: number } {
  const texts = messagesOf(madeUpChanges(count)).map(({ text }) => text);
  globalThis.gc?.();
  const before = process.cpuUsage();
  let bytes = 0;
  for (const text of texts) bytes += Buffer.from(JSON.stringify(JSON.parse(text))).length;
  const { user, system } = process.cpuUsage(before);
  return { cpuSeconds: (user + system) / 1e6, bytes };
}
