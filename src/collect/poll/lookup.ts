import type { AskedItem, Lookup } from '../../contract/connector.ts';
import { listTurn } from '../../runtime/turn.ts';
import type { KnownItem } from '../known-item.ts';
import { madeExactly, madeOfBoth } from '../request/made-at.ts';
import type { LateSourceRequest, RequestResult } from '../request/source-request.ts';
import type { ItemScheduler } from '../schedule/item-scheduler.ts';
import { advice, isMissing, type Outcome } from '../schedule/outcome.ts';
import type { Urgency } from '../schedule/request-queue.ts';
import { type Sink, sweptOf } from '../sink.ts';
import { createEmptyAnswerGuard } from './empty-answer-guard.ts';
import { ContradictedItems, ItemAnswer } from './item-answer.ts';
import { type ChosenItems, createLookupChoice } from './lookup-choice.ts';
import type { PendingLookups } from './pending-lookups.ts';
import { noRows, type PollerStep, type PollResult, type PollStep, pollResultOf } from './poll-step.ts';
import { PreviousAnswers } from './previous-answers.ts';

const attemptsPerItem = 3;

type LookupStepSetup = {
  readonly step: PollStep<Lookup<never>>;
  readonly sendLate: LateSourceRequest;
  readonly scheduler: ItemScheduler;
  readonly marketplaceId: number;
  readonly marketplaceItemId: (name: string) => string | null;
  readonly sink: Pick<Sink, 'sweepItem' | 'confirm'>;
  /** What is known of an item at the marketplace; null for nothing. */
  readonly known: (name: string) => KnownItem | null;
  readonly pendingLookups: PendingLookups;
};

// Ids that become known later are used without a restart
const noneAskable =
  'none of the known items can be requested yet; ids of items come from other sources of the marketplace, or from a map in the folder collect.itemIds';

const emptiedText = (count: number): string =>
  `neither offers nor buy orders of any of ${count} items in a row, some of which had some: the marketplace may answer with nothing instead of refusing; what they had is kept until one of them has something again`;

