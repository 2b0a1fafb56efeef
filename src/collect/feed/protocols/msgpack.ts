import { EventEmitter } from 'node:events';
import { decode, ExtensionCodec, encode } from '@msgpack/msgpack';

type SocketIoPacket = { readonly type: number; readonly nsp: string; readonly data?: unknown };

const extensions = new ExtensionCodec();

// Messages should look like JSON, where a date is a string
const asText = (milliseconds: number): string | null =>
  Number.isNaN(new Date(milliseconds).getTime()) ? null : new Date(milliseconds).toISOString();

/** The packer of Socket.IO servers writes dates as extension 0: eight bytes of milliseconds. */
extensions.register({
  type: 0,
  encode: () => null,
  decode: (data) =>
    data.byteLength === 8 ? asText(Number(new DataView(data.buffer, data.byteOffset, 8).getBigInt64(0))) : null,
});

export const unpack = (bytes: Uint8Array): unknown => decode(bytes, { extensionCodec: extensions });

/** By packet type (connect, disconnect, event, acknowledgement, connect error): whether the data is valid. */
const fits: Readonly<Record<number, (data: unknown) => boolean>> = {
  0: (data) => data === undefined || data === null || typeof data === 'object',
  1: (data) => data === undefined || data === null,
  2: (data) => Array.isArray(data) && data.length > 0,
  3: Array.isArray,
  4: (data) => data !== undefined && data !== null,
};

function packetOf(value: unknown): SocketIoPacket {
  if (typeof value !== 'object' || value === null) throw new Error('is not a packet');
  const { type, nsp, data } = value as Readonly<Record<string, unknown>>;
  if (typeof type !== 'number' || typeof nsp !== 'string' || fits[type]?.(data) !== true)
    throw new Error('is not a Socket.IO packet');
  return { ...value, type, nsp };
}

export class Encoder {
  encode({ type, nsp, data }: SocketIoPacket): Uint8Array[] {
    return [encode({ type, nsp, data }, { ignoreUndefined: true })];
  }
}

/** Socket.IO packets in MessagePack, with the parser interface of socket.io-client. */
export class Decoder extends EventEmitter {
  add(bytes: unknown): void {
    if (!(bytes instanceof Uint8Array)) throw new Error('is text instead of MessagePack');
    this.emit('decoded', packetOf(unpack(bytes)));
  }

  destroy(): void {}
}
