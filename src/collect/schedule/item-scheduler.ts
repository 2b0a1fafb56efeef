import type { Clock } from '../../clock.ts';
import { createDueQueue, isValid, type QueueEntry, type ScheduledItem } from './due-queue.ts';
import { createPriorityQueue } from './priority-queue.ts';
import type { RequestsAt } from './recent-requests.ts';
import type { Urgency } from './request-queue.ts';
import { createWantedQueue } from './wanted-queue.ts';

/**
 * Which item a lookup asks for next: first what readers of the API asked for lately, as `wanted.ts` has it; then, two turns in three, the most valuable and,
 * one turn in three, what was not asked for the longest, so that a scarce budget serves the dear items and forgets none.
 * No item comes again before its interval is over, but for what a reader waits for in vain.
 */
export type ItemScheduler = {
  /** The next item, which counts as asked for from now on; null when none is due. */
  readonly next: () => string | null;
  readonly isDue: () => boolean;
  /** Whether a look at all names is under way, which `isDue` goes on with. */
  readonly isLooking: () => boolean;
  /**
   * A reader waits for an item of which nothing is listed: what was found at its last turn has gone since, and it may have another one
   * before its interval is over. Whether it may be asked for now, when its turn comes.
   */
  readonly recall: (name: string) => boolean;
  /** How much readers wait for the next item. */
  readonly urgency: () => Urgency;
  /** The item cannot be asked for: not again before the names are read anew, or a reader asks for it and it can. */
  readonly defer: (name: string) => void;
  /** The marketplace does not know the item: not again for six hours. */
  readonly markUnknown: (name: string) => void;
  /** When looking again is worth while, on the clock it was given. */
  readonly nextAt: () => number;
};

const minute = 60_000;
const namesFor = 10 * minute;
// While lists are still coming in
const newNamesFor = 5000;
const growth = 1.1;
/** Going through tens of thousands of names at once would hold the event loop for a while. */
const namesAtOnce = 1_000;
const unknownFor = 360 * minute;
/** Not worth clearing up below this. */
const fewestVoid = 100;
/** Of the interval: no item comes more often, whoever waits for it. */
const recallShare = 1 / 10;
const neverWanted = { wantedTurn: -1, ownTurn: -1, chosenRank: 0 };

type ItemSchedulerOptions = {
  readonly clock: Pick<Clock, 'elapsed'>;
  readonly names: () => Iterable<string>;
  readonly worth: (name: string) => number | null;
  readonly everySeconds: number;
  readonly recentRequests: RequestsAt;
  /** Whether the item can be asked for at all, as far as is known now. */
  readonly isAskable?: (name: string) => boolean;
};

class DueItems implements ItemScheduler {
  readonly #options;
  readonly #clock;
  readonly #names;
  readonly #worth;
  readonly #items = new Map<string, ScheduledItem>();
  // Every queue has one delay, so that the order of arrival is the order of falling due
  readonly #stalest = createDueQueue();
  readonly #waiting = createDueQueue();
  readonly #unknown = createDueQueue();
  readonly #dearest = createPriorityQueue<QueueEntry>((a, b) => a.item.value > b.item.value);
  readonly #wanted;
  #refreshAt = Number.NEGATIVE_INFINITY;
  /** A look at all names that is under way. */
  #look: Generator<void> | null = null;
  #round = 0;
  #picks = 0;

