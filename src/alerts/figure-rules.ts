import type { Book } from '../book/book.ts';
import { itemKey } from '../names/item-key.ts';
import { type Change, type Game, type Marketplace, marketplaceWithId } from '../schema/index.ts';
import type { StreamEncoder } from '../stream/log/encoder.ts';
import type { TapeRecord } from '../tape/record.ts';
import type { AlertSink } from './alert-sink.ts';
import type { FigureWatch, Rule } from './rule.ts';
import { figureName, type Words } from './words.ts';

type Run = {
  readonly rule: Rule;
  readonly watch: FigureWatch;
  /** Whether an item has the traits that the rule is about, as far as is known now. */
  readonly isWanted: (name: string) => boolean;
};

type FigureValue = { readonly value: number; readonly marketplaceId: number | null };

type FigureBook = Pick<Book, 'ownName' | 'best' | 'askBasis' | 'itemTest' | 'names'>;

/** Milliseconds after which a call of `lookOn` leaves the rest to the next one. */
const lookMs = 2;

const keyOf = (game: Game, name: string): string => `${game}:${itemKey(name)}`;

/** Rules over figures of items, evaluated when anything of the item changes and when the service starts. */
export class FigureRules {
  readonly #book: FigureBook;
  readonly #connected: readonly Marketplace[];
  readonly #price: StreamEncoder['price'];
  readonly #runs = new Map<string, Run>();
  readonly #byItem = new Map<string, Set<Run>>();
  /** Of rules about all items with some traits. */
  readonly #byGame = new Map<Game, Set<Run>>();
  /** Rules whose items have yet to be looked at. */
  readonly #begun = new Map<Run, Iterator<string>>();

  constructor(book: FigureBook, connected: readonly Marketplace[], price: StreamEncoder['price']) {
    this.#book = book;
    this.#connected = connected;
    this.#price = price;
  }

  get size(): number {
    return this.#runs.size;
  }

