import type { AskedItem, Lookup, WireRequest } from '../../contract/connector.ts';
import type { ItemScheduler } from '../schedule/item-scheduler.ts';
import type { PollStep } from './poll-step.ts';

// Bounds one search, so that thousands of items without an id do not hold up everything else
const skippedAtOnce = 1000;

/** Items of one request. */
export type ChosenItems = {
  readonly items: readonly AskedItem[];
  readonly request: WireRequest;
  attempts: number;
  /** When it was last chosen, on `clock.elapsed`. */
  chosenAt: number;
  /** Revision of the item when it was last chosen, if it is the only one; null for one of which nothing was known. */
  revision: number | null;
};

type LookupChoiceSetup = {
  readonly step: PollStep<Lookup<never>>;
  readonly scheduler: ItemScheduler;
  readonly marketplaceItemId: (name: string) => string | null;
};

/** Chooses the next items and a request for all of them; null when none is due. Calls back for each item without a request. */
export function createLookupChoice(
  { step, scheduler, marketplaceItemId }: LookupChoiceSetup,
  onUnrequestable: () => void,
): () => ChosenItems | null {
  const { source, game } = step;
  const { together } = source;

  function nextRequestable(): { readonly requested: AskedItem; readonly request: WireRequest } | null {
    for (let skipped = 0; skipped < skippedAtOnce; skipped += 1) {
      const item = scheduler.next();
      if (item === null) return null;
      const requested = { item, marketplaceItemId: marketplaceItemId(item) };
      const request = source.request({ game, ...requested });
      if (request !== null) return { requested, request };
      scheduler.defer(item);
      onUnrequestable();
    }
    return null;
  }

  return () => {
    const first = nextRequestable();
    if (first === null) return null;
    const items = [first.requested];
    while (together !== undefined && items.length < together.max) {
      const next = nextRequestable();
      if (next === null) break;
      items.push(next.requested);
    }
    const request = together === undefined ? first.request : together.request({ game, items });
    return { items, request, attempts: 0, chosenAt: 0, revision: null };
  };
}
