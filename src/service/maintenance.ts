import type { Book } from '../book/book.ts';
import type { Connector } from '../contract/connector.ts';
import { type Change, marketplaceWithSlug } from '../schema/index.ts';
import type { StoredRow } from '../store/store.ts';
import type { Writer } from '../store/writer.ts';
import type { Hub } from '../stream/hub.ts';
import { rowsOf } from './intake.ts';

const hour = 3_600_000;
const day = 24 * hour;
const rowsAtOnce = 5_000;

/** What has to happen by the clock: a price point per live series every hour, dropping offers that nothing confirms any more, tidying the store once a day. */
export type Maintenance = {
  /** Does what is due, once at a time; called about once a minute. */
  readonly run: () => Promise<void>;
};

export function createMaintenance(options: {
  readonly book: Book;
  readonly writer: Pick<Writer, 'push' | 'ready'>;
  readonly hub: Pick<Hub, 'publish'>;
  readonly store: { readonly tidy: () => Promise<void> };
  readonly connectors: readonly Connector[];
  readonly keepHours: number;
  readonly now: () => number;
}): Maintenance {
  const { book, writer, hub, store, connectors, keepHours, now } = options;
  let pointsHour = Math.floor(now() / hour);
  let tidyDay = Math.floor(now() / day);
  let running: Promise<void> | null = null;

  const keep = async (rows: readonly StoredRow[]): Promise<void> => {
    writer.push(rows);
    await writer.ready();
  };

  const writePoints = async (): Promise<void> => {
    let rows: StoredRow[] = [];
    for (const floor of book.floors()) {
      rows.push({ table: 'pricePoints', row: { ...floor, at: now() } });
      if (rows.length < rowsAtOnce) continue;
      await keep(rows);
      rows = [];
    }
    await keep(rows);
  };

  const expire = async (): Promise<void> => {
    for (const connector of connectors) {
      for (const game of connector.games) {
        const scope = {
          marketplaceId: marketplaceWithSlug(connector.slug).id,
          game,
          kinds: ['offer', 'buyOrder'] as const,
          seenBefore: now() - keepHours * hour,
          at: now(),
        };
        const changes: Change[] = book.expire(scope, 'expired');
        hub.publish(changes);
        if (changes.length > 0) await keep(rowsOf(changes));
      }
    }
  };

  const doWhatIsDue = async (): Promise<void> => {
    await expire();
    const thisHour = Math.floor(now() / hour);
    if (thisHour !== pointsHour) {
      await writePoints();
      pointsHour = thisHour;
    }
    const today = Math.floor(now() / day);
    if (today !== tidyDay) {
      await store.tidy();
      tidyDay = today;
    }
  };

  return {
    run() {
      running ??= doWhatIsDue().finally(() => {
        running = null;
      });
      return running;
    },
  };
}
