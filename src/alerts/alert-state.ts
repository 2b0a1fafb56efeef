import type { Transaction } from '../holdings/transaction.ts';
import { Transactions } from '../holdings/transactions.ts';
import type { Position } from '../schema/index.ts';
import { AlertLogs, type LoggedAlert } from './alert-logs.ts';
import type { Rule } from './rule.ts';
import { type WatchedItem, type WatchlistEntry, Watchlists } from './watchlists.ts';

/** A raised alert. Instants are epoch milliseconds. */
export type Alert = {
  /** The same at every attempt. */
  readonly id: string;
  readonly ruleId: string;
  /** Alerts of a rule about the same item arrive in the order in which they were raised. */
  readonly item: string;
  readonly at: number;
  readonly text: string;
  readonly link: string | null;
  /** The body sent to webhooks, as JSON. */
  readonly body: string;
};

export type PendingAlert = Alert & {
  readonly attempts: number;
  /** Whether an earlier attempt may have arrived unconfirmed. */
  readonly mayRepeat: boolean;
};

/** The state of a rule for one item. */
export type ItemState = {
  /** Whether the rule is met and has alerted. */
  readonly isMet: boolean;
  /** Number of alerts so far. */
  readonly count: number;
  readonly toldAt: number | null;
};

/** The outcome of a delivery attempt. */
export type Attempt = {
  readonly alertId: string;
  readonly item: string;
  readonly at: number;
  readonly attempt: number;
  readonly outcome: 'delivered' | 'failed' | 'givenUp';
  readonly status: number | null;
  readonly error: string | null;
  readonly milliseconds: number;
};

/** A line of the file, which takes effect as a whole or not at all. */
export type JournalLine =
  | { readonly what: 'rule'; readonly rule: Rule }
  | { readonly what: 'removed'; readonly ruleId: string }
  | {
      readonly what: 'raised';
      /** Records up to this position have been processed. */
      readonly cursor: Position | null;
      readonly alerts: readonly Alert[];
      readonly standings: readonly (readonly [ruleId: string, item: string, itemState: ItemState])[];
      readonly done: readonly (readonly [ruleId: string, at: number])[];
    }
  | { readonly what: 'begun'; readonly alertId: string }
  | { readonly what: 'ended'; readonly ruleId: string; readonly attempt: Attempt; readonly mayRepeat: boolean }
  /** Written when the file is rewritten or an alert is updated. */
  | { readonly what: 'pending'; readonly alert: PendingAlert }
  | { readonly what: 'watched'; readonly keyId: string; readonly entry: WatchlistEntry }
  | { readonly what: 'unwatched'; readonly keyId: string; readonly item: WatchedItem }
  | { readonly what: 'traded'; readonly keyId: string; readonly transactions: readonly Transaction[] }
  /** null for all of the key. */
  | { readonly what: 'untraded'; readonly keyId: string; readonly ids: readonly string[] | null }
  | { readonly what: 'logged'; readonly keyId: string; readonly alert: LoggedAlert }
  /** This alert and all older ones. */
  | { readonly what: 'read'; readonly keyId: string; readonly alertId: string };

const maxAttemptsStored = 50;
// Per rule; the oldest are dropped first
const maxItemStates = 20_000;

/** Rules, their state, pending and logged alerts, watchlists and transactions: the result of applying the lines of the file. */
export class AlertState {
  readonly rules = new Map<string, Rule>();
  readonly pending = new Map<string, PendingAlert>();
  readonly watchlists = new Watchlists();
  readonly transactions = new Transactions();
  readonly logs = new AlertLogs();
  readonly #pendingOf = new Map<string, number>();
  readonly #standings = new Map<string, Map<string, ItemState>>();
  readonly #attempts = new Map<string, Attempt[]>();
  cursor: Position | null = null;

  itemState(ruleId: string, item: string): ItemState | undefined {
    return this.#standings.get(ruleId)?.get(item);
  }