  add(rule: Rule, watch: FigureWatch): void {
    const { game, traits } = watch;
    const isWanted = traits === null ? () => true : this.#book.itemTest(game, traits);
    const run = { rule, watch, isWanted };
    this.#runs.set(rule.id, run);
    if (watch.items === null) addTo(this.#byGame, game, run);
    else for (const name of watch.items) addTo(this.#byItem, keyOf(game, name), run);
  }

  remove(ruleId: string): void {
    const run = this.#runs.get(ruleId);
    if (run === undefined) return;
    const { game, items } = run.watch;
    this.#runs.delete(ruleId);
    this.#begun.delete(run);
    if (items === null) removeFrom(this.#byGame, game, run);
    else for (const name of items) removeFrom(this.#byItem, keyOf(game, name), run);
  }

  /** Items of these records that may have a rule. */
  touched(records: readonly TapeRecord[]): ReadonlyMap<string, Game> {
    const keys = new Map<string, Game>();
    if (this.#byItem.size + this.#byGame.size === 0) return keys;
    for (const record of records) {
      if (record.what !== 'change') continue;
      const { game, names } = itemsOf(record.change);
      for (const name of names) {
        const key = keyOf(game, name);
        if (this.#byGame.has(game) || this.#byItem.has(key)) keys.set(key, game);
      }
    }
    return keys;
  }

  look(touched: ReadonlyMap<string, Game>, at: number, alertSink: AlertSink): void {
    for (const [key, game] of touched)
      for (const runs of [this.#byItem.get(key), this.#byGame.get(game)])
        for (const run of runs ?? []) this.#lookAt(run, key, at, alertSink);
  }

  /** Looks at all items of a rule, with the next calls of `lookOn`. */
  begin(ruleId: string): void {
    const run = this.#runs.get(ruleId);
    if (run === undefined) return;
    const { items, game } = run.watch;
    this.#begun.set(run, (items ?? this.#book.names(game))[Symbol.iterator]());
  }

  /** Looks at items of rules that have begun, for a few milliseconds; returns whether some of them are left. */
  lookOn(at: number, alertSink: AlertSink): boolean {
    const until = performance.now() + lookMs;
    for (const [run, names] of this.#begun) {
      for (let next = names.next(); next.done !== true; next = names.next()) {
        this.#lookAt(run, keyOf(run.watch.game, next.value), at, alertSink);
        if (performance.now() >= until) return true;
      }
      this.#begun.delete(run);
    }
    return false;
  }

  get ruleIds(): string[] {
    return [...this.#runs.keys()];
  }

  #lookAt({ rule, watch, isWanted }: Run, key: string, at: number, alertSink: AlertSink): void {
    const named = key.slice(watch.game.length + 1);
    const name = this.#book.ownName(watch.game, named) ?? named;
    const found = isWanted(name) ? this.#read(watch, name, at) : null;
    const slack = 1 + rule.hysteresisPercent / 100;
    // Percentages can be near zero, where a relative margin would be too small: theirs is in points
    const isOver = (value: number, bound: number) =>
      watch.figure.endsWith('Percent') ? value > bound + rule.hysteresisPercent : value > bound * slack;
    if (found === null) {
      alertSink.noLongerMeets(rule, key);
      return;
    }
    const { value } = found;
    const isMet = watch.below === null ? value > (watch.above as number) : value < watch.below;
    if (isMet)
      alertSink.nowMeets(rule, { item: key, at, position: null, link: null, ...this.#describe(watch, name, found) });
    else if (watch.below === null ? isOver(watch.above as number, value) : isOver(value, watch.below))
      alertSink.noLongerMeets(rule, key);
  }

  #read({ figure, game, phase, marketplaceIds, payout }: FigureWatch, name: string, at: number): FigureValue | null {
    if (this.#book.ownName(game, name) === null) return null;
    if (figure === 'underUsualPercent') return this.#underUsual({ game, phase, marketplaceIds }, name, at);
    const choice = { marketplaceIds, unlockedAt: null, payout };
    const best = this.#book.best(game, name, choice).find((one) => one.phase === phase);
    if (best === undefined) return null;
    if (figure === 'spreadPercent') {
      const ask = best.ask?.prices.USD ?? null;
      const bid = best.bid?.prices.USD ?? null;
      return ask === null || bid === null ? null : { value: (100 * (ask - bid)) / ask, marketplaceId: null };
    }
    const side = best[figure];
    const isAfterFees = figure === 'askAfterFees' || figure === 'bidAfterFees';
    const value = this.#price((isAfterFees ? side?.afterFeesUsd : side?.prices.USD) ?? null);
    return side === null || value === null ? null : { value, marketplaceId: side.marketplaceId };
  }

  /** The figure of the marketplace where the price is furthest below its usual one. */
  #underUsual(
    { game, phase, marketplaceIds }: Pick<FigureWatch, 'game' | 'phase' | 'marketplaceIds'>,
    name: string,
    at: number,
  ): FigureValue | null {
    let furthest: FigureValue | null = null;
    for (const marketplaceId of marketplaceIds ?? this.#connected.map(({ id }) => id)) {
      const basis = this.#book.askBasis(marketplaceId, game, name, phase, at);
      if (basis === null || basis.prices.USD === null || basis.usualUsd === 0) continue;
      const value = 100 * (1 - basis.prices.USD / basis.usualUsd);
      if (furthest === null || value > furthest.value) furthest = { value, marketplaceId };
    }
    return furthest;
  }

  #describe(watch: FigureWatch, name: string, found: FigureValue): { readonly words: Words; readonly data: string } {
    const { figure, game, phase, below, above } = watch;
    const value = Math.round(found.value * 100) / 100;
    const marketplace = found.marketplaceId === null ? null : marketplaceWithId(found.marketplaceId).name;
    const data = { figure, value, below, above, game, name, itemPhase: phase, marketplace };
    const words = {
      type: 'figure',
      item: phase === null ? name : `${name} (${phase})`,
      game,
      figure: figureName(figure),
      value: String(value),
      price: String(value),
      bound: below === null ? `above ${above}` : `below ${below}`,
      marketplace: marketplace ?? '',
    };
    return { words, data: `"figure":${JSON.stringify(data)}` };
  }
}

function addTo<Key>(sets: Map<Key, Set<Run>>, key: Key, run: Run): void {
  sets.set(key, (sets.get(key) ?? new Set()).add(run));
}

function removeFrom<Key>(sets: Map<Key, Set<Run>>, key: Key, run: Run): void {
  const runs = sets.get(key);
  runs?.delete(run);
  if (runs?.size === 0) sets.delete(key);
}

function itemsOf(change: Change): { readonly game: Game; readonly names: readonly string[] } {
  switch (change.kind) {
    case 'updated': {
      const { offer, previous } = change;
      const names = previous.name === offer.name ? [offer.name] : [offer.name, previous.name];
      return { game: offer.game, names };
    }
    case 'added':
    case 'removed':
      return itemOf(change.offer);
    case 'ordered':
    case 'orderRemoved':
      return itemOf(change.buyOrder);
    case 'quoted':
      return itemOf(change.quote);
    case 'floor':
    case 'known':
      return itemOf(change.floor);
  }
}

const itemOf = ({ game, name }: { readonly game: Game; readonly name: string }) => ({ game, names: [name] });
