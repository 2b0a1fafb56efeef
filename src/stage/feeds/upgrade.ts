import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Clock } from '../../runtime/clock.ts';
import { guarded } from '../../runtime/guarded.ts';
import type { Fault, FaultBoard } from '../faults.ts';
import type { World } from '../market/world.ts';
import { demandRefusal, type PlayedFeed, type Player, type StageReply, type StageRequest } from '../player.ts';
import { createRoom, type Room } from './room.ts';

export type Upgrades = {
  /** Accepts or refuses a WebSocket; returns the status sent, or 0 when none was. */
  readonly open: (
    player: Player | undefined,
    request: StageRequest,
    message: IncomingMessage,
    socket: Duplex,
    head: Buffer,
  ) => number;
  readonly close: () => void;
};

const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

function refuse(socket: Duplex, { status = 403, headers = {}, body }: StageReply): number {
  const text = textOf(body);
  const lines = Object.entries({
    'content-type': typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
    ...headers,
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${text}`);
  return status;
}

/** The response that refuses a connection, for faults that apply before it is opened. */
function refusalOf(fault: Fault | null): StageReply | null {
  if (fault?.kind === 'status') return { status: fault.status, body: `status ${fault.status}` };
  if (fault?.kind === 'html')
    return {
      status: fault.status,
      headers: { 'content-type': 'text/html' },
      body: '<!DOCTYPE html><title>Just a moment...</title>',
    };
  if (fault?.kind !== 'limited') return null;
  const { retryAfterSeconds: seconds } = fault;
  return {
    status: 429,
    headers: seconds === undefined ? {} : { 'retry-after': String(seconds) },
    body: 'Too Many Requests',
  };
}

const isAt =
  ({ host, path }: StageRequest) =>
  (feed: PlayedFeed): boolean =>
    feed.host === host && withoutSlash(feed.path) === withoutSlash(path);

const withoutSlash = (path: string): string => path.replace(/\/$/, '');

const everyRealTime: Clock['every'] = (milliseconds, run) => {
  const timer = setInterval(guarded(run), milliseconds);
  timer.unref();
  return () => clearInterval(timer);
};

/** Accepts connections for all feeds. */
export const createUpgrades = (world: World, faults: FaultBoard, every = everyRealTime): Upgrades => {
  // The stage sends pongs itself, so that a stalled connection does not answer pings either
  const server = new WebSocketServer({ noServer: true, autoPong: false, maxPayload: 1_048_576 });
  const rooms = new Map<PlayedFeed, Room>();
  // The HTTP server no longer tracks a connection that requested an upgrade
  const connections = new Set<Duplex>();

  const roomOf = (feed: PlayedFeed, slug: string): Room => {
    const room = rooms.get(feed) ?? createRoom(feed, world, { slug, fault: () => faults.takeFeed(slug), every });
    rooms.set(feed, room);
    return room;
  };

  return {
    open: (player, request, message, socket, head) => {
      connections.add(socket);
      socket.on('close', () => connections.delete(socket));
      socket.on('error', () => socket.destroy());
      const feed = player?.feeds?.find(isAt(request));
      if (player === undefined || feed === undefined)
        return refuse(socket, { status: 404, body: `no feed is played at ${request.host}${request.path}` });
      const fault = faults.take(player.slug);
      if (fault?.kind === 'silent') return 0;
      if (fault?.kind === 'dead') {
        socket.destroy();
        return 0;
      }
      const refusal = refusalOf(fault) ?? demandRefusal(player, request) ?? feed.admit?.(request, world) ?? null;
      if (refusal !== null) return refuse(socket, refusal);
      server.handleUpgrade(message, socket, head, (opened) => roomOf(feed, player.slug).enter(opened, request));
      return 101;
    },
    close: () => {
      for (const room of rooms.values()) room.close();
      for (const socket of connections) socket.destroy();
      server.close();
    },
  };
};
