import { connect, type Socket } from 'node:net';
import { guarded } from '../../runtime/guarded.ts';
import { framesOfTrunk } from '../../stream/framing.ts';
import {
  bytesHead,
  lateRecord,
  readerRecord,
  readMessages,
  readOfOne,
  recordType,
  type TrunkRecord,
  TrunkRecords,
  takenRecord,
} from '../trunk-records.ts';

/** A reader's connection whose stream goes over the trunk. */
export type TrunkedReader = Pick<
  Socket,
  'write' | 'end' | 'pause' | 'resume' | 'destroy' | 'destroySoon' | 'setTimeout' | 'writableLength'
>;

/** Reports events of a reader to the book process. */
export type ToBook = {
  readonly sent: (bytes: Buffer) => void;
  readonly sentAll: () => void;
  readonly gone: () => void;
};

/** Deliveries to a reader, and how many of them were sent. */
class GivenSocket {
  readonly reader: TrunkedReader;
  readonly #caughtUp: (number: number) => void;
  /** Why reading from it is paused: at the request of the book process, or because the trunk is full. */
  readonly #holds = new Set<'book' | 'trunk'>();
  #count = 0;
  #leftCount = 0;
  /** Deliveries not sent yet, oldest first, each with the count of deliveries up to it; empty unless the reader is behind. */
  readonly #late: { readonly number: number; readonly count: number }[] = [];

  constructor(reader: TrunkedReader, caughtUp: (number: number) => void) {
    this.reader = reader;
    this.#caughtUp = caughtUp;
  }

  hold(by: 'book' | 'trunk'): void {
    this.#holds.add(by);
    this.reader.pause();
  }

  letGo(by: 'book' | 'trunk'): void {
    this.#holds.delete(by);
    if (this.#holds.size === 0) this.reader.resume();
  }

  /** Writes bytes, or ends the connection for null; returns whether they were sent immediately. */
  give(bytes: Buffer | null, number: number): boolean {
    const { reader } = this;
    this.#count += 1;
    if (bytes === null) reader.end(this.#left);
    else reader.write(bytes, this.#left);
    if (this.#late.length === 0 && reader.writableLength === 0) return true;
    this.#late.push({ number, count: this.#count });
    return false;
  }

  readonly #left = (): void => {
    this.#leftCount += 1;
    const oldest = this.#late[0];
    if (oldest === undefined || oldest.count > this.#leftCount) return;
    this.#late.shift();
    this.#caughtUp(oldest.number);
  };
}

// Time for a reader to read the last bytes before it is disconnected
const defaultUnreadMs = 30_000;

// Maximum of bytes on their way from readers to the book process, which usually reads them immediately
const maxUnsent = 2 ** 20;

/**
 * The one connection between a front worker and the book process for the streams of all its readers. Messages for many
 * readers arrive once and are framed here.
 */
export class Trunk {
  readonly #socket: Socket;
  readonly #records = new TrunkRecords();
  readonly #given = new Map<number, GivenSocket>();
  readonly #held = new Set<GivenSocket>();
  readonly #unreadMs: number;
  #lastReader = 0;
  #lastNumber = 0;
  #isCorked = false;

  /** Calls `lost` when the connection ends, and with it all streams. */
  constructor(path: string, opened: () => void, lost: () => void, unreadMs = defaultUnreadMs) {
    this.#unreadMs = unreadMs;
    this.#socket = connect({ path }, opened)
      .on('data', (bytes) => this.#read(bytes))
      .on('drain', () => this.#drained())
      .on('error', () => {})
      .on('close', lost);
  }

  /** Opens a stream for a reader with the first bytes it sent. */
  open(reader: TrunkedReader, first: Buffer): ToBook {
    this.#lastReader = (this.#lastReader + 1) % 2 ** 32;
    const number = this.#lastReader;
    const given = new GivenSocket(reader, (through) => this.#send(lateRecord(through, number)));
    this.#given.set(number, given);
    this.#sendBytes(recordType.opened, number, given, first);
    return {
      sent: (bytes) => this.#sendBytes(recordType.sent, number, given, bytes),
      sentAll: () => this.#send(readerRecord(recordType.sentAll, number)),
      gone: () => {
        this.#held.delete(given);
        if (this.#given.delete(number)) this.#send(readerRecord(recordType.gone, number));
      },
    };
  }

  close(): void {
    this.#socket.removeAllListeners('close').destroy();
  }

  /** Sends all records of one turn together: with thousands of readers, separate writes would cost more than all the rest. */
  #send(record: Buffer): void {
    if (!this.#isCorked) {
      this.#isCorked = true;
      this.#socket.cork();
      const uncork = () => {
        this.#isCorked = false;
        this.#socket.uncork();
      };
      setImmediate(guarded(uncork));
    }
    this.#socket.write(record);
  }

  #sendBytes(
    type: typeof recordType.opened | typeof recordType.sent,
    number: number,
    given: GivenSocket,
    bytes: Buffer,
  ): void {
    this.#send(Buffer.concat([bytesHead(type, number, bytes.length), bytes]));
    if (this.#socket.writableLength < maxUnsent) return;
    this.#held.add(given);
    given.hold('trunk');
  }

  #drained(): void {
    for (const given of this.#held) given.letGo('trunk');
    this.#held.clear();
  }

  #read(bytes: Buffer): void {
    const behind = new Set<number>();
    const before = this.#lastNumber;
    this.#records.read(bytes, (record) => this.#obey(record, behind));
    if (this.#lastNumber > before) this.#send(takenRecord(this.#lastNumber, [...behind]));
  }

  #obey(record: TrunkRecord, behind: Set<number>): void {
    if (record.type === recordType.messages) {
      const { readers, messages } = readMessages(record);
      const frames = framesOfTrunk(messages);
      this.#lastNumber += 1;
      for (const reader of readers) this.#give(reader, frames, behind);
      return;
    }
    const { reader, bytes } = readOfOne(record);
    if (record.type === recordType.bytes || record.type === recordType.end) {
      this.#lastNumber += 1;
      this.#give(reader, record.type === recordType.end ? null : bytes, behind);
    } else this.#steer(record.type, reader);
  }

  /** Ignores readers that have disconnected. */
  #give(reader: number, bytes: Buffer | null, behind: Set<number>): void {
    if (this.#given.get(reader)?.give(bytes, this.#lastNumber) === false) behind.add(reader);
  }

  #steer(type: number, number: number): void {
    const given = this.#given.get(number);
    if (given === undefined) return;
    if (type === recordType.hold) given.hold('book');
    else if (type === recordType.resume) given.letGo('book');
    else {
      const { reader } = given;
      this.#given.delete(number);
      reader.setTimeout(this.#unreadMs, () => reader.destroy());
      reader.destroySoon();
    }
  }
}
