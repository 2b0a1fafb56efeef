import type { CompleteUntil, SourceCompleteness } from '../../collect/collector.ts';
import type { SourceHealth } from '../../collect/schedule/health.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Game } from '../../schema/index.ts';
import type { Channel } from './nats/channel.ts';

/** A source as reported by the node that reads it (`isHeld`), or by one that could read it. */
export type SourceReport = SourceHealth & { readonly isHeld: boolean };

/** Up to when a source was complete, as far as that is on the tape. */
export type ReportedCompleteness = Pick<SourceCompleteness, 'slug' | 'source' | 'game'> & {
  readonly completeness: CompleteUntil;
};

type HealthMessage = {
  readonly from: string;
  /** The sender's time of day, epoch milliseconds; nodes of earlier releases do not send it. */
  readonly at?: number;
  readonly sources: readonly SourceReport[];
  /** Of the sources that the sender reads; nodes of earlier releases do not send it. */
  readonly complete?: readonly ReportedCompleteness[];
};
type ReceivedReport = { readonly from: string; readonly source: SourceReport; readonly at: number };

/** How long the report of the node that reads a source outweighs reports of others. */
const countsMs = 10_000;

/** A smaller difference is taken for the time on the way. */
export const minSkewMs = 2_000;

const keyOf = ({ slug, source, game }: Pick<SourceHealth, 'slug' | 'source' | 'game'>): string =>
  `${slug}/${source}/${game}`;

/** A report by this node's clock, so that a source is neither late nor read in the future because clocks differ. */
function shifted(source: SourceReport, byMs: number): SourceReport {
  if (byMs === 0) return source;
  const moved = (at: number | null): number | null => (at === null ? null : at + byMs);
  const { lastAskedAt, lastReadAt, nextAskAt, budget } = source;
  return {
    ...source,
    lastAskedAt: moved(lastAskedAt),
    lastReadAt: moved(lastReadAt),
    nextAskAt: moved(nextAskAt),
    budget: { ...budget, heldUntil: moved(budget.heldUntil) },
  };
}

/** The health of sources that other nodes read, and up to when each source is complete, whichever node reads it. */
export class SourcesElsewhere {
  readonly #channel: Channel;
  readonly #own: string;
  readonly #clock: Pick<Clock, 'now' | 'elapsed'>;
  readonly #received = new Map<string, ReceivedReport>();
  readonly #complete = new Map<string, ReportedCompleteness>();

  constructor(channel: Channel, own: string, clock: Pick<Clock, 'now' | 'elapsed'>) {
    this.#channel = channel;
    this.#own = own;
    this.#clock = clock;
    channel.onMessage('health', (message) => this.#receive(message as HealthMessage));
  }

  send(sources: readonly SourceReport[], complete: readonly ReportedCompleteness[]): void {
    const message: HealthMessage = { from: this.#own, at: this.#clock.now(), sources, complete };
    this.#channel.send('health', message);
    this.#noteComplete(complete, 0);
  }

  readonly completeness = (): readonly ReportedCompleteness[] => [...this.#complete.values()];

  readonly completeUntil = (slug: string, source: string, game: Game): CompleteUntil | null =>
    this.#complete.get(keyOf({ slug, source, game }))?.completeness ?? null;

  list(): SourceHealth[] {
    return [...this.#received.values()].map(({ source: { isHeld: _, ...source } }) => source);
  }

  /** The health of a source that this node does not read: from the node that reads it, else `own`. */
  of(own: SourceHealth): SourceHealth {
    const found = this.#received.get(keyOf(own));
    if (found === undefined || !found.source.isHeld) return own;
    const { isHeld: _, ...source } = found.source;
    return source;
  }

  #noteComplete(reported: readonly ReportedCompleteness[], byMs: number): void {
    for (const { completeness, ...about } of reported) {
      const { at, dueAt, reason } = completeness;
      const known = this.#complete.get(keyOf(about));
      // A node that has lost a source may still report what it had
      if (known !== undefined && known.completeness.at > at + byMs) continue;
      this.#complete.set(keyOf(about), { ...about, completeness: { at: at + byMs, dueAt: dueAt + byMs, reason } });
    }
  }

  #receive({ from, at: sentAt, sources, complete = [] }: HealthMessage): void {
    if (from === this.#own) return;
    const at = this.#clock.elapsed();
    const skew = sentAt === undefined ? 0 : this.#clock.now() - sentAt;
    const byMs = Math.abs(skew) < minSkewMs ? 0 : skew;
    this.#noteComplete(complete, byMs);
    for (const source of sources.map((one) => shifted(one, byMs))) {
      const key = keyOf(source);
      const previous = this.#received.get(key);
      const counts =
        previous !== undefined && previous.from !== from && previous.source.isHeld && at - previous.at < countsMs;
      if (source.isHeld || !counts) this.#received.set(key, { from, source, at });
    }
  }
}
