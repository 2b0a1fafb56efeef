import type { AskedItem, Lookup, WireRequest } from '../../contract/connector.ts';
import type { LateExchange, Result } from '../request/source-request.ts';
import type { Interest } from '../schedule/item-scheduler.ts';
import { advice, isMissing, type Outcome } from '../schedule/outcome.ts';
import { type Sink, sweptOf } from '../sink.ts';
import { createBarrenWatch } from './empty-answer-guard.ts';
import type { LookupsUnderWay } from './pending-lookups.ts';
import { noRows, type Part, partOf, type Step, type UnitStep } from './poll-step.ts';

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
  readonly clock: () => number;
  readonly underWay: LookupsUnderWay;
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

const isServed = (outcome: Outcome): boolean => outcome === 'read' || outcome === 'changed' || isMissing(outcome);

/** Asks for one item, or for as many at once as the source allows; null when no item is due. */
export function createLookupStep(setup: Setup): UnitStep {
  const { step, late, interest, marketplaceId, sweepItem, underWay } = setup;
  const { source, game, take, now } = step;
  const kinds = sweptOf(source.replaces);
  const chooseNext = createChoice(setup);
  /** Were chosen and not answered. */
  const unanswered: Chosen[] = [];
  const barren = createBarrenWatch(source.everySeconds, setup.clock);
  /** Last brought something, so that asking for it again tells whether it is the call that brings nothing. */
  let fruitful: Chosen | null = null;

  async function swept({ items }: Chosen, { startedAt, madeAt, tally }: Result): Promise<void> {
    const seenBefore = Math.min(startedAt, madeAt ?? startedAt);
    const isCut = source.pageRows !== undefined && tally.rows >= source.pageRows;
    for (const { item } of items)
      await sweepItem({ marketplaceId, game, kinds, name: item, seenBefore, at: now(), isCut });
  }

  async function ended(chosen: Chosen, result: Result): Promise<void> {
    const { outcome } = result;
    const only = onlyOf(chosen.items);
    if (!isServed(outcome) && chosen.attempts < attemptsPerItem) unanswered.push(chosen);
    if (outcome === 'gone' && only !== null) interest.forget(only.item);
    if (outcome === 'read' && kinds.length > 0) await swept(chosen, result);
  }

  /** Whether it must be the call, and not the items, that brings nothing. */
  function isCallBarren(chosen: Chosen, { outcome, tally }: Result): boolean {
    if (tally.records > 0) {
      barren.read();
      fruitful = chosen;
    }
    if (tally.records > 0 || (outcome !== 'gone' && outcome !== 'read')) return false;
    if (!barren.without(chosen.items.map(({ item }) => item))) return false;
    if (fruitful === null) return true;
    unanswered.unshift({ ...fruitful, attempts: 0 });
    fruitful = null;
    return false;
  }

  function judged(chosen: Chosen, result: Result): Part {
    const part = partOf(result);
    if (!isCallBarren(chosen, result)) return part;
    const last = result.detail ?? noRows;
    const detail = `nothing for any of ${barren.count()} items in a row, the last with: ${last}; ${advice.retired}`;
    return { ...part, outcome: 'changed', detail };
  }

  return async (signal, admitted) => {
    if (unanswered.length === 0 && !interest.isDue()) return null;
    let chosen: Chosen | null = null;
    let names: readonly string[] = [];
    const choose = () => {
      chosen = unanswered.shift() ?? chooseNext();
      if (chosen === null) return null;
      chosen.attempts += 1;
      names = chosen.items.map(({ item }) => item);
      underWay.begun(names);
      return { request: chosen.request, about: { game, ...(onlyOf(chosen.items) ?? noItem) } };
    };
    const isUrgent = () => unanswered.length === 0 && interest.isWanted();
    try {
      const result = await late({ choose, isUrgent, admitted, signal, take });
      if (result === null) return null;
      if (chosen === null) return partOf(result);
      await ended(chosen, result);
      return judged(chosen, result);
    } finally {
      underWay.ended(names);
    }
  };
}
