import { messageEncoder } from '../api/wire/stream/message.ts';
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
import { limits } from './limits.ts';

// For readers that resume after an ordinary interruption; what is older, they get from the tape
const recentMs = 600_000;
// So that a quiet service keeps more than the last minutes
const recentCount = 100_000;
// Not noticeable, and one write carries many changes in busy times
const gatherMs = 10;
// Longer than the interruptions of a mobile network, shorter than what is worth keeping a connection for
const lagMs = 30_000;

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
  readonly followOthers?: boolean;
  readonly now: Clock['now'];
}): Hub {
  const { config, book, connectors, tape, newest, followOthers = false, now } = parts;
  const recent = {
    keepMs: recentMs,
    keepCount: recentCount,
    byteLimit: config['stream.keepMegabytes'] * 2 ** 20,
  };
  return new Hub({
    log: new StreamLog({
      epoch: tape.epoch,
      previousEpochs: tape.previousEpochs,
      after: parts.after ?? tape.head,
      limits: recent,
      now,
    }),
    tape,
    publishedAt: tape.stats().newestAt,
    encoder: messageEncoder((...item) => book.itemAttributes(...item)),
    bookReader: book,
    connected: connectors.map(({ slug }) => marketplaceWithSlug(slug)),
    reads: readsOf(connectors),
    settings: {
      outbox: { messages: limits.outboxMessages, bytes: limits.outboxBytes },
      gatherMs,
      lagMs,
      subscriptionsPerConnection: limits.subscriptionsPerConnection,
      replays: limits.replays,
    },
    followOthers,
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
