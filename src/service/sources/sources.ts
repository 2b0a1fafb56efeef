import type { Collector } from '../../collect/collector.ts';
import type { Part } from '../part.ts';

/** The sources: those that this process reads, or the reports of the node that reads them. */
export type Sources = Part & {
  readonly collector: Pick<Collector, 'health' | 'itemRequested' | 'offersLookedUp' | 'renew'>;
  /** Begins to read; later failures are passed to `failed`. */
  readonly start: (failed: (error: unknown) => void) => void;
  /** Saves up to when each source is complete; call after `stop`, once everything is on the tape. */
  readonly storeLastCompleteness: () => Promise<void>;
};
