import type { Clock } from '../../clock.ts';
import type { Channel } from '../../cluster/channel.ts';
import type { SourceHealth } from '../../collect/schedule/health.ts';

/** A source as reported by the node that reads it (`isHeld`), or by one that could read it. */
export type SourceReport = SourceHealth & { readonly isHeld: boolean };

type HealthMessage = {
  readonly from: string;
  /** The sender's time of day, epoch milliseconds; nodes of earlier releases do not send it. */
  readonly at?: number;
  readonly sources: readonly SourceReport[];
};
type Received = { readonly from: string; readonly source: SourceReport; readonly at: number };

/** How long the report of the node that reads a source outweighs reports of others. */
const countsMs = 10_000;

/** A smaller difference is taken for the time on the way. */
const leastSkewMs = 2_000;

const keyOf = ({ slug, source, game }: SourceHealth): string => `${slug}/${source}/${game}`;

/** A report by this node's clock, so that a source is neither late nor read in the future because clocks differ. */
function shifted(source: SourceReport, byMs: number): SourceReport {
  if (Math.abs(byMs) < leastSkewMs) return source;
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

/** The health of sources that other nodes read. */
export class SourcesElsewhere {
  readonly #channel: Channel;
  readonly #own: string;
  readonly #clock: Pick<Clock, 'now' | 'elapsed'>;
  readonly #received = new Map<string, Received>();

  constructor(channel: Channel, own: string, clock: Pick<Clock, 'now' | 'elapsed'>) {
    this.#channel = channel;
    this.#own = own;
    this.#clock = clock;
    channel.onMessage('health', (message) => this.#receive(message as HealthMessage));
  }

  send(sources: readonly SourceReport[]): void {
    this.#channel.send('health', { from: this.#own, at: this.#clock.now(), sources } satisfies HealthMessage);
  }

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

  #receive({ from, at: sentAt, sources }: HealthMessage): void {
    if (from === this.#own) return;
    const at = this.#clock.elapsed();
    const byMs = sentAt === undefined ? 0 : this.#clock.now() - sentAt;
    for (const source of sources.map((one) => shifted(one, byMs))) {
      const key = keyOf(source);
      const former = this.#received.get(key);
      const counts = former !== undefined && former.from !== from && former.source.isHeld && at - former.at < countsMs;
      if (source.isHeld || !counts) this.#received.set(key, { from, source, at });
    }
  }
}
