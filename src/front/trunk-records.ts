/**
 * Record types of the trunk, the one connection for the streams of all readers of a front worker. A record begins with its
 * length in 32 bits, which does not count itself, followed by a byte for its type. Numbers are big-endian.
 */
export const recordType = {
  /** From a worker: a new reader, with the first bytes it sent. */
  opened: 1,
  /** From a worker: further bytes that a reader sent. */
  sent: 2,
  /** From a worker: a reader has ended its side of the connection. */
  sentAll: 3,
  /** From a worker: a reader has disconnected. */
  gone: 4,
  /** From a worker: the number up to which everything was sent to its readers, except the listed ones, who are behind. */
  taken: 5,
  /** From a worker: the number up to which everything was sent to one reader who was behind. */
  late: 6,
  /**
   * To a worker: messages, preceded by the count and the numbers of their readers. Records of this and the next two types
   * are deliveries, numbered from 1.
   */
  messages: 7,
  /** To a worker: bytes for one reader. */
  bytes: 8,
  /** To a worker: end the connection of a reader. */
  end: 9,
  /** To a worker: disconnect a reader. */
  cut: 10,
  /** To a worker: stop reading from a reader for now. */
  hold: 11,
  /** To a worker: resume reading from a reader. */
  resume: 12,
} as const;

const lengthBytes = 4;
const readerBytes = 4;
/** Numbers of deliveries can exceed 32 bits. */
const numberBytes = 6;

/** The head of a record; `rest` bytes follow it separately. */
function beginRecord(type: number, fixed: number, rest: number): Buffer {
  const head = Buffer.allocUnsafe(lengthBytes + 1 + fixed);
  head.writeUInt32BE(1 + fixed + rest);
  head[lengthBytes] = type;
  return head;
}

const fixedAt = lengthBytes + 1;

function writeReaders(to: Buffer, at: number, readers: readonly number[]): void {
  for (let index = 0; index < readers.length; index += 1)
    to.writeUInt32BE(readers[index] as number, at + readerBytes * index);
}

/** The head of a messages record. */
export function messagesHead(readers: readonly number[], bytes: number): Buffer {
  const head = beginRecord(recordType.messages, readerBytes * (1 + readers.length), bytes);
  head.writeUInt32BE(readers.length, fixedAt);
  writeReaders(head, fixedAt + readerBytes, readers);
  return head;
}

/** The head of a record with bytes from or for one reader. */
export function bytesHead(
  type: typeof recordType.opened | typeof recordType.sent | typeof recordType.bytes,
  reader: number,
  bytes: number,
): Buffer {
  const head = beginRecord(type, readerBytes, bytes);
  head.writeUInt32BE(reader, fixedAt);
  return head;
}

type TypeOfOne = 'sentAll' | 'gone' | 'end' | 'cut' | 'hold' | 'resume';

export function readerRecord(type: (typeof recordType)[TypeOfOne], reader: number): Buffer {
  const record = beginRecord(type, readerBytes, 0);
  record.writeUInt32BE(reader, fixedAt);
  return record;
}

export function takenRecord(through: number, behind: readonly number[]): Buffer {
  const record = beginRecord(recordType.taken, numberBytes + readerBytes * behind.length, 0);
  record.writeUIntBE(through, fixedAt, numberBytes);
  writeReaders(record, fixedAt + numberBytes, behind);
  return record;
}

export function lateRecord(through: number, reader: number): Buffer {
  const record = beginRecord(recordType.late, numberBytes + readerBytes, 0);
  record.writeUIntBE(through, fixedAt, numberBytes);
  writeReaders(record, fixedAt + numberBytes, [reader]);
  return record;
}

/** A record without its length. */
export type TrunkRecord = { readonly type: number; readonly body: Buffer };

/** Parses a messages record. */
export function readMessages({ body }: TrunkRecord): { readonly readers: number[]; readonly messages: Buffer } {
  const from = readerBytes * (1 + body.readUInt32BE(0));
  return { readers: readReaders(body.subarray(readerBytes, from)), messages: body.subarray(from) };
}

/** Parses a record about one reader, with its bytes if there are any. */
export const readOfOne = ({ body }: TrunkRecord): { readonly reader: number; readonly bytes: Buffer } => ({
  reader: body.readUInt32BE(0),
  bytes: body.subarray(readerBytes),
});

/** Parses a taken or late record. */
export const readTaken = ({ body }: TrunkRecord): { readonly through: number; readonly readers: number[] } => ({
  through: body.readUIntBE(0, numberBytes),
  readers: readReaders(body.subarray(numberBytes)),
});

function readReaders(from: Buffer): number[] {
  const readers: number[] = [];
  for (let at = 0; at < from.length; at += readerBytes) readers.push(from.readUInt32BE(at));
  return readers;
}

/** Assembles records from pieces of any size. */
export class TrunkRecords {
  #begun: Buffer[] = [];
  #length = 0;

  /** Calls `each` with every record that is now complete. */
  read(bytes: Buffer, each: (record: TrunkRecord) => void): void {
    this.#begun.push(bytes);
    this.#length += bytes.length;
    if (this.#length < this.#wanted()) return;
    let all = this.#begun.length === 1 ? bytes : Buffer.concat(this.#begun);
    for (let end = endOf(all); end <= all.length; end = endOf(all)) {
      each({ type: all[lengthBytes] as number, body: all.subarray(lengthBytes + 1, end) });
      all = all.subarray(end);
    }
    this.#begun = all.length === 0 ? [] : [all];
    this.#length = all.length;
  }

  /** Bytes needed for the first record, or for its length if that is incomplete. */
  #wanted(): number {
    const [first] = this.#begun;
    if (first === undefined || first.length >= lengthBytes || this.#length < lengthBytes) return endOf(first);
    return endOf(Buffer.concat(this.#begun));
  }
}

const endOf = (bytes: Buffer | undefined): number =>
  bytes === undefined || bytes.length < lengthBytes ? lengthBytes + 1 : lengthBytes + bytes.readUInt32BE(0);
