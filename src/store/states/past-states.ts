import type { Clock } from '../../runtime/clock.ts';
import type { FollowedBase } from '../append.ts';
import type { Engine } from '../engine.ts';
import { stateSpans } from '../rows/state-tables.ts';
import { itemIdOf } from '../rows/stored-item.ts';
import { writerOf } from '../rows/table.ts';
import type { PastStates, StoredSpan } from '../store.ts';
import { TaskQueue } from '../task-queue.ts';
import { queryItemAt } from './query-item.ts';
import { querySpans } from './query-spans.ts';

/** A base that is being written, and the sequence after which changes belong to it. */
type BegunBase = { readonly base: number; readonly after: number };

const noneBegun: BegunBase = { base: Number.POSITIVE_INFINITY, after: Number.POSITIVE_INFINITY };

const spanWriter = writerOf(stateSpans);
const numbers = { itemId: itemIdOf, base: () => 0 };

/**
 * Past states as bases, which are copies of everything that stood, and the changes after each. Any past instant is thus
 * answered from one base and the changes that follow it, however long ago it is. While a base is written, things change:
 * what has changed since it began is told by those changes, which overrule any copy, and the rest stands as it was copied.
 */
export class StoredStates implements PastStates, FollowedBase {
  readonly #engine: Engine;
  readonly #now: Clock['now'];
  /** Those that the database has, in order. */
  #noted: readonly StoredSpan[];
  /** What the last of them becomes, and this run's, once everything that the previous run has published is stored. */
  #ahead: readonly StoredSpan[] = [];
  #isOpen = false;
  #begun: BegunBase | null = null;
  readonly #notes = new TaskQueue(1);

  constructor(engine: Engine, now: Clock['now'], found: readonly StoredSpan[]) {
    this.#engine = engine;
    this.#now = now;
    this.#noted = found;
  }

  static async open(engine: Engine, now: Clock['now']): Promise<StoredStates> {
    return new StoredStates(engine, now, await querySpans(engine));
  }

  readonly resume: PastStates['resume'] = (lastAt) => {
    const last = this.#noted.at(-1);
    if (last === undefined || last.isEnded) return;
    const previous = { ...last, keptTo: Math.max(last.keptTo, lastAt ?? 0) };
    const since = Math.max(this.#now(), previous.keptTo + 1);
    this.#ahead = [previous, { ...last, since, keptTo: since }];
    this.#isOpen = true;
  };

  readonly baseOf: FollowedBase['baseOf'] = ({ row }) => {
    const { base, after } = this.#begun ?? noneBegun;
    const at = 'publishedAt' in row ? row.publishedAt : row.at;
    const sequence = 'sequence' in row ? row.sequence : null;
    // What was copied for a base that was lost belongs to no other
    if (sequence === 0) return at === base ? base : null;
    if (sequence === null ? at >= base : sequence > after) return base;
    return this.#isOpen ? (this.#noted.at(-1)?.base ?? null) : null;
  };

  readonly spans: PastStates['spans'] = () =>
    this.#ahead.length === 0 ? this.#noted : [...this.#noted.slice(0, -1), ...this.#ahead];

  readonly isOpen: PastStates['isOpen'] = () => this.#isOpen;

  readonly breakOff: PastStates['breakOff'] = () => {
    this.#isOpen = false;
    this.#begun = null;
    this.#ahead = [];
  };

  readonly keptTo: PastStates['keptTo'] = (at) =>
    this.#notes.run(async () => {
      const last = this.spans().at(-1);
      if (!this.#isOpen || last === undefined || at < last.keptTo) return;
      await this.#note(...this.#ahead.slice(0, 1), { ...last, keptTo: at });
      this.#ahead = [];
    });

  /** Call before a mark is stored: no later run reads again what it covers. */
  readonly noteEnd = (): Promise<void> =>
    this.#notes.run(async () => {
      const last = this.#noted.at(-1);
      if (!this.#isOpen && last?.isEnded === false) await this.#note({ ...last, isEnded: true });
    });

  readonly begin: PastStates['begin'] = (after) => {
    const base = Math.max(this.#now(), (this.spans().at(-1)?.since ?? 0) + 1);
    this.#begun = { base, after };
    return base;
  };

  readonly begun: PastStates['begun'] = () => this.#begun?.base ?? null;

  readonly lay: PastStates['lay'] = async (since) => {
    await this.keptTo(since);
    await this.#notes.run(async () => {
      const begun = this.#begun;
      if (begun === null) return;
      const { base } = begun;
      const laidAt = Math.max(since, base);
      await this.#note({ since: laidAt, base, keptTo: laidAt, isEnded: false });
      if (this.#begun !== begun) return;
      this.#begun = null;
      this.#isOpen = true;
    });
  };

  readonly itemAt: PastStates['itemAt'] = ({ base }, game, name, at, unwritten = []) => {
    const next = this.spans().find((one) => one.base > base)?.base;
    const query = { ...{ base, game, name, at }, until: Math.min(at, next ?? at) };
    // Everything published before the next base was laid is written
    const waiting = next === undefined && this.#isOpen ? unwritten : [];
    return queryItemAt(this.#engine, { ...query, unwritten: waiting });
  };

  async #note(...spans: readonly StoredSpan[]): Promise<void> {
    const { table, columns, cells } = spanWriter;
    const rows = spans.map((span) => cells(span, numbers, false));
    await this.#engine.write(table, columns, rows);
    const others = this.#noted.filter(({ since }) => spans.every((span) => span.since !== since));
    this.#noted = [...others, ...spans];
  }
}
