import { messageEncoder } from '../api/wire/stream-message.ts';
import type { Book } from '../book/book.ts';
import type { Config } from '../config/settings.ts';
import type { Connector } from '../contract/connector.ts';
import { type Clock, systemClock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import { marketplaceWithSlug } from '../schema/index.ts';
import { Hub } from '../stream/hub.ts';
import { StreamLog } from '../stream/log/log.ts';
import { Recorder } from '../tape/recorder.ts';
import type { Tape } from '../tape/tape.ts';
import { readsOf } from './connectors/availability.ts';

/** Creates the stream over a tape. */
export function openHub(parts: {
  readonly config: Config;
  readonly book: Book;
  readonly connectors: readonly Connector[];
  readonly tape: Tape;
  /** Sequence after which the stream begins; the head of the tape by default. */
  readonly after?: number;
  /** The sequence of the newest change of the book. */
  readonly newest?: () => number;
  /** Whether other nodes send the same stream. */
  readonly followsOthers?: boolean;
  readonly now: Clock['now'];
}): Hub {
  const { config, book, connectors, tape, newest, followsOthers = false, now } = parts;
  const limits = {
    keepMs: config['stream.keepMinutes'] * 60_000,
    keepCount: config['stream.keepChanges'],
    byteLimit: config['stream.keepMegabytes'] * 2 ** 20,
  };
  return new Hub({
    log: new StreamLog({ epoch: tape.epoch, formers: tape.formers, after: parts.after ?? tape.head, limits, now }),
    tape,
    publishedAt: tape.stats().newestAt,
    encoder: messageEncoder(book.itemAttributes),
    bookReader: book,
    connected: connectors.map(({ slug }) => marketplaceWithSlug(slug)),
    reads: readsOf(connectors),
    settings: {
      outbox: { messages: config['stream.outboxMessages'], bytes: config['stream.outboxKilobytes'] * 1024 },
      gatherMs: config['stream.gatherMilliseconds'],
      lagMs: config['stream.lagSeconds'] * 1000,
      subscriptionsPerConnection: config['stream.subscriptionsPerConnection'],
      replays: config['stream.replays'],
    },
    followsOthers,
    ...(newest !== undefined && { newest }),
    timers: systemClock,
    now,
  });
}

/** Creates the recorder, which writes everything to the tape before the stream publishes it. */
export function openRecorder(options: {
  readonly tape: Tape;
  readonly hub: Hub;
  readonly now: Clock['now'];
  readonly log: Log;
  readonly holdsBack: boolean;
}): Recorder {
  const { tape, hub, now, log, holdsBack } = options;
  return new Recorder({
    tape,
    timeOf: (happening) => hub.timeOf(happening),
    onEpoch: (epoch) => hub.log.rename(epoch),
    now,
    timers: systemClock,
    log,
    holdsBack,
  });
}
