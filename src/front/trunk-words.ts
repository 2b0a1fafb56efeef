/**
 * What goes over a trunk, the one connection for the streams of all readers of a front worker. Each record has its length
 * before it, 32 bits that count not themselves; then a byte that says what it is. Numbers are big-endian.
 */
export const trunkWord = {
  /** From a worker: another reader, with the first bytes that it sent. */
  opened: 1,
  /** From a worker: what a reader sent then. */
  sent: 2,
  /** From a worker: a reader sends nothing more. */
  sentAll: 3,
  /** From a worker: a reader is gone. */
  gone: 4,
  /** From a worker: up to what number everything has left for its readers, but for some who are behind. */
  taken: 5,
  /** From a worker: up to what number everything has left for one who was behind. */
  late: 6,
  /** To a worker: messages for readers, with how many readers, and their numbers, before them. These and the next two are numbered from 1 on. */
  messages: 7,
  /** To a worker: bytes for one reader. */
  bytes: 8,
  /** To a worker: nothing more comes for one reader. */
  end: 9,
  /** To a worker: a reader is to be cut off. */
  cut: 10,
  /** To a worker: nothing more is to be read of a reader for now. */
  hold: 11,
  /** To a worker: it may be read again. */
  goOn: 12,
} as const;

const lengthBytes = 4;
const readerBytes = 4;
/** Of numbers of deliveries, which may outgrow 32 bits. */
const numberBytes = 6;

/** The head of a record whose rest follows it. */
function beginRecord(word: number, fixed: number, rest: number): Buffer {
  const head = Buffer.allocUnsafe(lengthBytes + 1 + fixed);
  head.writeUInt32BE(1 + fixed + rest);
  head[lengthBytes] = word;
  return head;
}

const fixedAt = lengthBytes + 1;

function writeReaders(to: Buffer, at: number, readers: readonly number[]): void {
  for (let index = 0; index < readers.length; index += 1)
    to.writeUInt32BE(readers[index] as number, at + readerBytes * index);
}

/** What stands before so many bytes of messages. */
export function messagesHead(readers: readonly number[], bytes: number): Buffer {
  const head = beginRecord(trunkWord.messages, readerBytes * (1 + readers.length), bytes);
  head.writeUInt32BE(readers.length, fixedAt);
  writeReaders(head, fixedAt + readerBytes, readers);
  return head;
}

/** What stands before so many bytes of one reader, or for one. */
export function bytesHead(
  word: typeof trunkWord.opened | typeof trunkWord.sent | typeof trunkWord.bytes,
  reader: number,
  bytes: number,
): Buffer {
  const head = beginRecord(word, readerBytes, bytes);
  head.writeUInt32BE(reader, fixedAt);
  return head;
}

type WordOfOne = 'sentAll' | 'gone' | 'end' | 'cut' | 'hold' | 'goOn';

export function readerRecord(word: (typeof trunkWord)[WordOfOne], reader: number): Buffer {
  const record = beginRecord(word, readerBytes, 0);
  record.writeUInt32BE(reader, fixedAt);
  return record;
}

export function takenRecord(through: number, behind: readonly number[]): Buffer {
  const record = beginRecord(trunkWord.taken, numberBytes + readerBytes * behind.length, 0);
  record.writeUIntBE(through, fixedAt, numberBytes);
  writeReaders(record, fixedAt + numberBytes, behind);
  return record;
}

export function lateRecord(through: number, reader: number): Buffer {
  const record = beginRecord(trunkWord.late, numberBytes + readerBytes, 0);
  record.writeUIntBE(through, fixedAt, numberBytes);
  writeReaders(record, fixedAt + numberBytes, [reader]);
  return record;
}

/** A record without its length. */
export type TrunkRecord = { readonly word: number; readonly body: Buffer };

/** Reads what `messagesHead` has begun. */
export function readMessages({ body }: TrunkRecord): { readonly readers: number[]; readonly messages: Buffer } {
  const from = readerBytes * (1 + body.readUInt32BE(0));
  return { readers: readReaders(body.subarray(readerBytes, from)), messages: body.subarray(from) };
}

/** Reads what is of one reader or for one, with its bytes if there are any. */
export const readOfOne = ({ body }: TrunkRecord): { readonly reader: number; readonly bytes: Buffer } => ({
  reader: body.readUInt32BE(0),
  bytes: body.subarray(readerBytes),
});

/** Reads what has left. */
export const readTaken = ({ body }: TrunkRecord): { readonly through: number; readonly readers: number[] } => ({
  through: body.readUIntBE(0, numberBytes),
  readers: readReaders(body.subarray(numberBytes)),
});

function readReaders(from: Buffer): number[] {
  const readers: number[] = [];
  for (let at = 0; at < from.length; at += readerBytes) readers.push(from.readUInt32BE(at));
  return readers;
}

/** Puts records together that come in any pieces. */
export class TrunkRecords {
  #begun: Buffer[] = [];
  #length = 0;

  /** Hands on each record that is whole now. */
  read(bytes: Buffer, each: (record: TrunkRecord) => void): void {
    this.#begun.push(bytes);
    this.#length += bytes.length;
    if (this.#length < this.#wanted()) return;
    let all = this.#begun.length === 1 ? bytes : Buffer.concat(this.#begun);
    for (let end = endOf(all); end <= all.length; end = endOf(all)) {
      each({ word: all[lengthBytes] as number, body: all.subarray(lengthBytes + 1, end) });
      all = all.subarray(end);
    }
    this.#begun = all.length === 0 ? [] : [all];
    this.#length = all.length;
  }

  /** Bytes of which the first record is whole; a few where even its length is not there. */
  #wanted(): number {
    const [first] = this.#begun;
    if (first === undefined || first.length >= lengthBytes || this.#length < lengthBytes) return endOf(first);
    return endOf(Buffer.concat(this.#begun));
  }
}

const endOf = (bytes: Buffer | undefined): number =>
  bytes === undefined || bytes.length < lengthBytes ? lengthBytes + 1 : lengthBytes + bytes.readUInt32BE(0);
