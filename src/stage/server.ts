import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock } from '../runtime/clock.ts';
import { guarded } from '../runtime/guarded.ts';
import { control, controlSegment } from './control.ts';
import { createFaultBoard, type Fault, type FeedFault } from './faults.ts';
import { createUpgrades } from './feeds/upgrade.ts';
import type { World } from './market/world.ts';
import { demandRefusal, type Player, type StageRequest } from './player.ts';
import { answering, reply } from './reply.ts';
import { createTickCache } from './tick-cache.ts';
import { createWorkQueue } from './work-queue.ts';

/** A request as recorded by the stage; status 0 means no complete answer. */
export type SeenRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly at: number;
  readonly status: number;
};

export type Stage = {
  /** Origin of the stage; `${origin}/api.example.com/v1/items` plays https://api.example.com/v1/items. */
  readonly origin: string;
  /** `slug` is a player's, or '*' for all; without `requests` the fault stays until it is cleared. */
  readonly setFault: (slug: string, fault: Fault | FeedFault, requests?: number) => void;
  readonly clearFaults: (slug?: string) => void;
  readonly requests: (slug: string) => { readonly count: number; readonly recent: readonly SeenRequest[] };
  readonly close: () => Promise<void>;
};

export type StageSettings = {
  readonly world: World;
  readonly players: readonly Player[];
  readonly now: Clock['now'];
  /** The time in which feeds send heartbeats and the world ticks; real time by default. */
  readonly every?: Clock['every'];
  /** Any free port by default. */
  readonly port?: number;
  /** Seconds between two ticks of the world; null leaves them to the caller. */
  readonly tickSeconds?: number | null;
};

const maxBodyBytes = 1_048_576;
const maxRemembered = 50;

const readBody = async (message: IncomingMessage): Promise<string | null> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    size += bytes.length;
    if (size > maxBodyBytes) return null;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const splitTarget = (target: string): { readonly host: string; readonly path: string; readonly query: string } => {
  const [before = '', ...after] = target.split('?');
  const [host = '', ...rest] = before.replace(/^\/+/, '').split('/');
  return { host: host.toLowerCase(), path: `/${rest.join('/')}`, query: after.join('?') };
};

const headersOf = (message: IncomingMessage): StageRequest['headers'] =>
  Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );

const requestOf = (message: IncomingMessage, body: string, now: number): StageRequest => {
  const { host, path, query } = splitTarget(message.url ?? '/');
  const headers = headersOf(message);
  const method = message.method ?? 'GET';
  return {
    method,
    host,
    path,
    query: new URLSearchParams(query),
    search: query === '' ? '' : `?${query}`,
    headers,
    body,
    now,
  };
};

/** Whether the client still waits; HTTP treats a half-closed connection as closed. */
const isWaiting = ({ destroyed, readableEnded }: Socket): boolean => !destroyed && !readableEnded;

/** Requests to each player: all are counted, the latest are kept. */
const createMemory = () => {
  const bySlug = new Map<string, { count: number; recent: SeenRequest[] }>();
  return {
    /** Records a request on arrival; the returned function completes it. */
    add: (slug: string, seen: SeenRequest): ((status: number) => void) => {
      const { count, recent } = bySlug.get(slug) ?? { count: 0, recent: [] };
      const entry = { ...seen };
      bySlug.set(slug, { count: count + 1, recent: [...recent, entry].slice(-maxRemembered) });
      return (status) => {
        entry.status = status;
      };
    },
    of: (slug: string) => bySlug.get(slug) ?? { count: 0, recent: [] },
  };
};

/** The players by host name, and the requests each received. */
class AnsweringPlayers {
  readonly faults = createFaultBoard();
  readonly memory = createMemory();
  readonly #world;
  readonly #now;
  readonly #queue = createWorkQueue(() => performance.now());
  readonly #cache;
  readonly #byHost;
  readonly #about;
  readonly #upgrades;