/** Of an answer: how many records say that there is something, and how many items have lost everything that is known of them. */
type Emptiness = { readonly useful: number; readonly emptied: number };

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
  readonly #known;
  readonly #pendingLookups;
  readonly #source;
  readonly #game;
  readonly #passOn;
  readonly #clock;
  readonly #kinds;
  readonly #chooseNext;
  /** Chosen and not answered yet. */
  readonly #unanswered: ChosenItems[] = [];
  readonly #emptyAnswers;
  readonly #previousAnswers;
  readonly #contradicted;
  readonly #drift;
  #isNoneAskable = false;
  /** The last items that brought a record: requesting them again shows whether the endpoint itself returns nothing. */
  #lastUseful: ChosenItems | null = null;

  constructor(setup: LookupStepSetup) {
    const { step, sendLate, scheduler, marketplaceId, sink, known, pendingLookups } = setup;
    this.#sendLate = sendLate;
    this.#scheduler = scheduler;
    this.#marketplaceId = marketplaceId;
    this.#sink = sink;
    this.#known = known;
    this.#pendingLookups = pendingLookups;
    const { source, game, passOn, clock } = step;
    this.#source = source;
    this.#game = game;
    this.#drift = step.drift;
    this.#passOn = passOn;
    this.#clock = clock;
    this.#kinds = sweptOf(source.replaces);
    this.#chooseNext = createLookupChoice(setup, () => {
      this.#isNoneAskable = true;
    });
    this.#emptyAnswers = createEmptyAnswerGuard(source.everySeconds, clock);
    this.#previousAnswers = new PreviousAnswers(clock);
    this.#contradicted = new ContradictedItems(source.everySeconds);
  }

  readonly whyIdle = (): string | null => (this.#isNoneAskable ? noneAskable : null);

  readonly run: PollerStep = async (signal, admitted) => {
    if (!(await this.#isAnyDue())) return null;
    let chosen: ChosenItems | null = null;
    let names: readonly string[] = [];
    const answer = new ItemAnswer(this.#source, (records) => this.#drift.note(records));
    const choose = () => {
      chosen = this.#unanswered.shift() ?? this.#chooseNext();
      if (chosen === null) return null;
      chosen.attempts += 1;
      chosen.chosenAt = this.#clock.elapsed();
      names = chosen.items.map(({ item }) => item);
      this.#pendingLookups.begun(names);
      const only = onlyOf(chosen.items);
      chosen.revision = only === null ? null : this.#revisionOf(only.item);
      const conditions = only === null ? null : this.#previousAnswers.conditionsOf(only.item, chosen.revision);
      return { request: chosen.request, about: { game: this.#game, ...(only ?? noItem) }, conditions };
    };
    const urgency = () => this.#urgency();
    try {
      const result = await this.#sendLate({ choose, urgency, admitted, signal, take: answer.take });
      if (result === null) return null;
      if (chosen === null) return pollResultOf(result);
      const emptied = await this.#ended(chosen, result, answer);
      return this.#checked(chosen, result, { useful: answer.useful, emptied });
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
    const changedUntil = this.#previousAnswers.answeredAt(name);
    this.#contradicted.forget(name);
    if (changedUntil === null || this.#kinds.length === 0) return;
    const about = {
      marketplaceId: this.#marketplaceId,
      game: this.#game,
      kinds: this.#kinds,
      source: this.#source.name,
    };
    await this.#sink.confirm({ ...about, name, changedUntil, at, asOf: Math.min(at, made?.asOf ?? at) });
  }

  async #swept(items: readonly AskedItem[], result: RequestResult): Promise<void> {
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

  /** Ends the request; returns how many items had nothing in the answer although something is known of them. */
  async #ended(chosen: ChosenItems, result: RequestResult, answer: ItemAnswer): Promise<number> {
    const { outcome } = result;
    const only = onlyOf(chosen.items);
    if (!isServed(outcome) && chosen.attempts < attemptsPerItem) this.#unanswered.push(chosen);
    if (outcome === 'gone' && only !== null) this.#scheduler.markUnknown(only.item);
    const hasChanged = only !== null && this.#revisionOf(only.item) !== chosen.revision;
    let emptied = 0;
    if (outcome === 'read') emptied = await this.#taken(chosen, result, answer);
    else await answer.release(this.#passOn, new Set(), only !== null);
    if (only !== null) await this.#releaseRetained(only.item, result, answer, hasChanged);
    return emptied;
  }

  #revisionOf(item: string): number | null {
    return this.#known(item)?.revision ?? null;
  }

  /** Confirms an item whose answer is still the same, and remembers the answer if it can be the whole truth about it. */
  async #releaseRetained(
    item: string,
    result: RequestResult,
    { useful }: ItemAnswer,
    hasChanged: boolean,
  ): Promise<void> {
    const isSame = result.outcome === 'unchanged';
    if (isSame) await this.#confirmed(item, result);
    const isWhole = isSame || (useful > 0 && this.#contradicted.isNew(item) && !this.#isCut(result));
    const isPartial = hasChanged || !isWhole;
    this.#previousAnswers.note(item, result, { isPartial, revision: this.#revisionOf(item) });
  }

  /**
   * A throttled reader can be answered with nothing instead of being refused, and a unit can change. So what is known of an
   * item is removed, or overruled by a price of another magnitude, only by a second such answer, an interval later, and by
   * none while the endpoint itself is in doubt.
   */
  async #taken(chosen: ChosenItems, result: RequestResult, answer: ItemAnswer): Promise<number> {
    const { items, chosenAt } = chosen;
    const isOnly = items.length === 1;
    const names = items.map(({ item }) => item);
    const emptied = names.filter((item) => !answer.has(item, isOnly) && this.#isKnown(item));
    const moved = names.filter((item) => this.#drift.hasMoved(item, answer.lowestOf(item)));
    if (answer.useful > 0) this.#emptyAnswers.noteRead();
    else if (emptied.length > 0) this.#emptyAnswers.noteEmpty(names, true);
    const retained = new Set([...emptied, ...moved].filter((item) => this.#isRetained(item, chosenAt)));
    for (const item of names) if (!retained.has(item)) this.#contradicted.forget(item);
    await answer.release(this.#passOn, retained, isOnly);
    const swept = items.filter(({ item }) => !retained.has(item));
    if (this.#kinds.length > 0) await this.#swept(swept, result);
    return emptied.length;
  }

  #isRetained(item: string, chosenAt: number): boolean {
    const isDoubted = this.#emptyAnswers.isDoubted() || this.#drift.isMispriced();
    // While every item is contradicted, confirming them would only add to what is asked in vain
    if (this.#contradicted.isNew(item) && !isDoubted) this.#scheduler.reconfirm(item);
    return !this.#contradicted.isConfirmed(item, chosenAt) || isDoubted;
  }

  /** Whether anything is known of the item that an answer of this source tells. */
  #isKnown(item: string): boolean {
    const known = this.#known(item);
    const { yields } = this.#source;
    if (known === null) return false;
    return (
      (known.isOffered && (yields.includes('offer') || yields.includes('quote'))) ||
      (known.isWanted && yields.includes('buyOrder'))
    );
  }

  /** Whether the endpoint, rather than the items, must be the reason that nothing comes. */
  #isCallEmpty(chosen: ChosenItems, { outcome, tally }: RequestResult, { useful, emptied }: Emptiness): boolean {
    if (useful > 0 || outcome === 'unchanged') {
      this.#emptyAnswers.noteRead();
      this.#lastUseful = chosen;
    }
    // What says of an item that it has nothing, and of which nothing is known, neither confirms nor contradicts
    const isEmpty = useful === 0 && (tally.records === 0 || emptied > 0);
    if (!isEmpty || (outcome !== 'gone' && outcome !== 'read')) return false;
    const names = chosen.items.map(({ item }) => item);
    if (!this.#emptyAnswers.noteEmpty(names, emptied > 0)) return false;
    if (this.#lastUseful === null) return true;
    this.#unanswered.unshift({ ...this.#lastUseful, attempts: 0 });
    this.#lastUseful = null;
    return false;
  }

  #checked(chosen: ChosenItems, result: RequestResult, emptiness: Emptiness): PollResult {
    const { useful, emptied } = emptiness;
    // Like one without a record, an answer that may be wrong says nothing of the source
    const pollResult = { ...pollResultOf(result), ...(useful === 0 && emptied > 0 && { records: 0 }) };
    if (!this.#isCallEmpty(chosen, result, emptiness)) return pollResult;
    const count = this.#emptyAnswers.count();
    if (this.#emptyAnswers.hadAny()) return { ...pollResult, outcome: 'shrunk', detail: emptiedText(count) };
    const last = result.detail ?? noRows;
    const detail = `nothing for any of ${count} items in a row, the last with: ${last}; ${advice.retired}`;
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
