import type { WebSocket } from 'ws';
import type { Clock } from '../../runtime/clock.ts';
import type { FeedFault } from '../faults.ts';
import type { PlayedChange, World } from '../market/world.ts';
import type { Member, PlayedFeed, StageRequest } from '../player.ts';
import { centrifugoFraming, oldCentrifugoFraming, publicationOf } from './centrifugo-framing.ts';
import { createHistory, type History } from './history.ts';
import { jsonFraming } from './json-framing.ts';
import type { Frame, Frames, Link } from './link.ts';
import { createOutgoing } from './outgoing.ts';
import { socketIoFraming } from './socket-io-framing.ts';

/** All members connected to one feed. */
export type Room = {
  readonly enter: (socket: WebSocket, request: StageRequest) => void;
  readonly close: () => void;
};

type Listener = { readonly framed: Frames; readonly member: Member; readonly push: (frame: Frame) => void };

const defaultHeartbeat = 25;

const framedFor = ({ framing }: PlayedFeed, link: Link, history: History): Frames => {
  if (framing.name === 'json') return jsonFraming(link);
  if (framing.name === 'socket-io') return socketIoFraming(framing, link);
  return framing.protocol === 1 ? oldCentrifugoFraming(framing, link) : centrifugoFraming(framing, link, history);
};

type RoomSetup = {
  readonly slug: string;
  readonly fault: () => FeedFault | null;
  readonly every: Clock['every'];
};

class FeedRoom implements Room {
  readonly #feed;
  readonly #world;
  readonly #slug;
  readonly #fault;
  readonly #every;
  readonly #framing;
  readonly #games;
  readonly #heartbeatSeconds;
  readonly #listeners = new Map<WebSocket, Listener>();
  readonly #history = createHistory();
  #unwatch: (() => void)[] = [];

  constructor(feed: PlayedFeed, world: World, { slug, fault, every }: RoomSetup) {
    this.#feed = feed;
    this.#world = world;
    this.#slug = slug;
    this.#fault = fault;
    this.#every = every;
    const { framing, games, heartbeatSeconds = defaultHeartbeat } = feed;
    this.#framing = framing;
    this.#games = games;
    this.#heartbeatSeconds = heartbeatSeconds;
  }

  readonly enter: Room['enter'] = (socket, request) => {
    const member: Member = { request, joined: new Set() };
    const outgoing = createOutgoing(socket, this.#fault);
    const receive = (message: unknown) => this.#feed.receive?.(message, member, this.#world) ?? [];
    const close = (code: number, reason: string) => socket.close(code, reason);
    const framed = framedFor(
      this.#feed,
      { member, heartbeatSeconds: this.#heartbeatSeconds, send: outgoing.send, close, receive },
      this.#history,
    );
    const sendBeat = (): void => {
      const beat = framed.heartbeat();
      if (beat !== null) outgoing.send(beat);
    };
    const stopBeating = this.#every(this.#heartbeatSeconds * 1000, sendBeat);
    this.#listeners.set(socket, { framed, member, push: outgoing.push });
    if (this.#unwatch.length === 0)
      this.#unwatch = this.#games.map((game) => this.#world.watch(this.#slug, game, this.#sender(request)));
    socket.on('ping', (data) => outgoing.pong(data));
    socket.on('message', (data, isBinary) => framed.take(isBinary ? bytesOf(data) : bytesOf(data).toString()));
    // A member that breaks the protocol only loses its own connection
    socket.on('error', () => undefined);
    socket.on('close', () => {
      stopBeating();
      this.#listeners.delete(socket);
    });
  };

  readonly close: Room['close'] = () => {
    for (const stop of this.#unwatch) stop();
    this.#unwatch = [];
    for (const socket of this.#listeners.keys()) socket.terminate();
  };

  /** Channels are the same for every member, so their messages are made once and kept. */
  #publish(changes: readonly PlayedChange[], request: StageRequest, channels: readonly string[]): void {
    const everybody = { request, joined: new Set(channels) };
    for (const message of this.#feed.messagesOf(changes, everybody, this.#world)) {
      const { channel, data } = publicationOf(message);
      const { offset } = this.#history.add(channel, data);
      for (const listener of [...this.#listeners.values()]) this.#send(listener, { channel, data, offset });
    }
  }

  #send({ framed, push }: Listener, message: unknown): void {
    const frame = framed.frame(message);
    if (frame !== null) push(frame);
  }

  #sender(request: StageRequest) {
    return (changes: readonly PlayedChange[]): void => {
      if (this.#framing.name === 'centrifugo') {
        this.#publish(changes, request, [...this.#framing.channels, ...(this.#framing.granted ?? [])]);
        return;
      }
      for (const listener of [...this.#listeners.values()])
        for (const message of this.#feed.messagesOf(changes, listener.member, this.#world))
          this.#send(listener, message);
    };
  }
}

/** A feed follows the world from its first member on, so that messages published while nobody is connected can be requested later. */
export const createRoom = (feed: PlayedFeed, world: World, setup: RoomSetup): Room => new FeedRoom(feed, world, setup);

const bytesOf = (data: unknown): Buffer => {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? Buffer.from(data) : Buffer.from(data as Uint8Array);
};
