import { createHash } from 'node:crypto';
import type { Alert, AlertState, ItemState } from './alert-state.ts';
import type { Rule } from './rule.ts';
import { type Words, worded } from './words.ts';

/** What met a rule. */
export type RuleMatch = {
  readonly item: string;
  /** Epoch milliseconds; does not depend on when it is processed. */
  readonly at: number;
  /** The position on the tape, which makes the alert's id unique; null if the count of the standing does. */
  readonly position: string | null;
  readonly words: Words;
  readonly link: string | null;
  /** Further members of the webhook body, as JSON. */
  readonly data: string;
};

export type AlertSinkParts = {
  readonly stored: AlertState;
  /** Whether the key of a rule may still send alerts. */
  readonly mayAlert: (keyId: string) => boolean;
  /** Most pending alerts per rule. */
  readonly maxPending: number;
  readonly lost: (rule: Rule) => void;
};

export type RaisedAlerts = {
  readonly alerts: readonly Alert[];
  readonly standings: readonly (readonly [string, string, ItemState])[];
  readonly done: readonly (readonly [string, number])[];
};

const fresh: ItemState = { isMet: false, count: 0, toldAt: null };

/** Collects the alerts of rules that are met, respecting cool-downs and limits, to be stored together. */
export class AlertSink {
  readonly #parts: AlertSinkParts;
  readonly #alerts: Alert[] = [];
  readonly #standings = new Map<string, readonly [string, string, ItemState]>();
  readonly #done = new Map<string, number>();
  readonly #added = new Map<string, number>();

  constructor(parts: AlertSinkParts) {
    this.#parts = parts;
  }

  /** A change that a rule waits for has occurred. */
  changed(rule: Rule, met: RuleMatch): void {
    if (!this.#mayRaise(rule, met)) return;
    this.#raise(rule, met, false);
    // The standing is needed for cool-downs only
    if (rule.coolDownSeconds === 0) this.#standings.delete(keyOf(rule.id, met.item));
  }

  /** An item now meets a rule; alerts if it did not before. */
  nowMeets(rule: Rule, met: RuleMatch): void {
    if (this.itemState(rule.id, met.item).isMet || !this.#mayRaise(rule, met)) return;
    this.#raise(rule, met, true);
  }

  /** An item no longer meets a rule. */
  noLongerMeets(rule: Rule, item: string): void {
    const itemState = this.itemState(rule.id, item);
    if (itemState.isMet) this.#stand(rule.id, item, { ...itemState, isMet: false });
  }

  itemState(ruleId: string, item: string): ItemState {
    return this.#standings.get(keyOf(ruleId, item))?.[2] ?? this.#parts.stored.itemState(ruleId, item) ?? fresh;
  }

  /** What must be stored; null if nothing. */
  take(): RaisedAlerts | null {
    if (this.#alerts.length === 0 && this.#standings.size === 0) return null;
    return { alerts: this.#alerts, standings: [...this.#standings.values()], done: [...this.#done] };
  }

  #mayRaise(rule: Rule, { item, at }: RuleMatch): boolean {
    const { stored: state, mayAlert, maxPending, lost } = this.#parts;
    const isDone = state.rules.get(rule.id)?.doneAt !== null || this.#done.has(rule.id);
    if (isDone || !mayAlert(rule.keyId)) return false;
    const { toldAt } = this.itemState(rule.id, item);
    // `toldAt` is far in the future if a clock ran ahead; that does not count
    if (toldAt !== null && Math.abs(at - toldAt) < rule.coolDownSeconds * 1000) return false;
    if (state.pendingOf(rule.id) + (this.#added.get(rule.id) ?? 0) < maxPending) return true;
    lost(rule);
    return false;
  }

  #raise(rule: Rule, met: RuleMatch, isMet: boolean): void {
    const { item, at, link } = met;
    const count = this.itemState(rule.id, item).count + 1;
    const id = idOf(rule.id, met.position ?? `${item}:${count}`);
    const text = worded(rule, met.words);
    const head = { type: 'alert', timestamp: new Date(at).toISOString() };
    const data = JSON.stringify({ rule: { id: rule.id, name: rule.name }, kind: rule.when.kind, text, link });
    const body = `${JSON.stringify(head).slice(0, -1)},"data":${data.slice(0, -1)},${met.data}}}`;
    this.#alerts.push({ id, ruleId: rule.id, item, at, text, link, body });
    this.#added.set(rule.id, (this.#added.get(rule.id) ?? 0) + 1);
    this.#stand(rule.id, item, { isMet, count, toldAt: at });
    if (!rule.repeats) this.#done.set(rule.id, at);
  }

  #stand(ruleId: string, item: string, itemState: ItemState): void {
    this.#standings.set(keyOf(ruleId, item), [ruleId, item, itemState]);
  }
}

const keyOf = (ruleId: string, item: string): string => `${ruleId}\n${item}`;

/** The same id if the same event is found again. */
const idOf = (ruleId: string, position: string): string =>
  `msg_${createHash('sha256').update(`${ruleId}\n${position}`).digest('hex').slice(0, 32)}`;
