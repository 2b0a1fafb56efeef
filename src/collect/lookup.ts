import type { AskedItem, Lookup, WireRequest } from '../contract/connector.ts';
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

type Chosen = { readonly items: readonly AskedItem[]; readonly request: WireRequest; attempts: number };

/** Asks for one item, or for as many at once as the source allows; null when no item is due. */
export function createLookupStep(setup: Setup): (signal: AbortSignal) => Promise<Part | null> {
  const { step, interest, marketplaceId, marketplaceItemId, sweepItem } = setup;
  const { source, game, exchange, take, now } = step;
  const { together } = source;
  const kinds = sweptOf(source.replaces);
  /** Was chosen and not answered. */
  let unanswered: Chosen | null = null;

  function nextAskable(): { readonly asked: AskedItem; readonly request: WireRequest } | null {
    for (let skipped = 0; skipped < skippedAtOnce; skipped += 1) {
      const item = interest.next();
      if (item === null) return null;
      const asked = { item, marketplaceItemId: marketplaceItemId(item) };
      const request = source.request({ game, ...asked });
      if (request !== null) return { asked, request };
      interest.park(item);
    }
    return null;
  }

  function choose(): Chosen | null {
    const first = nextAskable();
    if (first === null) return null;
    const items = [first.asked];
    while (together !== undefined && items.length < together.most) {
      const next = nextAskable();
      if (next === null) break;
      items.push(next.asked);
    }
    const request = together === undefined ? first.request : together.request({ game, items });
    return { items, request, attempts: 0 };
  }

  async function sweep(items: readonly AskedItem[], seenBefore: number, isCut: boolean): Promise<void> {
    for (const { item } of items)
      await sweepItem({ marketplaceId, game, kinds, name: item, seenBefore, at: now(), isCut });
  }

  return async (signal) => {
    const chosen = unanswered ?? choose();
    if (chosen === null) return null;
    chosen.attempts += 1;
    const { items, request } = chosen;
    const [only] = items.length === 1 ? items : [];
    const about = { game, item: only?.item ?? null, marketplaceItemId: only?.marketplaceItemId ?? null };
    const result = await exchange({ request, about, signal, take });
    const { outcome, startedAt, tally } = result;
    const isServed = outcome === 'read' || outcome === 'changed' || outcome === 'gone';
    unanswered = isServed || chosen.attempts >= attemptsPerItem ? null : chosen;
    if (outcome === 'gone' && only !== undefined) interest.forget(only.item);
    if (outcome === 'read' && kinds.length > 0)
      await sweep(items, startedAt, source.pageRows !== undefined && tally.rows >= source.pageRows);
    return partOf(result);
  };
}