  constructor({ world, players, now, every, tickSeconds = null }: StageSettings) {
    this.#world = world;
    this.#now = now;
    // Where the caller ticks the world, nothing says when a cached answer is out of date
    this.#cache = tickSeconds === null ? null : createTickCache();
    this.#byHost = new Map(
      players.flatMap((player) =>
        [...player.hosts, ...(player.feeds ?? []).map(({ host }) => host)].map((host) => [host, player] as const),
      ),
    );
    this.#about = { players, faults: this.faults, countOf: (slug: string) => this.memory.of(slug).count };
    this.#upgrades = createUpgrades(world, this.faults, every);
  }

  upgrade(message: IncomingMessage, socket: Duplex, head: Buffer): void {
    const request = requestOf(message, '', this.#now());
    const player = this.#byHost.get(request.host);
    const complete = this.#remember(player?.slug ?? '', request);
    complete(this.#upgrades.open(player, request, message, socket, head));
  }

  async answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(message);
    if (body === null) {
      response.writeHead(413, { connection: 'close' }).end();
      return;
    }
    const request = requestOf(message, body, this.#now());
    const { host } = request;
    const player = this.#byHost.get(host);
    if (player !== undefined) await this.#play(player, request, message, response);
    else if (host === controlSegment) await this.#answerOwn(request, response, () => control(this.#about, request));
    else {
      const hosts = [...this.#byHost.keys()].join(', ');
      const error = `no player owns the host "${host}"; the first path segment must be one of ${hosts}`;
      await this.#answerOwn(request, response, () => ({ status: 404, body: `${error}\n` }));
    }
  }

  tick(): void {
    this.#cache?.clear();
    this.#world.tick(this.#now());
  }

  closeFeeds(): void {
    this.#upgrades.close();
  }

  #remember(slug: string, { method, path, search, now: at }: StageRequest): (status: number) => void {
    return this.memory.add(slug, { method, path, query: search.slice(1), at, status: 0 });
  }

  async #play(player: Player, request: StageRequest, { socket }: IncomingMessage, response: ServerResponse) {
    const { slug } = player;
    const complete = this.#remember(slug, request);
    if (!(await this.#queue.take(`${slug} ${request.path}`, () => isWaiting(socket)))) return;
    const refusal = demandRefusal(player, request);
    const answer = () => refusal ?? player.answer(request, this.#world);
    const isCached = this.#cache !== null && refusal === null;
    const source = isCached ? this.#cache.answering(slug, request, answer) : answering(answer);
    complete(await reply(request, response, source, this.faults.take(slug)));
  }

  /** Handles the stage's own endpoints. */
  async #answerOwn(
    request: StageRequest,
    response: ServerResponse,
    answer: Parameters<typeof answering>[0],
  ): Promise<void> {
    await reply(request, response, answering(answer), null);
  }
}

/** Ticks take at most this share of the time: on a slow machine they come later, so that requests are still answered. */
const tickShare = 0.25;

/** Ticks at an interval, which grows when ticks take long. */
const keepTicking = (tick: () => void, intervalMs: number): (() => void) => {
  let timer: NodeJS.Timeout;
  const after = (milliseconds: number): void => {
    timer = setTimeout(guarded(tickAgain), milliseconds).unref();
  };
  const tickAgain = (): void => {
    const began = performance.now();
    guarded(tick)();
    const took = performance.now() - began;
    after(Math.max(intervalMs - took, took / tickShare - took));
  };
  after(intervalMs);
  return () => clearTimeout(timer);
};

/** Starts the stage on loopback: one server on which every player answers under its own host name. */
export const startStage = async (settings: StageSettings): Promise<Stage> => {
  const { port = 0, tickSeconds = null, every } = settings;
  const played = new AnsweringPlayers(settings);
  const { faults, memory } = played;
  const server = createServer((message, response) => {
    played.answer(message, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' });
      response.end(`the player failed: ${error instanceof Error ? error.message : String(error)}\n`);
    });
  });
  server.on('upgrade', (message, socket, head) => played.upgrade(message, socket, head));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the stage has no port; is the server closed?');
  const ticking = every === undefined ? keepTicking : (tick: () => void, ms: number) => every(ms, tick);
  const stopTicking = tickSeconds === null ? () => {} : ticking(() => played.tick(), tickSeconds * 1000);
  return {
    origin: `http://127.0.0.1:${address.port}`,
    setFault: faults.set,
    clearFaults: faults.clear,
    requests: memory.of,
    close: () => {
      stopTicking();
      played.closeFeeds();
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
};
