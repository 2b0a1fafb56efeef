import type { AskedItem, Lookup, WireRequest } from '../../contract/connector.ts';
import { listTurn } from '../../turn.ts';
import { madeExactly, madeOfBoth } from '../request/made-at.ts';
import type { LateSourceRequest, RequestResult } from '../request/source-request.ts';
import type { ItemScheduler } from '../schedule/item-scheduler.ts';
import { advice, isMissing, type Outcome } from '../schedule/outcome.ts';
import type { Urgency } from '../schedule/request-queue.ts';
import { type Sink, sweptOf } from '../sink.ts';
import { createEmptyAnswerGuard } from './empty-answer-guard.ts';
import { FormerAnswers } from './former-answers.ts';
import type { PendingLookups } from './pending-lookups.ts';
import { noRows, type PollerStep, type PollResult, type PollStep, pollResultOf } from './poll-step.ts';

// Bounds one search, so that thousands of items without an id do not hold up everything else
const skippedAtOnce = 1000;
const attemptsPerItem = 3;

type LookupStepSetup = {
  readonly step: PollStep<Lookup<never>>;
  readonly sendLate: LateSourceRequest;
  readonly scheduler: ItemScheduler;
  readonly marketplaceId: number;
  readonly marketplaceItemId: (name: string) => string | null;
  readonly sink: Pick<Sink, 'sweepItem' | 'confirm'>;
  readonly pendingLookups: PendingLookups;
};

type ChosenItems = { readonly items: readonly AskedItem[]; readonly request: WireRequest; attempts: number };

/** Chooses the next items and a request for all of them; null when none is due. Calls back for each item without a request. */
function createChoice(
  { step, scheduler, marketplaceItemId }: LookupStepSetup,
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
    while (together !== undefined && items.length < together.most) {
      const next = nextRequestable();
      if (next === null) break;
      items.push(next.requested);
    }
    const request = together === undefined ? first.request : together.request({ game, items });
    return { items, request, attempts: 0 };
  };
}

// Ids that become known later are used without a restart
const noneAskable =
  'none of the known items can be requested yet; ids of items come from other sources of the marketplace, or from a map in the folder collect.itemIds';

const noItem = { item: null, marketplaceItemId: null };

/** The item when there is exactly one, else null. */
const onlyOf = (items: readonly AskedItem[]): AskedItem | null => (items.length === 1 ? (items[0] ?? null) : null);

const isServed = (outcome: Outcome): boolean =>
  outcome === 'read' || outcome === 'unchanged' || outcome === 'changed' || isMissing(outcome);

class LookupStep {
  readonly #sendLate;
  readonly #scheduler;
  readonly #marketplaceId;
  readonly #sink;
  readonly #pendingLookups;
  readonly #source;
  readonly #game;
  readonly #take;
  readonly #clock;
  readonly #kinds;
  readonly #chooseNext;
  /** Chosen and not answered yet. */
  readonly #unanswered: ChosenItems[] = [];
  readonly #emptyAnswers;
  readonly #formerAnswers;
  #isNoneAskable = false;
  /** The last items that brought a record: requesting them again shows whether the endpoint itself returns nothing. */
  #lastUseful: ChosenItems | null = null;

