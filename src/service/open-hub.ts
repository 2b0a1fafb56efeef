import { randomBytes } from 'node:crypto';
import { messageEncoder } from '../api/wire/stream-message.ts';
import type { Book } from '../book/book.ts';
import type { SourceHealth } from '../collect/schedule/health.ts';
import type { Connector } from '../contract/connector.ts';
import { guarded } from '../guarded.ts';
import { marketplaceWithSlug } from '../schema/index.ts';
import type { Config } from '../settings.ts';
import { Hub } from '../stream/hub.ts';
import type { HubTimers } from '../stream/hub-port.ts';
import { StreamLog } from '../stream/log/log.ts';

const timers: HubTimers = {
  soon: (call) => {
    const waiting = setImmediate(guarded(call));
    return () => clearImmediate(waiting);
  },
  after: (call, milliseconds) => {
    const waiting = setTimeout(guarded(call), milliseconds);
    return () => clearTimeout(waiting);
  },
  every: (call, milliseconds) => {
    const ticking = setInterval(guarded(call), milliseconds);
    return () => clearInterval(ticking);
  },
};

/** The stream of this life of the process. */
export function openHub(parts: {
  readonly config: Config;
  readonly book: Book;
  readonly connectors: readonly Connector[];
  readonly now: () => number;
}): Hub {
  const { config, book, connectors, now } = parts;
  const limits = {
    keepMs: config['stream.keepMinutes'] * 60_000,
    keepCount: config['stream.keepChanges'],
    byteLimit: config['stream.keepMegabytes'] * 2 ** 20,
  };
  return new Hub({
    log: new StreamLog({ epoch: randomBytes(6).toString('hex'), limits, now }),
    encoder: messageEncoder,
    bookReader: book,
    connected: connectors.map(({ slug }) => marketplaceWithSlug(slug)),
    settings: {
      outbox: { messages: config['stream.outboxMessages'], bytes: config['stream.outboxKilobytes'] * 1024 },
      gatherMs: config['stream.gatherMilliseconds'],
      lagMs: config['stream.lagSeconds'] * 1000,
      subscriptionsPerConnection: config['stream.subscriptionsPerConnection'],
    },
    timers,
    now,
  });
}

/** Tells the stream when the state of a source changes; called every few seconds with all of them. */
export function createSourceTeller(hub: Pick<Hub, 'publishSource'>): (sources: readonly SourceHealth[]) => void {
  const states = new Map<string, string>();
  return (sources) => {
    for (const health of sources) {
      const key = `${health.slug}/${health.source}/${health.game}`;
      const former = states.get(key);
      states.set(key, health.state);
      if (former !== undefined && former !== health.state) {
        hub.publishSource({ ...health, marketplaceId: marketplaceWithSlug(health.slug).id });
      }
    }
  };
}
