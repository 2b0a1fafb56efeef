import type { Server } from 'node:http';
import { createServer, type Server as NetServer, type Socket } from 'node:net';
import { createAdmission, streamsPerTurn } from '../../runtime/admission.ts';
import { guarded } from '../../runtime/guarded.ts';
import {
  bytesHead,
  messagesHead,
  readerRecord,
  readOfOne,
  readTaken,
  recordType,
  type TrunkRecord,
  TrunkRecords,
} from '../trunk-records.ts';
import { TrunkStream } from './trunk-stream.ts';

type WriteCallback = () => void;

/** A record sent once, for all of its readers. */
type Delivery = {
  readonly readers: number[];
  readonly written: WriteCallback[];
  /** Its share of the bytes for single readers; 0 where it is for several readers. */
  readonly ownBytes: number;
};

/** Most bytes for single readers under way, so that live messages wait at most a few milliseconds behind them. */
const maxOwnBytes = 384 * 1024;
/** Fixed cost of a record, in bytes: a worker needs about as long for these as for handling a record. */
const bytesOfOne = 8_192;
/** Time for handling what readers have sent, per turn of the event loop. */
const workMs = 2;
/** Waiting bytes from readers above which they are handled however much is under way; at twice as many, reading pauses. */
const maxReceivedBytes = 4 * 2 ** 20;
// Waiting readers that continue once there is room again, as there would not be room for all
const goingOnAtOnce = 32;

/** The connection to one front worker, which carries the streams of its readers. */
class Trunk {
  readonly #socket: Socket;
  /** The record that is being gathered. */
  #gathered: (Omit<Delivery, 'ownBytes'> & { readonly messages: Buffer }) | null = null;
  #isCorked = false;
  #lastNumber = 0;
  /** Deliveries under way, oldest first. */
  #underWay: Delivery[] = [];
  #ownBytes = 0;
  readonly #waiting: (() => void)[] = [];
  /** Deliveries to readers that lag behind, oldest first. */
  readonly #late = new Map<number, { readonly number: number; readonly written: WriteCallback }[]>();
  readonly #streams = new Map<number, TrunkStream>();
  readonly #opened: (stream: TrunkStream) => void;
  /** Records from readers that have not been handled yet, oldest first. */
  readonly #received: TrunkRecord[] = [];
  #receivedBytes = 0;
  /** Until when records are handled in this turn; null before the first. */
  #workUntil: number | null = null;

  constructor(socket: Socket, opened: (stream: TrunkStream) => void) {
    this.#socket = socket;
    this.#opened = opened;
  }

  receive(record: TrunkRecord): void {
    const { type } = record;
    if (type === recordType.taken || type === recordType.late) {
      const { through, readers } = readTaken(record);
      if (type === recordType.late) this.#caughtUp(readers[0] as number, through);
      else this.#taken(through, new Set(readers));
      return;
    }
    this.#received.push(record);
    this.#receivedBytes += record.body.length;
    this.#work();
    if (this.#receivedBytes > 2 * maxReceivedBytes) this.#socket.pause();
  }

  get #mayObey(): boolean {
    if (this.#received.length === 0) return false;
    return this.#ownBytes < maxOwnBytes || this.#receivedBytes >= maxReceivedBytes;
  }

  /** In pieces: thousands of readers send at once when they reconnect, and the resulting messages have to leave in between. */
  #work(): void {
    if (!this.#mayObey) return;
    this.#workUntil ??= this.#beginWork();
    while (this.#mayObey && performance.now() < this.#workUntil) {
      const record = this.#received.shift() as TrunkRecord;
      this.#receivedBytes -= record.body.length;
      this.#obey(record);
    }
    if (this.#receivedBytes < maxReceivedBytes && this.#socket.isPaused()) this.#socket.resume();
  }

  #beginWork(): number {
    const again = () => {
      this.#workUntil = null;
      this.#work();
    };
    setImmediate(guarded(again));
    return performance.now() + workMs;
  }

  #obey(record: TrunkRecord): void {
    const { type } = record;
    const { reader, bytes } = readOfOne(record);
    const stream = type === recordType.opened ? this.#open(reader) : this.#streams.get(reader);
    if (type === recordType.sentAll) stream?.receiveEnd();
    else if (type === recordType.gone) this.#leave(reader)?.destroy();
    else stream?.receive(bytes);
  }

  get streams(): number {
    return this.#streams.size;
  }

  lost(): void {
    this.#received.length = 0;
    for (const reader of [...this.#streams.keys()]) this.#leave(reader)?.destroy();
  }

  #open(reader: number): TrunkStream {
    const sendType = (type: typeof recordType.hold | typeof recordType.resume) =>
      this.#sendRecord(readerRecord(type, reader));
    const stream = new TrunkStream({
      sendMessages: (messages, written) => this.#gather(reader, messages, written),
      isCrowded: (again) => this.#isCrowded(again),
      send: (bytes, written) =>
        this.#sendOne(reader, written, [bytesHead(recordType.bytes, reader, bytes.length), bytes]),
      end: (written) => this.#sendOne(reader, written, [readerRecord(recordType.end, reader)]),
      // Not for a reader that has already gone
      cut: () => this.#leave(reader) !== undefined && this.#sendRecord(readerRecord(recordType.cut, reader)),
      hold: () => sendType(recordType.hold),
      resume: () => sendType(recordType.resume),
    });
    this.#streams.set(reader, stream);
    this.#opened(stream);
    return stream;
  }

  #leave(reader: number): TrunkStream | undefined {
    const stream = this.#streams.get(reader);
    this.#streams.delete(reader);
    this.#late.delete(reader);
    return stream;
  }

