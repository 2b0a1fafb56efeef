import type { Metric } from '../../api/metrics/metrics.ts';
import { gapReasons, marketplaceWithId, type SourceGap } from '../../schema/index.ts';

/** Counts the gaps since the start. */
export class GapCounts {
  readonly #counts = new Map<number, number[]>();

  note({ marketplaceId, reason }: Pick<SourceGap, 'marketplaceId' | 'reason'>): void {
    const counts = this.#counts.get(marketplaceId) ?? gapReasons.map(() => 0);
    const at = gapReasons.indexOf(reason);
    counts[at] = (counts[at] ?? 0) + 1;
    this.#counts.set(marketplaceId, counts);
  }

  /** The metric for the given marketplaces and all that had a gap. */
  metric(marketplaceIds: readonly number[]): Metric {
    const ids = [...new Set([...marketplaceIds, ...this.#counts.keys()])];
    return {
      name: 'itemtape_gaps_total',
      type: 'counter',
      help: 'Gaps in the data of a source, by their first cause; counted when they end.',
      samples: ids.flatMap((id) =>
        gapReasons.map((reason, at) => ({
          labels: { marketplace: marketplaceWithId(id).name, reason },
          value: this.#counts.get(id)?.[at] ?? 0,
        })),
      ),
    };
  }
}
