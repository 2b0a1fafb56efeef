import { randomUUID } from 'node:crypto';
import { decode, ExtensionCodec, encode } from '@msgpack/msgpack';
import { isObject } from '../../schema/index.ts';
import type { Framing } from '../player.ts';
import { type Frame, type Frames, type Link, parsed } from './link.ts';

/** Types of the packets of Engine.IO, and of those of Socket.IO within its messages. */
const engine = { open: '0', close: '1', ping: '2', pong: '3', message: '4' } as const;
const socket = { connect: 0, disconnect: 1, event: 2, refusal: 4 } as const;

type Packet = { readonly type: number; readonly nsp: string; readonly data?: unknown };

/** How packets are encoded: as text in Engine.IO messages, or as MessagePack in binary messages. */
type Writing = { readonly write: (packet: Packet) => Frame; readonly read: (frame: Frame) => Packet | null };

const asText: Writing = {
  write: ({ type, nsp, data }) =>
    `${engine.message}${type}${nsp === '/' ? '' : `${nsp},`}${data === undefined ? '' : JSON.stringify(data)}`,
  read: (frame) => {
    const [, type, nsp = '/', data] = /^4([0-6])(?:(\/[^,]*),?)?(.*)$/s.exec(String(frame)) ?? [];
    return type === undefined ? null : { type: Number(type), nsp, data: data === '' ? undefined : parsed(data ?? '') };
  },
};

function inMilliseconds(value: unknown): Uint8Array | null {
  if (!(value instanceof Date)) return null;
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(value.getTime()));
  return bytes;
}

const extensionCodec = new ExtensionCodec();
// The timestamp of the specification, which would come first
extensionCodec.register({ type: -1, encode: () => null, decode: () => null });
/** As notepack, the packer of Socket.IO, writes instants. */
extensionCodec.register({ type: 0, encode: inMilliseconds, decode: () => null });

const asMsgpack: Writing = {
  write: (packet) => encode(packet, { extensionCodec, ignoreUndefined: true }),
  read: (frame) => {
    if (typeof frame === 'string') return null;
    const packet = decode(frame);
    if (!isObject(packet) || typeof packet['type'] !== 'number' || typeof packet['nsp'] !== 'string') return null;
    return { type: packet['type'], nsp: packet['nsp'], data: packet['data'] };
  },
};

type SocketIo = Extract<Framing, { readonly name: 'socket-io' }>;

/** Socket.IO 4 over Engine.IO 4, per their protocol documents, over WebSocket only. */
export const socketIoFraming = ({ parser, namespace = '/' }: SocketIo, link: Link): Frames => {
  const { write, read } = parser === 'msgpack' ? asMsgpack : asText;
  const { send, close, receive, heartbeatSeconds } = link;
  let isConnected = false;
  const frame = (message: unknown): Frame => write({ type: socket.event, nsp: namespace, data: message });

  const handshake = {
    sid: randomUUID(),
    upgrades: [],
    pingInterval: heartbeatSeconds * 1000,
    pingTimeout: 20_000,
    maxPayload: 1_000_000,
  };
  send(`${engine.open}${JSON.stringify(handshake)}`);

  const takePacket = ({ type, nsp, data }: Packet): void => {
    if (type === socket.connect && nsp !== namespace)
      send(write({ type: socket.refusal, nsp, data: { message: 'Invalid namespace' } }));
    else if (type === socket.connect) {
      isConnected = true;
      send(write({ type: socket.connect, nsp, data: { sid: randomUUID() } }));
    } else if (type === socket.disconnect) isConnected = false;
    else if (type === socket.event && isConnected && nsp === namespace)
      for (const answer of receive(data)) send(frame(answer));
  };

  return {
    take: (received) => {
      if (received === engine.close) close(1000, '');
      if (received === engine.close || received === engine.pong) return;
      const packet = read(received);
      if (packet === null) close(1002, 'not a packet');
      else takePacket(packet);
    },
    frame: (message) => (isConnected ? frame(message) : null),
    heartbeat: () => engine.ping,
  };
};
