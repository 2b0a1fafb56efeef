import type { Channel } from '../../cluster/channel.ts';
import type { SourceHealth } from '../../collect/schedule/health.ts';

/** A source as reported by the node that reads it (`isHeld`), or by one that could read it. */
export type SourceReport = SourceHealth & { readonly isHeld: boolean };

type HealthMessage = { readonly from: string; readonly sources: readonly SourceReport[] };
type Received = { readonly from: string; readonly source: SourceReport; readonly at: number };

/** How long the report of the node that reads a source outweighs reports of others. */
const countsMs = 10_000;

const keyOf = ({ slug, source, game }: SourceHealth): string => `${slug}/${source}/${game}`;

/** The health of sources that other nodes read. */
export class SourcesElsewhere {
  readonly #channel: Channel;
  readonly #own: string;
  readonly #elapsed: () => number;
  readonly #received = new Map<string, Received>();

  constructor(channel: Channel, own: string, elapsed: () => number) {
    this.#channel = channel;
    this.#own = own;
    this.#elapsed = elapsed;
    channel.onMessage('health', (message) => this.#receive(message as HealthMessage));
  }

  send(sources: readonly SourceReport[]): void {
    this.#channel.send('health', { from: this.#own, sources });
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

  #receive({ from, sources }: HealthMessage): void {
    if (from === this.#own) return;
    const at = this.#elapsed();
    for (const source of sources) {
      const key = keyOf(source);
      const former = this.#received.get(key);
      const counts = former !== undefined && former.from !== from && former.source.isHeld && at - former.at < countsMs;
      if (source.isHeld || !counts) this.#received.set(key, { from, source, at });
    }
  }
}