  constructor(options: ItemSchedulerOptions) {
    const { clock, names, worth, recentRequests, isAskable = () => true } = options;
    this.#options = options;
    this.#clock = clock;
    this.#names = names;
    this.#worth = worth;
    this.#wanted = createWantedQueue(recentRequests);
    recentRequests.onRequest((name) => {
      // Before the first look at the names there is nobody to choose for
      if (this.#round === 0) return;
      const item = this.#items.get(name);
      if (item === undefined) this.#takeUp(name);
      else if (item.standing === 'due') this.#wanted.add(item);
      // What it lacked may have been told since
      else if (item.standing === 'parked' && isAskable(name)) this.#makeDue(item);
    });
  }

  readonly isDue: ItemScheduler['isDue'] = () => {
    this.#bringUpToDate();
    return this.#hasDue();
  };

  readonly isLooking: ItemScheduler['isLooking'] = () => this.#look !== null;

  readonly recall: ItemScheduler['recall'] = (name) => {
    this.#bringUpToDate();
    const item = this.#items.get(name);
    if (item === undefined) return false;
    const againAt = item.chosenAt + this.#options.everySeconds * 1000 * recallShare;
    if (item.standing === 'waiting' && this.#clock.elapsed() >= againAt) this.#makeDue(item);
    return item.standing === 'due';
  };

  readonly urgency: ItemScheduler['urgency'] = () => this.#wanted.urgency();

  readonly next: ItemScheduler['next'] = () => {
    // Many are chosen one after the other, and the look goes on meanwhile
    if (this.#hasDue()) this.#fallAllDue();
    else this.#bringUpToDate();
    const item = this.#choose();
    if (item === null) return null;
    item.chosenAt = this.#clock.elapsed();
    this.#waiting.push(this.#move(item, 'waiting', this.#options.everySeconds * 1000));
    return item.name;
  };

  readonly defer: ItemScheduler['defer'] = (name) => {
    const item = this.#items.get(name);
    if (item !== undefined) this.#move(item, 'parked', 0);
  };

  readonly markUnknown: ItemScheduler['markUnknown'] = (name) => {
    const item = this.#items.get(name);
    if (item !== undefined)
      this.#unknown.push(this.#move(item, 'unknown', Math.max(unknownFor, this.#options.everySeconds * 1000)));
  };

  readonly nextAt: ItemScheduler['nextAt'] = () =>
    this.#hasDue()
      ? this.#clock.elapsed()
      : Math.min(
          this.#refreshAt,
          ...[this.#waiting.peek(), this.#unknown.peek()].flatMap((entry) => (entry ? [entry.dueAt] : [])),
        );

  #move(item: ScheduledItem, standing: ScheduledItem['standing'], delay: number): QueueEntry {
    item.standing = standing;
    item.turn += 1;
    return { item, turn: item.turn, dueAt: this.#clock.elapsed() + delay };
  }

  #makeDue(item: ScheduledItem): void {
    const entry = this.#move(item, 'due', 0);
    this.#stalest.push(entry);
    this.#dearest.push(entry);
    // Void entries of cheap items never come to the top
    if (this.#dearest.size() > fewestVoid + 2 * this.#items.size) this.#dearest.fill(this.#stalest.keep(isValid));
    this.#wanted.add(item);
  }

  #known(name: string): ScheduledItem {
    const item = this.#items.get(name) ?? {
      name,
      value: 0,
      standing: 'parked',
      turn: 0,
      round: this.#round,
      chosenAt: Number.NEGATIVE_INFINITY,
      ...neverWanted,
    };
    this.#items.set(name, item);
    item.value = this.#worth(name) ?? 0;
    item.round = this.#round;
    return item;
  }

  #lookOn(): void {
    this.#look ??= this.#lookAtAll();
    if (this.#look.next().done === true) this.#look = null;
  }

  /** A step takes a few milliseconds; the first time there is nothing to choose from until the last one is done. */
  *#lookAtAll(): Generator<void> {
    this.#round += 1;
    const former = this.#items.size;
    /** Those that were not known, or could not be asked for. */
    const fresh: ScheduledItem[] = [];
    let count = 0;
    for (const name of this.#names()) {
      const item = this.#known(name);
      if (item.standing === 'parked') fresh.push(item);
      count += 1;
      if (count % namesAtOnce === 0) yield;
    }
    for (const item of this.#items.values()) if (item.round !== this.#round) this.#drop(item);
    fresh.sort((a, b) => b.value - a.value);
    if (count > namesAtOnce) yield;
    for (const item of fresh) {
      // Somebody may have asked for it meanwhile
      if (item.standing !== 'parked') continue;
      this.#stalest.push(this.#move(item, 'due', 0));
      this.#wanted.add(item);
    }
    this.#dearest.fill(this.#stalest.keep(isValid));
    const isGrowing = this.#items.size === 0 || this.#items.size > former * growth;
    this.#refreshAt = this.#clock.elapsed() + (isGrowing ? newNamesFor : namesFor);
  }

  #drop(item: ScheduledItem): void {
    item.turn += 1;
    this.#items.delete(item.name);
  }

  /** Readers may ask for what is known only since the names were last looked through. */
  #takeUp(name: string): ScheduledItem | null {
    if (this.#worth(name) === null) return null;
    const item = this.#known(name);
    this.#makeDue(item);
    return item;
  }

  #fallDue(queue: ReturnType<typeof createDueQueue>): void {
    for (let entry = queue.peek(); entry !== undefined; entry = queue.peek()) {
      if (isValid(entry) && entry.dueAt > this.#clock.elapsed()) return;
      queue.shift();
      if (isValid(entry)) this.#makeDue(entry.item);
    }
  }

  #firstValid(take: () => QueueEntry | undefined): ScheduledItem | null {
    for (let entry = take(); entry !== undefined; entry = take()) if (isValid(entry)) return entry.item;
    return null;
  }

  #choose(): ScheduledItem | null {
    const first = this.#wanted.next();
    if (first !== null) return first;
    this.#picks += 1;
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
      if (isValid(entry)) return true;
      this.#stalest.shift();
    }
    return false;
  }
}

export const createItemScheduler = (options: ItemSchedulerOptions): ItemScheduler => new DueItems(options);
