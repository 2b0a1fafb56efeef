import { promisify } from 'node:util';
import {
  constants,
  deflateRaw,
  deflateRawSync,
  type InputType,
  inflateRaw,
  inflateRawSync,
  type ZlibOptions,
} from 'node:zlib';
import { headers, type MsgHdrs } from '@nats-io/transport-node';
import { maxBatchBytes } from '../tape.ts';

/** The headers of a message: which records it holds. */
export type MessageFacts = {
  readonly epoch: string;
  /** Sequence of its first record. A message without records begins an epoch, at that sequence. */
  readonly first: number;
  readonly count: number;
  /** Time of the last record, epoch milliseconds. */
  readonly at: number;
};

const names = { epoch: 'Itemtape-Epoch', first: 'Itemtape-First', count: 'Itemtape-Count', at: 'Itemtape-At' } as const;
const packing = 'Itemtape-Packing';
const minPacked = 512;
// Takes less than a millisecond; the thread pool costs several times that for most batches, and can be busy with queries
const maxInPlace = 32 * 1024;
const speed = { level: constants.Z_BEST_SPEED };
const bounded = { maxOutputLength: maxBatchBytes };

const deflate = promisify(deflateRaw);
const inflate = promisify<InputType, ZlibOptions, Buffer>(inflateRaw);

export type PackedBytes = { readonly bytes: Uint8Array; readonly isPacked: boolean };

export async function packBytes(bytes: Buffer): Promise<PackedBytes> {
  if (bytes.length < minPacked) return { bytes, isPacked: false };
  const packed = bytes.length <= maxInPlace ? deflateRawSync(bytes, speed) : await deflate(bytes, speed);
  return { bytes: packed, isPacked: true };
}

export async function unpackBytes(given: MsgHdrs | undefined, bytes: Uint8Array): Promise<Buffer> {
  if (given?.get(packing) !== 'deflate') return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return bytes.length <= maxInPlace ? inflateRawSync(bytes, bounded) : await inflate(bytes, bounded);
}

export function headersOf(facts: MessageFacts, isPacked: boolean): MsgHdrs {
  const made = headers();
  for (const [key, name] of Object.entries(names)) made.set(name, String(facts[key as keyof MessageFacts]));
  if (isPacked) made.set(packing, 'deflate');
  return made;
}

/** null for a message that is not of a tape. */
export function factsOf(given: MsgHdrs | undefined): MessageFacts | null {
  const epoch = given?.get(names.epoch) ?? '';
  const [first, count, at] = [names.first, names.count, names.at].map((name) => Number(given?.get(name) || Number.NaN));
  const isWhole = [first, count, at].every((value) => Number.isSafeInteger(value));
  return epoch !== '' && isWhole ? { epoch, first: first as number, count: count as number, at: at as number } : null;
}