  /** Sends a record after everything gathered before. */
  #sendRecord(record: Buffer): void {
    this.#sendGathered();
    this.#socket.write(record);
  }

  /** Gathers the same messages for several readers, which arrive one right after another, into one record. */
  #gather(reader: number, messages: Buffer, written: WriteCallback): void {
    if (this.#gathered?.messages !== messages) {
      this.#sendGathered();
      this.#gathered = { messages, readers: [], written: [] };
      this.#cork();
    }
    this.#gathered.readers.push(reader);
    this.#gathered.written.push(written);
  }

  #sendGathered(): void {
    if (this.#gathered === null) return;
    const { messages, readers, written } = this.#gathered;
    this.#gathered = null;
    this.#send(readers, written, [messagesHead(readers, messages.length), messages]);
  }

  #sendOne(reader: number, written: WriteCallback, parts: readonly Buffer[]): void {
    this.#sendGathered();
    this.#cork();
    this.#send([reader], [written], parts);
  }

  #send(readers: number[], written: WriteCallback[], parts: readonly Buffer[]): void {
    const ownBytes = readers.length === 1 ? parts.reduce((sum, { length }) => sum + length, bytesOfOne) : 0;
    this.#lastNumber += 1;
    this.#underWay.push({ readers, written, ownBytes });
    this.#ownBytes += ownBytes;
    for (const part of parts) this.#socket.write(part);
  }

  #isCrowded(again: () => void): boolean {
    if (this.#ownBytes < maxOwnBytes) return false;
    this.#waiting.push(again);
    return true;
  }

  #resumeWaiting(): void {
    if (this.#ownBytes >= maxOwnBytes) return;
    // With nothing under way all continue, since some may have nothing left to send
    const count = this.#ownBytes === 0 ? this.#waiting.length : goingOnAtOnce;
    for (const again of this.#waiting.splice(0, count)) again();
  }

  /** Sends everything of one turn together. */
  #cork(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    this.#socket.cork();
    process.nextTick(() => {
      this.#sendGathered();
      this.#isCorked = false;
      this.#socket.uncork();
    });
  }

  #taken(through: number, behind: ReadonlySet<number>): void {
    const first = this.#lastNumber - this.#underWay.length + 1;
    const taken = this.#underWay.splice(0, through - first + 1);
    for (const [at, { readers, written, ownBytes }] of taken.entries()) {
      this.#ownBytes -= ownBytes;
      for (let index = 0; index < readers.length; index += 1) {
        const reader = readers[index] as number;
        if (behind.has(reader)) this.#noteLate(reader, first + at, written[index] as WriteCallback);
        else written[index]?.();
      }
    }
    this.#resumeWaiting();
    this.#work();
  }

  #noteLate(reader: number, number: number, written: WriteCallback): void {
    if (!this.#streams.has(reader)) return;
    const late = this.#late.get(reader) ?? [];
    late.push({ number, written });
    this.#late.set(reader, late);
  }

  #caughtUp(reader: number, through: number): void {
    const late = this.#late.get(reader) ?? [];
    const count = late.findIndex(({ number }) => number > through);
    for (const { written } of late.splice(0, count < 0 ? late.length : count)) written();
  }
}

/** The trunks of all front workers; each reader becomes a connection of the server. */
export class Trunks {
  readonly #trunks = new Set<Trunk>();
  readonly #sockets = new Set<Socket>();
  readonly #listener: NetServer;

  constructor(server: Pick<Server, 'emit'>) {
    const admit = createAdmission(streamsPerTurn);
    this.#listener = createServer((socket) =>
      this.#accept(socket, (stream) => {
        const begin = () => {
          if (!stream.destroyed) server.emit('connection', stream);
        };
        if (admit(begin)) begin();
      }),
    );
  }

  /** Listens for workers at a path that only this user can reach. */
  async open(path: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#listener.once('error', reject);
      this.#listener.listen({ path }, resolve);
    });
  }

  /** Current number of streams to workers. */
  get streams(): number {
    return [...this.#trunks].reduce((sum, { streams }) => sum + streams, 0);
  }

  close(): void {
    this.#listener.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #accept(socket: Socket, opened: (stream: TrunkStream) => void): void {
    const trunk = new Trunk(socket, opened);
    const records = new TrunkRecords();
    this.#trunks.add(trunk);
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes) => records.read(bytes, (record) => trunk.receive(record)));
    socket.on('close', () => {
      this.#trunks.delete(trunk);
      this.#sockets.delete(socket);
      trunk.lost();
    });
  }
}
