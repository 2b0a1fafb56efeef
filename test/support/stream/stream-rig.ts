import { constants, inflateRawSync } from 'node:zlib';
import { createLiveReader } from '../../../src/api/stream/live-reader.ts';
import { messageEncoder } from '../../../src/api/wire/stream/message.ts';
import { Book } from '../../../src/book/book.ts';
import {
  type Change,
  type Game,
  type Marketplace,
  marketplaces,
  type NormalOffer,
  noPrices,
} from '../../../src/schema/index.ts';
import type { Connection } from '../../../src/stream/connection.ts';
import { type Framing, framesOfTrunk, isOfTrunk } from '../../../src/stream/framing.ts';
import { Hub } from '../../../src/stream/hub.ts';
import type { HubOptions, HubSettings } from '../../../src/stream/hub-core.ts';
import { type LogLimits, StreamLog } from '../../../src/stream/log/log.ts';
import { publishChanges } from './publish.ts';

export type Message = { readonly type: string; readonly [key: string]: unknown };

/** Timers that run only on command. */
export function createManualTimers() {
  let waiting: { readonly call: () => void; readonly isTimed: boolean }[] = [];
  const ticking = new Set<() => void>();
  const add = (call: () => void, isTimed: boolean) => {
    const entry = { call, isTimed };
    waiting.push(entry);
    return () => {
      waiting = waiting.filter((other) => other !== entry);
    };
  };
  const timers: HubOptions['timers'] = {
    elapsed: () => 0,
    soon: (call) => add(call, false),
    after: (_, call) => add(call, true),
    every: (_, call) => {
      ticking.add(call);
      return () => ticking.delete(call);
    },
  };
  return {
    timers,
    /** Runs the waiting timers, but not those that they set; false if none was waiting. */
    step: (): boolean => {
      const now = waiting;
      waiting = [];
      for (const { call } of now) call();
      return now.length > 0;
    },
    tick: () => {
      for (const call of [...ticking]) call();
    },
  };
}

type Frame = { readonly opcode: number; readonly payload: Buffer; readonly end: number };

/** The frame that starts at a byte offset, or null if it is incomplete. */
function frameAt(bytes: Buffer, at: number): Frame | null {
  const short = bytes[at + 1] ?? 0;
  const start = at + (short < 126 ? 2 : short === 126 ? 4 : 10);
  if (start > bytes.length) return null;
  const length =
    short < 126 ? short : short === 126 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2));
  const end = start + length;
  if (end > bytes.length) return null;
  const first = bytes[at] ?? 0;
  const raw = bytes.subarray(start, end);
  return { opcode: first & 0x0f, payload: (first & 0x40) === 0 ? raw : inflated(raw), end };
}

// Without context takeover, a message omits the ending of a sync flush, which inflating needs
const inflated = (raw: Buffer): Buffer =>
  inflateRawSync(Buffer.concat([raw, Buffer.from([0, 0, 0xff, 0xff])]), { finishFlush: constants.Z_SYNC_FLUSH });

/** The complete frames in bytes from a server, and the bytes of an incomplete last one. */
export function framesIn(bytes: Buffer): {
  readonly texts: string[];
  readonly opcodes: number[];
  readonly rest: Buffer;
} {
  const frames: Frame[] = [];
  let at = 0;
  for (let frame = frameAt(bytes, at); frame !== null; frame = frameAt(bytes, at)) {
    frames.push(frame);
    at = frame.end;
  }
  return {
    texts: frames.map(({ payload }) => payload.toString()),
    opcodes: frames.map(({ opcode }) => opcode),
    rest: bytes.subarray(at),
  };
}

const eventsIn = (bytes: Buffer): string[] =>
  bytes
    .toString()
    .split('\n\n')
    .filter((block) => block !== '')
    .map((block) => /^data: (.*)$/m.exec(block)?.[1] ?? '');

function textsIn(bytes: Buffer, framing: Framing): string[] {
  if (framing === 'events') return eventsIn(bytes);
  // Copied, since framing changes the bytes in place and they are shared with other readers
  return [...framesIn(isOfTrunk(framing) ? framesOfTrunk(Buffer.from(bytes)) : bytes).texts];
}

/** One reader whose socket accepts writes only on command. */
export class PlayedReader {
  readonly connection: Connection;
  readonly received: Message[] = [];
  readonly texts: string[] = [];
  ending: { readonly ending: string; readonly reason: string } | null = null;
  #writes: { readonly bytes: Buffer; readonly written: () => void }[] = [];
  readonly #framing: Framing;
  readonly #waiting: (() => void)[] = [];
  #timesAsked = 0;