  constructor(setup: LookupStepSetup) {
    const { step, sendLate, scheduler, marketplaceId, sink, pendingLookups } = setup;
    this.#sendLate = sendLate;
    this.#scheduler = scheduler;
    this.#marketplaceId = marketplaceId;
    this.#sink = sink;
    this.#pendingLookups = pendingLookups;
    const { source, game, take, clock } = step;
    this.#source = source;
    this.#game = game;
    this.#take = take;
    this.#clock = clock;
    this.#kinds = sweptOf(source.replaces);
    this.#chooseNext = createChoice(setup, () => {
      this.#isNoneAskable = true;
    });
    this.#emptyAnswers = createEmptyAnswerGuard(source.everySeconds, clock);
    this.#formerAnswers = new FormerAnswers(clock);
  }

  readonly whyIdle = (): string | null => (this.#isNoneAskable ? noneAskable : null);

  readonly run: PollerStep = async (signal, admitted) => {
    if (!(await this.#isAnyDue())) return null;
    let chosen: ChosenItems | null = null;
    let names: readonly string[] = [];
    const choose = () => {
      chosen = this.#unanswered.shift() ?? this.#chooseNext();
      if (chosen === null) return null;
      chosen.attempts += 1;
      names = chosen.items.map(({ item }) => item);
      this.#pendingLookups.begun(names);
      const only = onlyOf(chosen.items);
      const conditions = only === null ? null : this.#formerAnswers.conditionsOf(only.item);
      return { request: chosen.request, about: { game: this.#game, ...(only ?? noItem) }, conditions };
    };
    const urgency = () => this.#urgency();
    try {
      const result = await this.#sendLate({ choose, urgency, admitted, signal, take: this.#take });
      if (result === null) return null;
      if (chosen === null) return pollResultOf(result);
      await this.#ended(chosen, result);
      return this.#checked(chosen, result);
    } finally {
      this.#pendingLookups.ended(names);
    }
  };

  /** Continues the pass through all names in steps, yielding between them. */
  async #isAnyDue(): Promise<boolean> {
    for (;;) {
      if (this.#unanswered.length > 0 || this.#scheduler.isDue()) return true;
      if (!this.#scheduler.isLooking()) return false;
      await listTurn();
    }
  }

  /** Readers wait only for offers, so lookups of anything else are less urgent. */
  #urgency(): Urgency {
    if (this.#unanswered.length > 0) return 0;
    const urgency = this.#scheduler.urgency();
    return urgency === 2 && !this.#source.yields.includes('offer') ? 1 : urgency;
  }

  #isCut({ tally }: RequestResult): boolean {
    return this.#source.pageRows !== undefined && tally.rows >= this.#source.pageRows;
  }

  /** The answer is the same as last time, so all that it held is confirmed. */
  async #confirmed(name: string, { made }: RequestResult): Promise<void> {
    const at = this.#clock.now();
    const changedUntil = this.#formerAnswers.answeredAt(name);
    if (changedUntil === null) return;
    const about = {
      marketplaceId: this.#marketplaceId,
      game: this.#game,
      kinds: this.#kinds,
      source: this.#source.name,
    };
    await this.#sink.confirm({ ...about, name, changedUntil, at, asOf: Math.min(at, made?.asOf ?? at) });
  }

  async #swept({ items }: ChosenItems, result: RequestResult): Promise<void> {
    const { startedAt, made: read, tally } = result;
    const made = madeOfBoth(madeExactly(startedAt), read);
    const isCut = this.#isCut(result);
    for (const { item } of items)
      await this.#sink.sweepItem({
        marketplaceId: this.#marketplaceId,
        game: this.#game,
        kinds: this.#kinds,
        name: item,
        source: this.#source.name,
        seenBefore: made.asOf,
        ...made,
        at: this.#clock.now(),
        isCut,
        records: tally.records,
      });
  }

  async #ended(chosen: ChosenItems, result: RequestResult): Promise<void> {
    const { outcome } = result;
    const only = onlyOf(chosen.items);
    if (!isServed(outcome) && chosen.attempts < attemptsPerItem) this.#unanswered.push(chosen);
    if (outcome === 'gone' && only !== null) this.#scheduler.markUnknown(only.item);
    if (outcome === 'read' && this.#kinds.length > 0) await this.#swept(chosen, result);
    if (only === null) return;
    if (outcome === 'unchanged' && this.#kinds.length > 0) await this.#confirmed(only.item, result);
    this.#formerAnswers.note(only.item, result, this.#isCut(result));
  }

  /** Whether the endpoint, rather than the items, must be the reason that nothing comes. */
  #isCallEmpty(chosen: ChosenItems, { outcome, tally }: RequestResult): boolean {
    if (tally.records > 0 || outcome === 'unchanged') {
      this.#emptyAnswers.noteRead();
      this.#lastUseful = chosen;
    }
    if (tally.records > 0 || (outcome !== 'gone' && outcome !== 'read')) return false;
    if (!this.#emptyAnswers.noteEmpty(chosen.items.map(({ item }) => item))) return false;
    if (this.#lastUseful === null) return true;
    this.#unanswered.unshift({ ...this.#lastUseful, attempts: 0 });
    this.#lastUseful = null;
    return false;
  }

  #checked(chosen: ChosenItems, result: RequestResult): PollResult {
    const pollResult = pollResultOf(result);
    if (!this.#isCallEmpty(chosen, result)) return pollResult;
    const last = result.detail ?? noRows;
    const detail = `nothing for any of ${this.#emptyAnswers.count()} items in a row, the last with: ${last}; ${advice.retired}`;
    return { ...pollResult, outcome: 'changed', detail };
  }
}

/** Looks up one item, or as many at once as the source allows; the step gives null when no item is due. */
export function createLookupStep(setup: LookupStepSetup): {
  readonly run: PollerStep;
  /** Why there was never anything to request; null where there was, or when no item has been looked at yet. */
  readonly whyIdle: () => string | null;
} {
  return new LookupStep(setup);
}
