import type { Clock } from '../../clock.ts';
import type { FollowedBase } from '../append.ts';
import type { Engine } from '../engine.ts';
import type { Layout } from '../layout.ts';
import type { Numbers } from '../rows/columns.ts';
import { itemIdOf } from '../rows/stored-item.ts';
import { writerOf } from '../rows/table.ts';
import type { KeptBase, PastStates } from '../store.ts';
import { baseStatement, queryBases } from './query-bases.ts';
import { queryItemAt } from './query-item.ts';
import { basedOn, bases, rateStates } from './tables.ts';

const baseWriter = writerOf(bases);
const rateWriter = writerOf(rateStates);

/** A longer hole than this after `keptTo` is not bridged; `keptTo` is noted more often, though only after rows are written. */
const completedMs = 120_000;

/**
 * Past states as bases, which are copies of the whole state at one instant, and the changes after each. Any past instant is
 * thus answered from one base and the changes that follow it, however long ago it is.
 */
export class KeptStates implements PastStates, FollowedBase {
  readonly #engine: Engine;
  readonly #layout: Layout;
  readonly #now: Clock['now'];
  /** All bases, in order. */
  #bases: KeptBase[];
  #runBegan: number | null = null;
  /** Whether new changes are added to the last base. */
  #isOpen = false;
  #firstPublishedAt = Number.POSITIVE_INFINITY;
  #lastPublishedAt = 0;

  constructor(engine: Engine, layout: Layout, now: Clock['now'], found: readonly KeptBase[]) {
    this.#engine = engine;
    this.#layout = layout;
    this.#now = now;
    this.#bases = [...found];
  }

  static async open(engine: Engine, layout: Layout, now: Clock['now']): Promise<KeptStates> {
    return new KeptStates(engine, layout, now, await queryBases(engine, layout));
  }

  readonly resume: PastStates['resume'] = () => {
    this.#isOpen = this.#bases.length > 0;
  };

  readonly base: FollowedBase['base'] = () => (this.#isOpen ? (this.#bases.at(-1)?.at ?? null) : null);

  readonly wrote: FollowedBase['wrote'] = (first, last) => {
    this.#firstPublishedAt = Math.min(this.#firstPublishedAt, first);
    this.#lastPublishedAt = Math.max(this.#lastPublishedAt, last);
  };

  readonly bases: PastStates['bases'] = () => this.#bases;

  readonly isOpen: PastStates['isOpen'] = () => this.#isOpen && this.#runBegan !== null;

  readonly breakOff: PastStates['breakOff'] = () => {
    this.#isOpen = false;
  };

  readonly keptTo: PastStates['keptTo'] = async (at) => {
    const last = this.#bases.at(-1);
    if (!this.#isOpen || last === undefined || at <= last.keptTo) return;
    await this.#note({ ...last, keptTo: at });
  };

  readonly layBase: PastStates['layBase'] = async (rates, isStart) => {
    const last = this.#bases.at(-1);
    if (isStart) await this.#completeFormer();
    const isFollowing = !isStart && this.#isOpen && last !== undefined;
    const at = isFollowing
      ? Math.max(this.#lastPublishedAt, last.at + 1)
      : Math.max(this.#now(), (last?.keptTo ?? 0) + 1);
    if (isFollowing) await this.keptTo(at);
    this.#isOpen = false;
    for (const { from, into } of basedOn) {
      await this.#engine.maintain(baseStatement(this.#layout, { from, into: into.name, at }));
    }
    const cells = rates.map((rate) => rateWriter.cells({ ...rate, publishedAt: at }, this.#numbers(at), false));
    await this.#engine.write(this.#layout.table(rateWriter.table), rateWriter.columns, cells);
    this.#runBegan ??= at;
    await this.#note({ at, runBegan: this.#runBegan, keptTo: at });
    this.#isOpen = true;
  };

  readonly itemAt: PastStates['itemAt'] = (base, game, name, at, unwritten = []) => {
    // What is not written yet will belong to the last base
    const isLast = this.base() === base.at;
    return queryItemAt(this.#engine, this.#layout, { base, game, name, at, unwritten: isLast ? unwritten : [] });
  };

  /** Extends the last base of the previous run by what was read again from the tape, if nothing is missing in between. */
  async #completeFormer(): Promise<void> {
    const last = this.#bases.at(-1);
    if (last !== undefined && this.#firstPublishedAt - last.keptTo <= completedMs)
      await this.keptTo(this.#lastPublishedAt);
  }

  async #note(base: KeptBase): Promise<void> {
    const { table, columns, cells } = baseWriter;
    await this.#engine.write(this.#layout.table(table), columns, [cells(base, this.#numbers(base.at), false)]);
    this.#bases = [...this.#bases.filter(({ at }) => at !== base.at), base];
  }

  #numbers(base: number): Numbers {
    return { itemId: itemIdOf, version: () => 0, base: () => base };
  }
}
