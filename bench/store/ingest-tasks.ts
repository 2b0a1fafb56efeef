import { Book } from '../../src/book/book.ts';
import { createRowReader, type RowReader } from '../../src/collect/decode/row-reader.ts';
import { DriftWatch } from '../../src/collect/drift/drift-watch.ts';
import { createBulkStep } from '../../src/collect/poll/bulk.ts';
import { createPollStep } from '../../src/collect/poll/poll-step.ts';
import { createShrinkGuard } from '../../src/collect/poll/shrink-guard.ts';
import { noAccess } from '../../src/collect/request/access-token.ts';
import type { HttpResponse } from '../../src/collect/request/http-client.ts';
import { createSourceRequest } from '../../src/collect/request/source-request.ts';
import { createRateLimiter } from '../../src/collect/schedule/rate-limiter.ts';
import { skinport } from '../../src/connectors/skinport/index.ts';
import { ExchangeRates } from '../../src/normalise/exchange-rates.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { createIntake } from '../../src/service/sources/intake.ts';
import { unpublished } from '../../test/support/collect/unpublished.ts';
import { madeUpBulkList } from '../made-up/made-up-list.ts';
import { openPublishing } from '../made-up/publishing.ts';
import { inRounds, median } from '../rounds.ts';

export const rowCount = 25_000;

export const marketplaceId = 3;

// As large as the pieces from the decompressor
export const pieceBytes = 64 * 1024;

const runsPerRound = 7;

export const asIs = (text: string): string => text;

/** An answer whose body comes in pieces, as from the network but without its delays. */
export function answerOf(bytes: Buffer): HttpResponse {
  async function* body() {
    for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes);
  }
  return { status: 200, header: () => undefined, at: Date.now(), body: body(), drop: () => {} };
}

export const list = skinport.sources[0];

export function listRates(): ExchangeRates {
  const rates = new ExchangeRates({ now: Date.now });
  const ratedAt = Date.now();
  rates.accept([
    { currency: 'EUR', perUsd: 0.86, ratedAt, source: 'ecb' },
    { currency: 'CNY', perUsd: 7.1, ratedAt, source: 'ecb' },
    { currency: 'RUB', perUsd: 81, ratedAt, source: 'cbr' },
  ]);
  return rates;
}

/** Publishes changes; `flush` resolves once they are. */
export type Publishing = {
  readonly publisher: Parameters<typeof createIntake>[0]['publisher'];
  readonly recorder: { readonly flush: () => Promise<void> };
};

/** Drops all changes. */
export const dropped: Publishing = { publisher: unpublished(), recorder: { flush: async () => {} } };

const publishedOf = (book: Book) => openPublishing(book, [skinport]);

/** The path of the service from the bytes of Skinport's list to a new book; rows for the store are dropped. */
export async function createPath(
  reader: RowReader,
  open: (book: Book) => Promise<Publishing> = publishedOf,
): Promise<(bytes: Buffer) => Promise<void>> {
  if (list?.kind !== 'bulk') throw new Error('the first source of Skinport is no longer a list');
  let bytes: Buffer = Buffer.alloc(0);
  const book = new Book();
  const { publisher, recorder } = await open(book);
  const exchange = createSourceRequest({
    source: list,
    send: async () => answerOf(bytes),
    limiter: createRateLimiter({ requests: 1e9, perSeconds: 1, scope: 'ip' }, systemClock),
    access: noAccess,
    reader,
    redact: asIs,
    clock: systemClock,
  });
  const step = createPollStep({
    source: list,
    game: 'CS2',
    sendRequest: exchange,
    clock: systemClock,
    marketplaceId,
    sink: createIntake({ book, rates: listRates(), writer: { pushUnlessFull: () => {} }, publisher }),
    guard: createShrinkGuard(null),
    drift: new DriftWatch({
      source: list,
      known: (name) => book.known(marketplaceId, 'CS2', name),
      clock: systemClock,
    }),
  });
  const read = createBulkStep(step);
  return async (given) => {
    bytes = given;
    const { outcome, rows, rejected, detail } = await read(new AbortController().signal);
    await recorder.flush();
    const { itemCount } = book.counts(marketplaceId, 'CS2');
    const isRead = outcome === 'read' || outcome === 'unchanged';
    if (!isRead || rejected > 0 || itemCount !== rowCount) {
      throw new Error(`of ${rows} rows ${rejected} were rejected and ${itemCount} are in the book: ${detail}`);
    }
  };
}

