import type { WebSocket } from 'ws';
import { guarded } from '../../guarded.ts';
import type { FeedFault } from '../faults.ts';
import type { PlayedChange, World } from '../market/world.ts';
import type { Member, PlayedFeed, StageRequest } from '../player.ts';
import { centrifugoFraming, oldCentrifugoFraming, publicationOf } from './centrifugo-framing.ts';
import { createHistory, type History } from './history.ts';
import { jsonFraming } from './json-framing.ts';
import type { Frame, Framed, Link } from './link.ts';
import { createOutgoing } from './outgoing.ts';
import { socketIoFraming } from './socket-io-framing.ts';

/** Everybody who is connected to one feed. */
export type Room = {
  readonly enter: (socket: WebSocket, request: StageRequest) => void;
  readonly close: () => void;
};

type Seat = { readonly framed: Framed; readonly member: Member; readonly push: (frame: Frame) => void };

const usualHeartbeat = 25;

const framedFor = ({ framing }: PlayedFeed, link: Link, history: History): Framed => {
  if (framing.name === 'json') return jsonFraming(link);
  if (framing.name === 'socket-io') return socketIoFraming(framing, link);
  return framing.protocol === 1 ? oldCentrifugoFraming(framing, link) : centrifugoFraming(framing, link, history);
};

/** A feed listens to the world from its first member on: what was published while nobody was there can be asked for later. */
export const createRoom = (feed: PlayedFeed, world: World, slug: string, fault: () => FeedFault | null): Room => {
  const { framing, games, heartbeatSeconds = usualHeartbeat } = feed;
  const seats = new Map<WebSocket, Seat>();
  const history = createHistory();
  let unwatch: (() => void)[] = [];

  /** Channels are told the same whoever listens, so that their messages are made once and kept. */
  const publish = (changes: readonly PlayedChange[], request: StageRequest, channels: readonly string[]): void => {
    const everybody = { request, joined: new Set(channels) };
    for (const message of feed.told(changes, everybody, world)) {
      const { channel, data } = publicationOf(message);
      const { offset } = history.add(channel, data);
      for (const seat of [...seats.values()]) tell(seat, { channel, data, offset });
    }
  };
  const tell = ({ framed, push }: Seat, message: unknown): void => {
    const frame = framed.frame(message);
    if (frame !== null) push(frame);
  };
  const told =
    (request: StageRequest) =>
    (changes: readonly PlayedChange[]): void => {
      if (framing.name === 'centrifugo') {
        publish(changes, request, [...framing.channels, ...(framing.granted ?? [])]);
        return;
      }
      for (const seat of [...seats.values()])
        for (const message of feed.told(changes, seat.member, world)) tell(seat, message);
    };

  return {
    enter: (socket, request) => {
      const member: Member = { request, joined: new Set() };
      const outgoing = createOutgoing(socket, fault);
      const heard = (message: unknown) => feed.heard?.(message, member, world) ?? [];
      const close = (code: number, reason: string) => socket.close(code, reason);
      const framed = framedFor(feed, { member, heartbeatSeconds, send: outgoing.send, close, heard }, history);
      const sendBeat = (): void => {
        const beat = framed.heartbeat();
        if (beat !== null) outgoing.send(beat);
      };
      const beating = setInterval(guarded(sendBeat), heartbeatSeconds * 1000);
      beating.unref();
      seats.set(socket, { framed, member, push: outgoing.push });
      if (unwatch.length === 0) unwatch = games.map((game) => world.watch(slug, game, told(request)));
      socket.on('ping', (data) => outgoing.pong(data));
      socket.on('message', (data, isBinary) => framed.hear(isBinary ? bytesOf(data) : bytesOf(data).toString()));
      // A member that breaks the protocol only loses its own connection
      socket.on('error', () => undefined);
      socket.on('close', () => {
        clearInterval(beating);
        seats.delete(socket);
      });
    },
    close: () => {
      for (const stop of unwatch) stop();
      unwatch = [];
      for (const socket of seats.keys()) socket.terminate();
    },
  };
};

const bytesOf = (data: unknown): Buffer => {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? Buffer.from(data) : Buffer.from(data as Uint8Array);
};
