import type { Clock } from '../../runtime/clock.ts';
import { createDueQueue } from './due-queue.ts';
import { ItemNumbers, ItemTable, itemOf, standings } from './item-table.ts';
import { createPriorityQueue } from './priority-queue.ts';
import type { RequestsAt } from './recent-requests.ts';
import type { Urgency } from './request-queue.ts';
import { createWantedQueue } from './wanted-queue.ts';

/**
 * Chooses which item to look up next. First come items that readers of the API requested recently (see `wanted-queue.ts`);
 * then, every other turn, one whose last answer has to be confirmed; then, two turns in three, the most valuable due item,
 * and one turn in three the one that has been due longest, so that a scarce budget serves valuable items and forgets none.
 * No item is repeated within its interval, except by `recall`.
 */
export type ItemScheduler = {
  /** The next item, which counts as looked up from now on; null when none is due. */
  readonly next: () => string | null;
  readonly isDue: () => boolean;
  /** Whether a pass through all names is in progress; `isDue` continues it. */
  readonly isLooking: () => boolean;
  /**
   * Call when a reader waits for an item whose quote contradicts its list. The item becomes due again after a tenth of its
   * interval. True when it is due now.
   */
  readonly recall: (name: string) => boolean;
  /** How urgently readers wait for the next item. */
  readonly urgency: () => Urgency;
  /**
   * The item cannot be requested: set aside until the names are read again, which is soon at first, or until a reader
   * requests it and it can be.
   */
  readonly defer: (name: string) => void;
  /** The last answer about the item has to be confirmed: once it is due again, it comes before others. */
  readonly reconfirm: (name: string) => void;
  /** The marketplace does not know the item: not due again for six hours. */
  readonly markUnknown: (name: string) => void;
  /** When an item can be due next, on `clock.elapsed`; a reader can make one due earlier. */
  readonly nextAt: () => number;
  /** Sets the listener that is called when a reader's request makes an item due. */
  readonly onWanted: (listener: () => void) => void;
};

const minute = 60_000;
const namesFor = 10 * minute;
// While lists still bring new names
const newNamesFor = 5000;
const growth = 1.1;
/** Tens of thousands of names in one piece would block the event loop. */
const namesAtOnce = 1_000;
const unknownFor = 360 * minute;
/** With fewer invalid entries than this, dropping them is not worth it. */
const minVoid = 100;
/** Share of the interval before which no item is repeated, even when a reader waits for it. */
const recallShare = 1 / 10;

type ItemSchedulerOptions = {
  readonly clock: Pick<Clock, 'elapsed'>;
  readonly names: () => Iterable<string>;
  readonly worth: (name: string) => number | null;
  readonly everySeconds: number;
  readonly recentRequests: RequestsAt;
  /** Whether the item can be requested, as far as is known now. */
  readonly isAskable?: (name: string) => boolean;
  /** Whether an answer about the item could tell nothing that is not known. Such an item is never due. */
  readonly isSettled?: (name: string) => boolean;
  /** The item numbers of the game, shared by all its sources. */
  readonly numbers?: ItemNumbers;
};

class DueItems implements ItemScheduler {
  readonly #options;
  readonly #clock;
  readonly #names;
  readonly #worth;
  readonly #isSettled: (name: string) => boolean;
  readonly #numbers: ItemNumbers;
  readonly #items = new ItemTable();
  // Each queue has a single delay, so entries become due in the order in which they were added
  readonly #stalest = createDueQueue();
  readonly #waiting = createDueQueue();
  readonly #unknown = createDueQueue();
  readonly #unconfirmed = createDueQueue();
  /** Items to be confirmed that are not due yet. */
  readonly #toConfirm = new Set<number>();
  readonly #dearest;
  readonly #wanted;
  #refreshAt = Number.NEGATIVE_INFINITY;
  /** Passes since the names last grew. */
  #steadyPasses = 0;
  /** Whether an item was set aside since the last pass. */
  #isAnyDeferred = false;
  /** The pass through all names that is in progress. */
  #look: Generator<void> | null = null;
  #round = 0;
  #picks = 0;
  #onWanted = () => {};