  constructor(hub: Hub, framing: Framing) {
    this.#framing = framing;
    this.connection = hub.connect(
      {
        write: (bytes, written) => this.#writes.push({ bytes, written }),
        close: (ending, reason) => {
          this.ending = { ending, reason };
        },
        ...(isOfTrunk(framing) && { isCrowded: (again: () => void) => this.#isCrowded(again) }),
      },
      framing,
    );
  }

  get waiting(): number {
    return this.#writes.length;
  }

  get waitingBytes(): number {
    return this.#writes.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  ask(message: object): void {
    this.connection.take(JSON.stringify(message));
  }

  /** Reports a full connection every other time, until something is taken. */
  #isCrowded(again: () => void): boolean {
    this.#timesAsked += 1;
    if (this.#timesAsked % 2 === 0) return false;
    this.#waiting.push(again);
    return true;
  }

  /** Completes this many writes. */
  take(count = Number.POSITIVE_INFINITY): void {
    for (const again of this.#waiting.splice(0)) again();
    for (let left = count; left > 0; left -= 1) {
      const write = this.#writes.shift();
      if (write === undefined) return;
      const texts = textsIn(write.bytes, this.#framing);
      this.texts.push(...texts);
      for (const text of texts) this.received.push(JSON.parse(text));
      write.written();
    }
  }

  /** Breaks the connection; pending writes are lost. */
  cut(): void {
    this.#writes = [];
    this.connection.leave();
  }

  ofType(type: string): Message[] {
    return this.received.filter((message) => message.type === type);
  }
}

const roomy: HubSettings = {
  outbox: { messages: 1_000, bytes: 1 << 20 },
  gatherMs: 10,
  lagMs: 30_000,
  subscriptionsPerConnection: 100,
  replays: 20,
};

export const rigEpoch = 'e1';

/** A hub over a real book, with a manual clock and timers. */
export function createRig(
  change: {
    readonly settings?: Partial<HubSettings>;
    readonly limits?: Partial<LogLimits>;
    connected?: Marketplace[];
    book?: Book;
    /** Sales of the last week by name. */
    saleCounts?: () => Promise<ReadonlyMap<string, number>>;
  } = {},
) {
  /** `ahead` is how far the time of day is ahead of the time that has passed. */
  const clock = { at: 1_790_000_000_000, ahead: 0 };
  /** The sequence of the newest change of the book, where it is not in the log yet. */
  const pending = { newest: 0 };
  const now = () => clock.at + clock.ahead;
  const manual = createManualTimers();
  const limits = { keepMs: 600_000, keepCount: 100_000, byteLimit: 256 << 20, ...change.limits };
  const log = new StreamLog({ epoch: rigEpoch, limits, now });
  const book: Book = change.book ?? new Book();
  const hub = new Hub({
    log,
    encoder: messageEncoder((...item) => book.itemAttributes(...item)),
    bookReader: book,
    connected: change.connected ?? marketplaces,
    settings: { ...roomy, ...change.settings },
    newest: () => pending.newest,
    timers: { ...manual.timers, elapsed: () => clock.at },
    now,
  });
  const store = { saleCounts: change.saleCounts ?? (async () => new Map<string, number>()) };
  hub.useLiveReader(createLiveReader({ book, store, health: () => [], rates: () => [], now }));
  return {
    clock,
    pending,
    log,
    book,
    hub,
    ...manual,
    /** Runs until nothing is left to do, with readers accepting everything they are sent. */
    settle(readers: readonly PlayedReader[] = []): void {
      for (let round = 0; round < 10_000; round += 1) {
        const isMoving = manual.step();
        const isWaiting = readers.some(({ waiting }) => waiting > 0);
        for (const reader of readers) reader.take();
        if (!isMoving && !isWaiting) return;
      }
      throw new Error('the hub did not become idle within 10,000 rounds');
    },
    reader: (framing: Framing = 'socket') => new PlayedReader(hub, framing),
    put(records: readonly NormalOffer[], marketplaceId = 1): Change[] {
      const changes = book.apply(records, { marketplaceId, source: 'test', at: clock.at });
      publishChanges(hub, changes);
      return changes;
    },
  };
}

export type Rig = ReturnType<typeof createRig>;

/** A priced offer, ready for the book; `usd` is the price in thousandths of a dollar. */
export const pricedOffer = (offerId: string, usd: number, more: Partial<NormalOffer> = {}): NormalOffer => ({
  kind: 'offer',
  game: 'CS2' as Game,
  name: 'AK-47 | Redline (Field-Tested)',
  phase: null,
  offerId,
  price: { amount: usd, currency: 'USD' },
  prices: { ...noPrices, USD: usd },
  purchaseLink: `https://example.test/o/${offerId}`,
  inspectLink: null,
  float: null,
  paintIndex: null,
  paintSeed: null,
  stickers: null,
  tradableAt: 0,
  ownerId: null,
  ...more,
});
