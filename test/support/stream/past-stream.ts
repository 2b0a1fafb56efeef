import { setImmediate as turn } from 'node:timers/promises';
import { messageEncoder } from '../../../src/api/wire/stream/message.ts';
import { Book } from '../../../src/book/book.ts';
import { systemClock } from '../../../src/runtime/clock.ts';
import { marketplaces, noAttributes } from '../../../src/schema/index.ts';
import { Backlog, type BacklogTape } from '../../../src/stream/backlog.ts';
import { Hub } from '../../../src/stream/hub.ts';
import type { HubSettings } from '../../../src/stream/hub-core.ts';
import { StreamLog } from '../../../src/stream/log/log.ts';
import { type FileTape, openFileTape } from '../../../src/tape/file-tape.ts';
import { Recorder } from '../../../src/tape/recorder.ts';
import { PlayedReader, pricedOffer } from './stream-rig.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const every = () => () => {};
export const all = { subscribeTo: 'all', games: 'all', events: ['Added', 'Updated', 'Removed'], sequence: true };

/** Opens a stream over the tape in a folder, as a service start does. */
export async function openPast(
  folder: string,
  {
    segmentBytes = 40_000,
    keepBytes = 2 ** 30,
    now = Date.now,
    ...settings
  }: Partial<HubSettings> & { segmentBytes?: number; keepBytes?: number; now?: () => number } = {},
) {
  const tape: FileTape = await openFileTape({
    folder,
    keepMs: 1_000 * 86_400_000,
    keepBytes,
    hasFsync: false,
    now,
    segmentBytes,
  });
  const book = new Book();
  const hub = new Hub({
    log: new StreamLog({
      epoch: tape.epoch,
      previousEpochs: tape.previousEpochs,
      after: tape.head,
      // Only the newest segment stays in memory
      limits: { keepMs: 0, keepCount: 0, byteLimit: 1 },
      now,
    }),
    tape,
    publishedAt: tape.stats().newestAt,
    encoder: messageEncoder((...item) => book.itemAttributes(...item)),
    bookReader: book,
    connected: marketplaces,
    settings: {
      outbox: { messages: 1_000, bytes: 1 << 20 },
      gatherMs: 0,
      lagMs: 30_000,
      subscriptionsPerConnection: 9,
      replays: 9,
      ...settings,
    },
    timers: { ...systemClock, every, elapsed: now },
    now,
  });
  const timeOf = (happening: Parameters<Hub['timeOf']>[0]) => hub.timeOf(happening);
  const recorder = new Recorder({ tape, timeOf, onEpoch: () => {}, now, timers: systemClock, log: silent });
  recorder.follow((records, _, lines) => hub.publish(records, lines));
  const put = async (from: number, to: number, usd: number): Promise<void> => {
    const offers = Array.from({ length: to - from }, (_, at) => pricedOffer(`o${from + at}`, usd + at));
    const changes = book.apply(offers, { marketplaceId: 1, source: 'test', at: now() });
    recorder.add(changes.map((change) => ({ what: 'change', change })));
    await recorder.flush();
  };
  const close = async (): Promise<void> => {
    hub.stop();
    await recorder.close();
    await tape.close();
  };
  return { tape, hub, put, close };
}

/** The past of a tape, which tries again without waiting. */
export const pastOf = (tape: BacklogTape): Backlog =>
  new Backlog({
    tape,
    encoder: messageEncoder(() => noAttributes),
    timers: { soon: systemClock.soon, after: (_, run) => systemClock.soon(run) },
  });

/** Reads until the condition holds or the connection ends. */
export async function read(hub: Hub, request: object, until: (reader: PlayedReader) => boolean): Promise<PlayedReader> {
  const reader = new PlayedReader(hub, 'socket');
  reader.ask(request);
  while (!until(reader) && reader.ending === null) {
    await turn();
    reader.take();
  }
  return reader;
}

export type PastStream = Awaited<ReturnType<typeof openPast>>;
