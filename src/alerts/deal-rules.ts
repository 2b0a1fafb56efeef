import type { DealSubscription } from '../stream/live/live-query.ts';
import type { LiveReader, LiveView } from '../stream/live/view.ts';
import type { AlertSink } from './alert-sink.ts';
import type { Rule } from './rule.ts';
import type { Words } from './words.ts';

type Run = { readonly rule: Rule; readonly subscription: DealSubscription; view: LiveView | null };

/** Milliseconds after which a call of `look` leaves the rest to the next one. */
const lookMs = 2;

/** Rules over deals: one alert per deal while it exists. */
export class DealRules {
  readonly #reader: Pick<LiveReader, 'deals'>;
  readonly #wanted: () => void;
  readonly #runs = new Map<string, Run>();
  readonly #touched = new Set<Run>();
  /** Touched before the current looks began, and not looked at yet. */
  #due = new Set<Run>();

  /** `wanted` is called when deals have changed and `look` has work to do. */
  constructor(reader: Pick<LiveReader, 'deals'>, wanted: () => void) {
    this.#reader = reader;
    this.#wanted = wanted;
  }

  add(rule: Rule, subscription: DealSubscription): void {
    this.#runs.set(rule.id, { rule, subscription, view: null });
  }

  remove(ruleId: string): void {
    const run = this.#runs.get(ruleId);
    if (run === undefined) return;
    run.view?.close();
    this.#runs.delete(ruleId);
    this.#touched.delete(run);
    this.#due.delete(run);
  }

  /** Looks at all current deals and watches them from now on; `met` are the deals alerted before and not known to be gone. */
  begin(ruleId: string, met: readonly string[], at: number, alertSink: AlertSink): void {
    const run = this.#runs.get(ruleId);
    if (run === undefined || run.view !== null) return;
    run.view = this.#reader.deals(run.subscription, () => {
      this.#touched.add(run);
      this.#wanted();
    });
    const gone = new Set(met);
    for (const row of run.view.standing()) {
      if (row === null) continue;
      gone.delete(row.id);
      this.#nowMeets(run, row.id, row.tail, at, alertSink);
    }
    for (const id of gone) alertSink.noLongerMeets(run.rule, id);
  }

  get ruleIds(): string[] {
    return [...this.#runs.keys()];
  }

  /** Whether deals have changed since `look` began. */
  get isTouched(): boolean {
    return this.#touched.size > 0;
  }

  /** Looks at deals that have changed, for a few milliseconds; returns whether some of them are left. */
  look(at: number, alertSink: AlertSink): boolean {
    if (this.#due.size === 0) {
      this.#due = new Set(this.#touched);
      this.#touched.clear();
    }
    const until = performance.now() + lookMs;
    for (const run of this.#due) {
      this.#due.delete(run);
      for (const { event, id, tail } of run.view?.take().rows ?? []) {
        if (event === 'Removed') alertSink.noLongerMeets(run.rule, id);
        else this.#nowMeets(run, id, tail, at, alertSink);
      }
      if (performance.now() >= until) break;
    }
    return this.#due.size > 0;
  }

  close(): void {
    for (const { view } of this.#runs.values()) view?.close();
  }

  #nowMeets({ rule }: Run, item: string, tail: string, at: number, alertSink: AlertSink): void {
    const message = `{"type":"deal"${tail}`;
    const told = JSON.parse(message) as ToldDeal;
    alertSink.nowMeets(rule, {
      item,
      at,
      position: null,
      link: told.data.buy.link,
      words: wordsOf(told),
      data: `"message":${message}`,
    });
  }
}

type ToldDeal = {
  readonly game: string;
  readonly data: {
    readonly name: string;
    readonly itemPhase: string | null;
    readonly unusualEffect: string | null;
    readonly buy: {
      readonly marketplace: string;
      readonly price: number | null;
      readonly link: string | null;
      readonly flags: readonly string[];
    };
    readonly sell: { readonly marketplace: string };
    readonly profit: number;
    readonly profitPercent: number | null;
  };
};

function wordsOf({ game, data }: ToldDeal): Words {
  const { name, itemPhase, unusualEffect, buy, sell, profit, profitPercent } = data;
  // Without a known fee for buyers the profit is an upper bound
  const bound = buy.flags.includes('feeUnknown') ? '≤ ' : '';
  return {
    type: 'deal',
    game,
    item: name,
    phase: itemPhase ?? unusualEffect ?? '',
    from: buy.marketplace,
    marketplace: buy.marketplace,
    to: sell.marketplace,
    price: String(buy.price ?? ''),
    profit: `${bound}${profit}`,
    percent: profitPercent === null ? '' : `${bound}${profitPercent}`,
  };
}
