import type { Book } from '../book/book.ts';
import { itemKey } from '../names/item-key.ts';
import { type Change, type Game, type Marketplace, marketplaceWithId } from '../schema/index.ts';
import type { StreamEncoder } from '../stream/log/encoder.ts';
import type { TapeRecord } from '../tape/record.ts';
import type { AlertSink } from './alert-sink.ts';
import type { FigureWatch, Rule } from './rule.ts';
import { figureName, type Words } from './words.ts';

type Run = { readonly rule: Rule; readonly watch: FigureWatch };

type FigureValue = { readonly value: number; readonly marketplaceId: number | null };

type FigureBook = Pick<Book, 'ownName' | 'best' | 'askBasis'>;

const keyOf = (game: Game, name: string): string => `${game}:${itemKey(name)}`;

/** Rules over figures of items, evaluated when anything of the item changes and when the service starts. */
export class FigureRules {
  readonly #book: FigureBook;
  readonly #connected: readonly Marketplace[];
  readonly #price: StreamEncoder['price'];
  readonly #runs = new Map<string, Run>();
  readonly #byItem = new Map<string, Set<Run>>();

  constructor(book: FigureBook, connected: readonly Marketplace[], price: StreamEncoder['price']) {
    this.#book = book;
    this.#connected = connected;
    this.#price = price;
  }

  get size(): number {
    return this.#runs.size;
  }

  add(rule: Rule, watch: FigureWatch): void {
    const run = { rule, watch };
    this.#runs.set(rule.id, run);
    for (const name of watch.items) {
      const key = keyOf(watch.game, name);
      const runs = this.#byItem.get(key) ?? new Set();
      this.#byItem.set(key, runs.add(run));
    }
  }

  remove(ruleId: string): void {
    const run = this.#runs.get(ruleId);
    if (run === undefined) return;
    this.#runs.delete(ruleId);
    for (const name of run.watch.items) {
      const key = keyOf(run.watch.game, name);
      const runs = this.#byItem.get(key);
      runs?.delete(run);
      if (runs?.size === 0) this.#byItem.delete(key);
    }
  }

  /** Items of these records that have a rule. */
  touched(records: readonly TapeRecord[]): ReadonlySet<string> {
    const keys = new Set<string>();
    if (this.#byItem.size === 0) return keys;
    for (const record of records) {
      if (record.what !== 'change') continue;
      for (const key of keysOf(record.change)) if (this.#byItem.has(key)) keys.add(key);
    }
    return keys;
  }

  look(keys: Iterable<string>, at: number, alertSink: AlertSink): void {
    for (const key of keys) for (const run of this.#byItem.get(key) ?? []) this.#lookAt(run, key, at, alertSink);
  }

  lookAtRule(ruleId: string, at: number, alertSink: AlertSink): void {
    const run = this.#runs.get(ruleId);
    for (const name of run?.watch.items ?? [])
      if (run !== undefined) this.#lookAt(run, keyOf(run.watch.game, name), at, alertSink);
  }

  get ruleIds(): string[] {
    return [...this.#runs.keys()];
  }

  #lookAt({ rule, watch }: Run, key: string, at: number, alertSink: AlertSink): void {
    const named = key.slice(watch.game.length + 1);
    const name = this.#book.ownName(watch.game, named) ?? named;
    const found = this.#read(watch, name, at);
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

function keysOf(change: Change): string[] {
  switch (change.kind) {
    case 'updated': {
      const { offer, previous } = change;
      const key = keyOf(offer.game, offer.name);
      return previous.name === offer.name ? [key] : [key, keyOf(offer.game, previous.name)];
    }
    case 'added':
    case 'removed':
      return [keyOf(change.offer.game, change.offer.name)];
    case 'ordered':
    case 'orderRemoved':
      return [keyOf(change.buyOrder.game, change.buyOrder.name)];
    case 'quoted':
      return [keyOf(change.quote.game, change.quote.name)];
    case 'floor':
    case 'known':
      return [keyOf(change.floor.game, change.floor.name)];
  }
}
