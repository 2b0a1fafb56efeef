import type { Lookup, WireRequest } from '../contract/connector.ts';
import type { Interest } from './interest.ts';
import { type Sink, sweptOf } from './sink.ts';
import { type Part, partOf, type Step } from './step.ts';

// So that thousands of items without an id do not hold up everything else
const skippedAtOnce = 1000;
const attemptsPerItem = 3;

type Setup = {
  readonly step: Step<Lookup<never>>;
  readonly interest: Interest;
  readonly marketplaceId: number;
  readonly marketplaceItemId: (name: string) => string | null;
  readonly sweepItem: Sink['sweepItem'];
};

type Chosen = {
  readonly item: string;
  readonly marketplaceItemId: string | null;
  readonly request: WireRequest;
  attempts: number;
};

/** Asks for one item; null when no item is due. */
export function createLookupStep(setup: Setup): (signal: AbortSignal) => Promise<Part | null> {
  const { step, interest, marketplaceId, marketplaceItemId, sweepItem } = setup;
  const { source, game, exchange, take, now } = step;
  const kinds = sweptOf(source.replaces);
  /** Was chosen and not answered. */
  let unanswered: Chosen | null = null;

  function choose(): Chosen | null {
    for (let skipped = 0; skipped < skippedAtOnce; skipped += 1) {
      const item = interest.next();
      if (item === null) return null;
      const id = marketplaceItemId(item);
      const request = source.request({ game, item, marketplaceItemId: id });
      if (request !== null) return { item, marketplaceItemId: id, request, attempts: 0 };
      interest.park(item);
    }
    return null;
  }

  return async (signal) => {
    const chosen = unanswered ?? choose();
    if (chosen === null) return null;
    chosen.attempts += 1;
    const { item, request } = chosen;
    const about = { game, item, marketplaceItemId: chosen.marketplaceItemId };
    const result = await exchange({ request, about, signal, take });
    const { outcome, startedAt, tally } = result;
    const isServed = outcome === 'read' || outcome === 'changed' || outcome === 'gone';
    unanswered = isServed || chosen.attempts >= attemptsPerItem ? null : chosen;
    if (outcome === 'gone') interest.forget(item);
    if (outcome === 'read' && kinds.length > 0) {
      const isCut = source.pageRows !== undefined && tally.rows >= source.pageRows;
      await sweepItem({ marketplaceId, game, kinds, name: item, seenBefore: startedAt, at: now(), isCut });
    }
    return partOf(result);
  };
}