  constructor(options: ItemSchedulerOptions) {
    const { clock, names, worth, recentRequests, isAskable = () => true, numbers = new ItemNumbers() } = options;
    this.#isSettled = options.isSettled ?? (() => false);
    this.#options = options;
    this.#clock = clock;
    this.#names = names;
    this.#worth = worth;
    this.#numbers = numbers;
    const items = this.#items;
    this.#dearest = createPriorityQueue<number>((a, b) => items.valueOf(itemOf(a)) > items.valueOf(itemOf(b)));
    this.#wanted = createWantedQueue(recentRequests, items, numbers);
    recentRequests.onRequest((name) => {
      // Nothing is scheduled before the first pass through the names
      if (this.#round === 0) return;
      const item = numbers.of(name);
      if (!items.has(item)) this.#takeUp(name);
      else if (items.standing[item] === standings.due) this.#wanted.add(items.entryOf(item));
      // What was missing for its request can be known by now
      else if (items.standing[item] === standings.parked && isAskable(name)) this.#makeWanted(item);
    });
  }

  readonly isDue: ItemScheduler['isDue'] = () => {
    this.#bringUpToDate();
    return this.#hasDue();
  };

  readonly isLooking: ItemScheduler['isLooking'] = () => this.#look !== null;

  readonly recall: ItemScheduler['recall'] = (name) => {
    this.#bringUpToDate();
    const items = this.#items;
    const item = this.#numbers.of(name);
    if (!items.has(item)) return false;
    const againAt = items.chosenAtOf(item) + this.#options.everySeconds * 1000 * recallShare;
    if (items.standing[item] === standings.waiting && this.#clock.elapsed() >= againAt) this.#makeWanted(item);
    return items.standing[item] === standings.due;
  };

  readonly urgency: ItemScheduler['urgency'] = () => this.#wanted.urgency();

  readonly next: ItemScheduler['next'] = () => {
    // While something is due, the pass through the names can wait
    if (this.#hasDue()) this.#fallAllDue();
    else this.#bringUpToDate();
    const item = this.#choose();
    if (item === null) return null;
    const now = this.#clock.elapsed();
    this.#items.chosenAt[item] = now;
    this.#waiting.push(this.#items.move(item, standings.waiting), now + this.#options.everySeconds * 1000);
    return this.#numbers.name(item);
  };

  readonly defer: ItemScheduler['defer'] = (name) => {
    const item = this.#numbers.of(name);
    if (!this.#items.has(item)) return;
    this.#items.move(item, standings.parked);
    this.#isAnyDeferred = true;
  };

  readonly reconfirm: ItemScheduler['reconfirm'] = (name) => {
    const item = this.#numbers.of(name);
    if (this.#items.has(item)) this.#toConfirm.add(item);
  };

  readonly markUnknown: ItemScheduler['markUnknown'] = (name) => {
    const item = this.#numbers.of(name);
    if (!this.#items.has(item)) return;
    const delay = Math.max(unknownFor, this.#options.everySeconds * 1000);
    this.#unknown.push(this.#items.move(item, standings.unknown), this.#clock.elapsed() + delay);
  };

  readonly nextAt: ItemScheduler['nextAt'] = () =>
    this.#hasDue() ? this.#clock.elapsed() : Math.min(this.#refreshAt, this.#waiting.dueAt(), this.#unknown.dueAt());

  readonly onWanted: ItemScheduler['onWanted'] = (listener) => {
    this.#onWanted = listener;
  };

  #makeWanted(item: number): void {
    this.#makeDue(item);
    this.#onWanted();
  }

  #makeDue(item: number): void {
    const entry = this.#items.move(item, standings.due);
    this.#stalest.push(entry, 0);
    this.#dearest.push(entry);
    if (this.#toConfirm.delete(item)) this.#unconfirmed.push(entry, 0);
    // Invalid entries of cheap items never reach the top
    if (this.#dearest.size() > minVoid + 2 * this.#items.size)
      this.#dearest.fill(this.#stalest.keep(this.#items.isValid));
    this.#wanted.add(entry);
  }

  #known(name: string): number {
    const item = this.#numbers.for(name);
    if (!this.#items.has(item)) this.#items.add(item);
    this.#items.value[item] = this.#worth(name) ?? 0;
    this.#items.round[item] = this.#round;
    return item;
  }

  #lookOn(): void {
    this.#look ??= this.#lookAtAll();
    if (this.#look.next().done === true) this.#look = null;
  }

  /** One step takes a few milliseconds. On the first pass nothing is due before its last step. */
  *#lookAtAll(): Generator<void> {
    this.#round += 1;
    const items = this.#items;
    const previous = items.size;
    /** Items that are new, or that could not be requested before. */
    const fresh: number[] = [];
    let count = 0;
    for (const name of this.#names()) {
      count += 1;
      if (count % namesAtOnce === 0) yield;
      if (this.#isSettled(name)) continue;
      const item = this.#known(name);
      if (items.standing[item] === standings.parked) fresh.push(item);
    }
    items.dropBut(this.#round);
    fresh.sort((a, b) => items.valueOf(b) - items.valueOf(a));
    if (count > namesAtOnce) yield;
    for (const item of fresh) {
      // A reader can have requested it since
      if (items.standing[item] !== standings.parked) continue;
      const entry = items.move(item, standings.due);
      this.#stalest.push(entry, 0);
      this.#wanted.add(entry);
    }
    this.#dearest.fill(this.#stalest.keep(items.isValid));
    const isGrowing = items.size === 0 || items.size > previous * growth;
    this.#steadyPasses = isGrowing ? 0 : this.#steadyPasses + 1;
    this.#refreshAt = this.#clock.elapsed() + this.#namesFor();
    this.#isAnyDeferred = false;
  }

  /** Milliseconds until the next pass: few while names grow, ever more while what their requests need may still be read. */
  #namesFor(): number {
    const isSteady = this.#steadyPasses > 0 && !this.#isAnyDeferred;
    return isSteady ? namesFor : Math.min(namesFor, newNamesFor * 2 ** this.#steadyPasses);
  }

  /** Makes a requested item due that became known only after the last pass through the names. */
  #takeUp(name: string): void {
    if (this.#worth(name) !== null && !this.#isSettled(name)) this.#makeWanted(this.#known(name));
  }

  #fallDue(queue: ReturnType<typeof createDueQueue>): void {
    for (let entry = queue.peek(); entry !== undefined; entry = queue.peek()) {
      const isValid = this.#items.isValid(entry);
      if (isValid && queue.dueAt() > this.#clock.elapsed()) return;
      queue.shift();
      if (isValid) this.#makeDue(itemOf(entry));
    }
  }

  #firstValid(take: () => number | undefined): number | null {
    for (let entry = take(); entry !== undefined; entry = take()) if (this.#items.isValid(entry)) return itemOf(entry);
    return null;
  }

  #choose(): number | null {
    const first = this.#wanted.next();
    if (first !== null) return first;
    this.#picks += 1;
    const unconfirmed = this.#picks % 2 === 0 ? null : this.#firstValid(this.#unconfirmed.shift);
    if (unconfirmed !== null) return unconfirmed;
    return this.#firstValid(this.#picks % 3 === 0 ? this.#stalest.shift : this.#dearest.pop);
  }

  #bringUpToDate(): void {
    if (this.#clock.elapsed() >= this.#refreshAt) this.#lookOn();
    this.#fallAllDue();
  }

  #fallAllDue(): void {
    this.#fallDue(this.#waiting);
    this.#fallDue(this.#unknown);
  }

  #hasDue(): boolean {
    for (let entry = this.#stalest.peek(); entry !== undefined; entry = this.#stalest.peek()) {
      if (this.#items.isValid(entry)) return true;
      this.#stalest.shift();
    }
    return false;
  }
}

export const createItemScheduler = (options: ItemSchedulerOptions): ItemScheduler => new DueItems(options);