export type IngestFigures = Readonly<Record<'parse' | 'cold' | 'repeated' | 'changed', number>> & {
  readonly bytes: number;
  /** Processor time for a list in which every row is new, with and without tape and stream, in milliseconds. */
  readonly published: number;
  readonly unpublished: number;
  /** Bytes of a change on the tape, as written and once its file is packed. */
  readonly lineBytes: number;
  readonly packedBytes: number;
};

/** The median of some runs, in milliseconds, without the garbage collections in between. */
export async function timed(run: () => unknown): Promise<{ milliseconds: number }> {
  const spent: number[] = [];
  for (let left = runsPerRound; left > 0; left -= 1) {
    globalThis.gc?.();
    const startedAt = performance.now();
    await run();
    spent.push(performance.now() - startedAt);
  }
  return { milliseconds: median(spent) };
}

/** The median processor time of all threads over some runs, in milliseconds, each with a new path. */
export async function cpuOf(bytes: Buffer, createRun: () => Promise<(bytes: Buffer) => Promise<void>>) {
  const spent: number[] = [];
  for (let left = runsPerRound; left > 0; left -= 1) {
    const run = await createRun();
    globalThis.gc?.();
    const before = process.cpuUsage();
    await run(bytes);
    const { user, system } = process.cpuUsage(before);
    spent.push((user + system) / 1000);
  }
  return { milliseconds: median(spent) };
}

/** Bytes per change on the tape for a list in which every row is new, as written and packed. */
async function bytesPerChange(reader: RowReader, bytes: Buffer) {
  let opened: Awaited<ReturnType<typeof publishedOf>> | null = null;
  const run = await createPath(reader, async (book) => {
    opened = await publishedOf(book);
    return opened;
  });
  await run(bytes);
  const { tape } = opened as unknown as Awaited<ReturnType<typeof publishedOf>>;
  const { head } = tape;
  const written = tape.stats().bytes;
  // A new file is begun, and this one is packed
  await tape.renew(head + 1);
  await tape.settled();
  return { lineBytes: written / head, packedBytes: tape.stats().bytes / head };
}

/** Milliseconds to ingest a list of 25,000 rows. */
export async function measureIngest(): Promise<IngestFigures> {
  if (list === undefined) throw new Error('Skinport no longer has any sources');
  const first = madeUpBulkList(rowCount, 0);
  const other = madeUpBulkList(rowCount, 0.02);
  const reader = createRowReader(list, asIs);
  const repeat = await createPath(reader);
  const change = await createPath(reader);
  await repeat(first);
  await change(first);
  let isOther = false;
  const contenders = {
    parse: () => timed(() => JSON.parse(first.toString())),
    cold: () => timed(async () => await (await createPath(reader))(first)),
    repeated: () => timed(() => repeat(first)),
    changed: () =>
      timed(() => {
        isOther = !isOther;
        return change(isOther ? other : first);
      }),
    published: () => cpuOf(first, () => createPath(reader)),
    unpublished: () => cpuOf(first, () => createPath(reader, async () => dropped)),
  };
  for (const run of Object.values(contenders)) await run();
  const { parse, cold, repeated, changed, published, unpublished: alone } = await inRounds(contenders);
  return {
    bytes: first.length,
    parse: parse.milliseconds,
    cold: cold.milliseconds,
    repeated: repeated.milliseconds,
    changed: changed.milliseconds,
    published: published.milliseconds,
    unpublished: alone.milliseconds,
    ...(await bytesPerChange(reader, first)),
  };
}
