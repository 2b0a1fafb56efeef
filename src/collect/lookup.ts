import type { AskedItem, Lookup, WireRequest } from '../contract/connector.ts';
import type { LateExchange, Result } from './exchange.ts';
import type { Interest } from './interest.ts';
import type { Outcome } from './outcome.ts';
import { type Sink, sweptOf } from './sink.ts';
import { partOf, type Step, type UnitStep } from './step.ts';

// So that thousands of items without an id do not hold up everything else
const skippedAtOnce = 1000;
const attemptsPerItem = 3;

type Setup = {
  readonly step: Step<Lookup<never>>;
  readonly late: LateExchange;
  readonly interest: Interest;
  readonly marketplaceId: number;
  readonly marketplaceItemId: (name: string) => string | null;
  readonly sweepItem: Sink['sweepItem'];
};

type Chosen = { readonly items: readonly AskedItem[]; readonly request: WireRequest; attempts: number };

/** The next items with a request for all of them; null when none is due. */
function createChoice({ step, interest, marketplaceItemId }: Setup): () => Chosen | null {
  const { source, game } = step;
  const { together } = source;

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

  return () => {
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
  };
}

const noItem = { item: null, marketplaceItemId: null };

/** The item, where the request is about a single one. */
const onlyOf = (items: readonly AskedItem[]): AskedItem | null => (items.length === 1 ? (items[0] ?? null) : null);

const isServed = (outcome: Outcome): boolean => outcome === 'read' || outcome === 'changed' || outcome === 'gone';

/** Asks for one item, or for as many at once as the source allows; null when no item is due. */
export function createLookupStep(setup: Setup): UnitStep {
  const { step, late, interest, marketplaceId, sweepItem } = setup;
  const { source, game, take, now } = step;
  const kinds = sweptOf(source.replaces);
  const chooseNext = createChoice(setup);
  /** Were chosen and not answered. */
  const unanswered: Chosen[] = [];

  async function swept({ items }: Chosen, { startedAt, tally }: Result): Promise<void> {
    const isCut = source.pageRows !== undefined && tally.rows >= source.pageRows;
    for (const { item } of items)
      await sweepItem({ marketplaceId, game, kinds, name: item, seenBefore: startedAt, at: now(), isCut });
  }

  async function ended(chosen: Chosen, result: Result): Promise<void> {
    const { outcome } = result;
    const only = onlyOf(chosen.items);
    if (!isServed(outcome) && chosen.attempts < attemptsPerItem) unanswered.push(chosen);
    if (outcome === 'gone' && only !== null) interest.forget(only.item);
    if (outcome === 'read' && kinds.length > 0) await swept(chosen, result);
  }

  return async (signal, admitted) => {
    if (unanswered.length === 0 && !interest.isDue()) return null;
    let chosen: Chosen | null = null;
    const choose = () => {
      chosen = unanswered.shift() ?? chooseNext();
      if (chosen === null) return null;
      chosen.attempts += 1;
      return { request: chosen.request, about: { game, ...(onlyOf(chosen.items) ?? noItem) } };
    };
    const isUrgent = () => unanswered.length === 0 && interest.isWanted();
    const result = await late({ choose, isUrgent, admitted, signal, take });
    if (result === null) return null;
    if (chosen !== null) await ended(chosen, result);
    return partOf(result);
  };
}
