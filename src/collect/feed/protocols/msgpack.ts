import { EventEmitter } from 'node:events';
import { decode, ExtensionCodec, encode } from '@msgpack/msgpack';

type SocketIoPacket = { readonly type: number; readonly nsp: string; readonly data?: unknown };

const extensions = new ExtensionCodec();

// Messages are to look like JSON, in which an instant is a text
const asText = (milliseconds: number): string | null =>
  Number.isNaN(new Date(milliseconds).getTime()) ? null : new Date(milliseconds).toISOString();

/** The packer that Socket.IO servers use writes instants as extension 0: eight bytes of milliseconds. */
extensions.register({
  type: 0,
  encode: () => null,
  decode: (data) =>
    data.byteLength === 8 ? asText(Number(new DataView(data.buffer, data.byteOffset, 8).getBigInt64(0))) : null,
});

export const unpack = (bytes: Uint8Array): unknown => decode(bytes, { extensionCodec: extensions });

/** Of connect, disconnect, event, acknowledgement and refusal: whether the data fits. */
const fits: Readonly<Record<number, (data: unknown) => boolean>> = {
  0: (data) => data === undefined || data === null || typeof data === 'object',
  1: (data) => data === undefined || data === null,
  2: (data) => Array.isArray(data) && data.length > 0,
  3: Array.isArray,
  4: (data) => data !== undefined,
};

function packetOf(value: unknown): SocketIoPacket {
  if (typeof value !== 'object' || value === null) throw new Error('holds no packet');
  const { type, nsp, data } = value as Readonly<Record<string, unknown>>;
  if (typeof type !== 'number' || typeof nsp !== 'string' || fits[type]?.(data) !== true)
    throw new Error('holds a packet that is not one of Socket.IO');
  return { ...value, type, nsp };
}

export class Encoder {
  encode({ type, nsp, data }: SocketIoPacket): Uint8Array[] {
    return [encode({ type, nsp, data }, { ignoreUndefined: true })];
  }
}

/** Packets of Socket.IO as MessagePack, as socket.io-client wants its parser. */
export class Decoder extends EventEmitter {
  add(bytes: unknown): void {
    if (!(bytes instanceof Uint8Array)) throw new Error('is a text where MessagePack was agreed');
    this.emit('decoded', packetOf(unpack(bytes)));
  }

  destroy(): void {}
}