  /** Items that meet a rule. */
  met(ruleId: string): string[] {
    return [...(this.#standings.get(ruleId) ?? [])].filter(([, { isMet }]) => isMet).map(([item]) => item);
  }

  /** Number of pending alerts of a rule. */
  pendingOf(ruleId: string): number {
    return this.#pendingOf.get(ruleId) ?? 0;
  }

  /** Newest first. */
  attempts(ruleId: string): readonly Attempt[] {
    return [...(this.#attempts.get(ruleId) ?? [])].reverse();
  }

  apply(line: JournalLine): void {
    switch (line.what) {
      case 'rule':
        this.rules.set(line.rule.id, line.rule);
        break;
      case 'removed':
        this.#remove(line.ruleId);
        break;
      case 'raised':
        this.#raised(line);
        break;
      case 'begun': {
        const alert = this.pending.get(line.alertId);
        if (alert !== undefined)
          this.pending.set(alert.id, { ...alert, attempts: alert.attempts + 1, mayRepeat: true });
        break;
      }
      case 'ended':
        this.#ended(line);
        break;
      case 'pending':
        if (this.rules.has(line.alert.ruleId)) this.#add(line.alert);
        break;
      default:
        this.#applyOfKey(line);
    }
  }

  /** What belongs to a key rather than to a rule. */
  #applyOfKey(line: Extract<JournalLine, { keyId: string }>): void {
    switch (line.what) {
      case 'watched':
        this.watchlists.add(line.keyId, line.entry);
        break;
      case 'unwatched':
        this.watchlists.remove(line.keyId, line.item);
        break;
      case 'traded':
        this.transactions.add(line.keyId, line.transactions);
        break;
      case 'untraded':
        this.transactions.remove(line.keyId, line.ids);
        break;
      case 'logged':
        this.logs.add(line.keyId, line.alert);
        break;
      case 'read':
        this.logs.read(line.keyId, line.alertId);
        break;
    }
  }

  #add(alert: PendingAlert): void {
    if (!this.pending.has(alert.id)) this.#pendingOf.set(alert.ruleId, this.pendingOf(alert.ruleId) + 1);
    this.pending.set(alert.id, alert);
  }

  #drop({ id, ruleId }: PendingAlert): void {
    this.pending.delete(id);
    const left = this.pendingOf(ruleId) - 1;
    if (left > 0) this.#pendingOf.set(ruleId, left);
    else this.#pendingOf.delete(ruleId);
  }

  #remove(ruleId: string): void {
    this.rules.delete(ruleId);
    this.#standings.delete(ruleId);
    this.#attempts.delete(ruleId);
    for (const alert of [...this.pending.values()]) if (alert.ruleId === ruleId) this.#drop(alert);
  }

  #raised({ cursor, alerts, standings, done }: Extract<JournalLine, { what: 'raised' }>): void {
    this.cursor = cursor ?? this.cursor;
    for (const alert of alerts)
      if (this.rules.has(alert.ruleId)) this.#add({ ...alert, attempts: 0, mayRepeat: false });
    for (const [ruleId, item, itemState] of standings) if (this.rules.has(ruleId)) this.#stand(ruleId, item, itemState);
    for (const [ruleId, at] of done) {
      const rule = this.rules.get(ruleId);
      if (rule !== undefined) this.rules.set(ruleId, { ...rule, doneAt: at });
    }
  }

  #stand(ruleId: string, item: string, itemState: ItemState): void {
    const known = this.#standings.get(ruleId) ?? new Map<string, ItemState>();
    known.delete(item);
    known.set(item, itemState);
    const [oldest] = known.keys();
    if (known.size > maxItemStates && oldest !== undefined) known.delete(oldest);
    this.#standings.set(ruleId, known);
  }

  #ended({ ruleId, attempt, mayRepeat }: Extract<JournalLine, { what: 'ended' }>): void {
    const alert = this.pending.get(attempt.alertId);
    if (alert !== undefined && attempt.outcome !== 'failed') this.#drop(alert);
    else if (alert !== undefined) this.pending.set(alert.id, { ...alert, mayRepeat });
    if (!this.rules.has(ruleId)) return;
    const attempts = this.#attempts.get(ruleId) ?? [];
    attempts.push(attempt);
    if (attempts.length > maxAttemptsStored) attempts.shift();
    this.#attempts.set(ruleId, attempts);
  }

  /** The whole state in as few lines as possible. */
  *lines(): Generator<JournalLine> {
    const standings: [string, string, ItemState][] = [];
    for (const [ruleId, known] of this.#standings)
      for (const [item, itemState] of known) standings.push([ruleId, item, itemState]);
    for (const rule of this.rules.values()) yield { what: 'rule', rule };
    yield { what: 'raised', cursor: this.cursor, alerts: [], standings, done: [] };
    for (const [ruleId, attempts] of this.#attempts)
      for (const attempt of attempts) yield { what: 'ended', ruleId, attempt, mayRepeat: false };
    for (const alert of this.pending.values()) yield { what: 'pending', alert };
    for (const [keyId, entry] of this.watchlists.all()) yield { what: 'watched', keyId, entry };
    for (const [keyId, transactions] of this.transactions.all()) yield { what: 'traded', keyId, transactions };
    for (const { keyId, alerts, lastRead } of this.logs.all()) {
      for (const alert of alerts) yield { what: 'logged', keyId, alert };
      if (lastRead !== null) yield { what: 'read', keyId, alertId: lastRead };
    }
  }
}
