import { randomBytes } from 'node:crypto';
import type { Book } from '../book/book.ts';
import type { NewTransaction, Transaction } from '../holdings/transaction.ts';
import { maxTransactions } from '../holdings/transactions.ts';
import type { Clock } from '../runtime/clock.ts';
import { counted, type Marketplace, type Position, type Scope } from '../schema/index.ts';
import type { LiveReader } from '../stream/live/view.ts';
import type { StreamEncoder } from '../stream/log/encoder.ts';
import { Refusal } from '../stream/refusal.ts';
import { type Reads, readsAll } from '../stream/subscription-request.ts';
import { Follower } from '../tape/follower.ts';
import type { TapeRecord } from '../tape/record.ts';
import type { Tape } from '../tape/tape.ts';
import type { ReadableAlert } from './alert-logs.ts';
import { AlertSink } from './alert-sink.ts';
import type { Alert, Attempt } from './alert-state.ts';
import { DealRules } from './deal-rules.ts';
import { Delivering, type DeliveryCounts } from './delivering.ts';
import { FigureRules } from './figure-rules.ts';
import { Journal, type JournalLog, type JournalStorage } from './journal.ts';
import type { Mailer } from './mailer.ts';
import { checkReach, type Reach } from './post.ts';
import type { NewRule, Rule, Target, Watch } from './rule.ts';
import { isSecret, newSecret } from './sign.ts';
import { StreamRules } from './stream-rules.ts';
import { addressOf } from './targets.ts';
import { watchOf } from './watch-of.ts';
import type { WatchedItem, WatchlistEntry } from './watchlists.ts';

export type AlertsOptions = {
  /** Where rules and alerts are stored. */
  readonly storage: JournalStorage;
  readonly tape: Pick<Tape, 'epoch' | 'first' | 'head' | 'read' | 'readLeft'>;
  readonly book: Book;
  readonly encoder: StreamEncoder;
  readonly deals: Pick<LiveReader, 'deals'>;
  /** The marketplaces that are read. */
  readonly connected: readonly Marketplace[];
  /** By default every game is read from each of them. */
  readonly reads?: Reads;
  readonly reach: Reach;
  /** Missing if no e-mail can be sent. */
  readonly mailer?: Mailer;
  readonly userAgent: string;
  /** Whether a key may send alerts now. */
  readonly mayAlert: (keyId: string) => boolean;
  /** The sight of a key, which never changes. */
  readonly scopeOf: (keyId: string) => Scope;
  readonly limits: { readonly rulesPerKey: number; readonly keepPending: number };
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: JournalLog;
  readonly backOffSeconds?: readonly number[];
};

/** A rule with its state. */
export type ShownRule = {
  readonly rule: Rule;
  /** Why the rule is inactive; null while it is active. */
  readonly problem: string | null;
  readonly pending: number;
  readonly lastAttempt: Attempt | null;
};

/** A new secret of a webhook, and when alerts are no longer signed by the previous one. */
export type SecretRotation = { readonly id: string; readonly secret: string; readonly previousExpiresAt: number };

export type AlertStats = DeliveryCounts & {
  readonly rules: number;
  readonly pending: number;
  readonly raised: number;
  readonly lost: number;
  /** Published records that have not been processed yet. */
  readonly behind: number;
};

/** The rule does not exist or belongs to another key. */
export class UnknownRule extends Error {
  override readonly name = 'UnknownRule';
}

const cursorEveryMs = 5_000;
const dealsAfterMs = 200;
// As long as an alert is retried
const secretOverlapMs = 86_400_000;

/** Evaluates alert rules over published records, the book and its deals, and delivers their alerts. */
export class Alerts {
  #options: AlertsOptions;
  readonly #journal: Journal;
  readonly #stream: StreamRules;
  readonly #figures: FigureRules;
  readonly #deals: DealRules;
  readonly #follower: Follower;
  readonly #delivering: Delivering;
  readonly #problems = new Map<string, string>();
  #raised = 0;
  #lost = 0;
  #storedCursor = 0;
  #isStarted = false;
  #stopTicking: () => void = () => {};
  #cancelDeals: (() => void) | null = null;
  #cancelFigures: (() => void) | null = null;

  private constructor(options: AlertsOptions, journal: Journal) {
    const { book, encoder, connected, tape, clock, log } = options;
    this.#options = options;
    this.#journal = journal;
    this.#stream = new StreamRules(book, encoder);
    this.#figures = new FigureRules(book, connected, encoder.price);
    this.#deals = new DealRules(options.deals, () => this.#dealsWanted());
    this.#delivering = new Delivering({ ...options, journal });
    this.#follower = new Follower({
      tape,
      timers: clock,
      take: (records, first) => this.#look(records, first),
      goesOn: true,
      failed: (error) => log.warn({ error: String(error) }, 'processing of published records for alerts failed'),
      lost: (from, to) => log.warn({ from, to }, 'published records missing for alerts'),
      isWanted: () => this.#stream.size + this.#figures.size > 0,
    });
    for (const rule of journal.stored.rules.values()) this.#watch(rule);
  }

  /** Reads the stored rules and alerts; nothing is evaluated or sent before `start`. */
  static async open(options: AlertsOptions): Promise<Alerts> {
    const { storage, clock, log } = options;
    return new Alerts(options, await Journal.open({ storage, timers: clock, log }));
  }

  /** Takes published records in order; never blocks the publisher. */
  takeRecords(records: readonly TapeRecord[], first: number, lines: Buffer): void {
    this.#follower.receive(records, first, lines);
  }

  /** Applies new settings from the next alert on. */
  change(ways: Pick<AlertsOptions, 'reach' | 'mailer'>): void {
    const { mailer: _, ...options } = this.#options;
    this.#options = { ...options, ...ways };
    this.#delivering.change(ways);
  }

  /** Call after the book is restored: resumes pending alerts, and processes what was published since the stop. */
  start(): void {
    const { tape, clock, log } = this.#options;
    const { cursor } = this.#journal.stored;
    if (cursor?.epoch !== tape.epoch) this.#doubtPending();
    if (cursor !== null && cursor.epoch !== tape.epoch)
      log.warn({ from: cursor.epoch, to: tape.epoch }, 'epoch changed; no alerts about changes in between');
    this.#isStarted = true;
    this.#delivering.start();
    this.#follower.begin(cursor !== null && cursor.epoch === tape.epoch ? cursor.sequence : tape.head);
    this.#lookAtAll();
    this.#stopTicking = clock.every(cursorEveryMs, () => this.#keepCursor());
  }

  /** The folder may be a copy, whose original may have sent the pending alerts: marks them as possible repeats. */
  #doubtPending(): void {
    for (const alert of [...this.#journal.stored.pending.values()])
      this.#journal.append({ what: 'pending', alert: { ...alert, mayRepeat: true } }, false).catch(() => {});
  }

  async stop(): Promise<void> {
    this.#stopTicking();
    this.#cancelDeals?.();
    this.#cancelFigures?.();
    this.#deals.close();
    await this.#follower.stop();
    await this.#delivering.stop();
    this.#keepCursor();
    await this.#journal.close();
  }

  /** The rules of a key, oldest first; null means all keys. */
  list(keyId: string | null): ShownRule[] {
    return [...this.#journal.stored.rules.values()]
      .filter((rule) => keyId === null || rule.keyId === keyId)
      .map((rule) => this.#shown(rule));
  }

  /** Stores a rule, which applies to records published from now on; throws a Refusal. */
  async create(keyId: string, { target: given, ...rest }: NewRule): Promise<Rule> {
    const { reach, tape, clock } = this.#options;
    this.#watchOf(rest.when, keyId);
    const target = targetOf(given);
    if (target.kind === 'email') this.#requireMailer().requireRecipient(target.to);
    else if (target.kind !== 'browser') await checkReach(addressOf(target), reach);
    this.#requireRoom(keyId);
    const rule: Rule = {
      id: randomBytes(6).toString('hex'),
      keyId,
      ...rest,
      target,
      createdAt: clock.now(),
      since: { epoch: tape.epoch, sequence: this.#follower.last },
      doneAt: null,
    };
    try {
      await this.#activate(rule);
    } catch (error) {
      this.#remove(rule.id).catch(() => {});
      throw error;
    }
    return rule;
  }

  async remove(id: string, keyId: string | null): Promise<void> {
    const rule = this.#ruleOf(id, keyId);
    this.#journal.requireWritable();
    await this.#remove(rule.id);
  }

  async #remove(ruleId: string): Promise<void> {
    this.#unwatch(ruleId);
    this.#delivering.drop(ruleId);
    await this.#journal.appendAtOnce({ what: 'removed', ruleId });
  }

  /** Deactivates a rule until it is resumed; its pending alerts are still sent. */
  async pause(id: string, keyId: string | null): Promise<ShownRule> {
    const rule = this.#ruleOf(id, keyId);
    if (rule.pausedAt === undefined) {
      this.#journal.requireWritable();
      this.#unwatch(rule.id);
      await this.#journal.appendAtOnce({ what: 'rule', rule: { ...rule, pausedAt: this.#options.clock.now() } });
    }
    return this.#shown(this.#ruleOf(id, keyId));
  }

  /** Activates a rule; records published while it was paused are ignored. */
  async resume(id: string, keyId: string | null): Promise<ShownRule> {
    const { pausedAt, ...rule } = this.#ruleOf(id, keyId);
    if (pausedAt !== undefined) {
      const since = { epoch: this.#options.tape.epoch, sequence: this.#follower.last };
      await this.#activate({ ...rule, since });
    }
    return this.#shown(this.#ruleOf(id, keyId));
  }

  /** Gives a webhook a new secret; its alerts are signed by the previous one as well for a day. Throws a Refusal. */
  async rotate(id: string, keyId: string | null): Promise<SecretRotation> {
    const rule = this.#ruleOf(id, keyId);
    if (rule.target.kind !== 'webhook')
      throw new Refusal(`only webhooks have a secret; the target of this rule is ${rule.target.kind}`);
    this.#journal.requireWritable();
    const secret = newSecret();
    const previous = { secret: rule.target.secret, expiresAt: this.#options.clock.now() + secretOverlapMs };
    const target: Target = { ...rule.target, secret, previous };
    try {
      await this.#journal.appendAtOnce({ what: 'rule', rule: { ...rule, target } });
    } catch (error) {
      // The line stays in effect, and nobody would know the secret
      const current = this.#journal.stored.rules.get(rule.id);
      if (current !== undefined)
        this.#journal.append({ what: 'rule', rule: { ...current, target: rule.target } }).catch(() => {});
      throw error;
    }
    return { id: rule.id, secret, previousExpiresAt: previous.expiresAt };
  }

  /** Sends a test to the target of a rule and returns the outcome. */
  async test(id: string, keyId: string | null): ReturnType<Delivering['try']> {
    const rule = this.#ruleOf(id, keyId);
    const at = this.#options.clock.now();
    const text = `Test of the rule "${rule.name}"`;
    const data = { rule: { id: rule.id, name: rule.name }, kind: rule.when.kind, text, link: null };
    const body = JSON.stringify({ type: 'test', timestamp: new Date(at).toISOString(), data });
    const alert: Alert = {
      id: `msg_${randomBytes(16).toString('hex')}`,
      ruleId: rule.id,
      item: '',
      at,
      text,
      link: null,
      body,
    };
    return await this.#delivering.try(rule, alert);
  }

  /** The last attempts of a rule, newest first. */
  attempts(id: string, keyId: string | null): readonly Attempt[] {
    return this.#journal.stored.attempts(this.#ruleOf(id, keyId).id);
  }

  /** The last alerts to browsers of a key, newest first. */
  logged(keyId: string): readonly ReadableAlert[] {
    return this.#journal.stored.logs.of(keyId);
  }

  /** Marks an alert of the log and all older ones as read; an alert that is no longer in it has no effect. */
  async markRead(keyId: string, alertId: string): Promise<void> {
    this.#journal.requireWritable();
    await this.#journal.appendAtOnce({ what: 'read', keyId, alertId });
  }

  /** The items that a key watches, newest first. */
  watchlist(keyId: string): readonly WatchlistEntry[] {
    return this.#journal.stored.watchlists.of(keyId);
  }

  /** Adds an item to a watchlist, unless it is on it. Throws a Refusal when it is full. */
  async watch(keyId: string, item: WatchedItem): Promise<WatchlistEntry> {
    const { watchlists } = this.#journal.stored;
    const known = watchlists.entry(keyId, item);
    if (known !== undefined) return known;
    watchlists.requireRoom(keyId);
    this.#journal.requireWritable();
    const entry = { ...item, addedAt: this.#options.clock.now() };
    await this.#journal.appendAtOnce({ what: 'watched', keyId, entry });
    return entry;
  }

  async unwatch(keyId: string, item: WatchedItem): Promise<void> {
    if (this.#journal.stored.watchlists.entry(keyId, item) === undefined) return;
    this.#journal.requireWritable();
    await this.#journal.appendAtOnce({ what: 'unwatched', keyId, item });
  }

  /** The transactions of a key, in the order in which they were recorded. */
  transactions(keyId: string): readonly Transaction[] {
    return this.#journal.stored.transactions.of(keyId);
  }

  /** Records transactions, all of them or none. Throws a Refusal when the key would have too many. */
  async addTransactions(keyId: string, added: readonly NewTransaction[]): Promise<readonly Transaction[]> {
    if (this.#journal.stored.transactions.count(keyId) + added.length > maxTransactions)
      throw new Refusal(
        `this key would have more than ${maxTransactions} transactions, the most that one may have; delete some first`,
      );
    this.#journal.requireWritable();
    const transactions = added.map((one) => ({ id: randomBytes(6).toString('hex'), ...one }));
    if (added.length > 0) await this.#journal.appendAtOnce({ what: 'traded', keyId, transactions });
    return transactions;
  }

  /** Deletes a transaction of a key, or all of them (null); returns how many there were. */
  async removeTransactions(keyId: string, id: string | null): Promise<number> {
    const { transactions } = this.#journal.stored;
    const count = id === null ? transactions.count(keyId) : Number(transactions.has(keyId, id));
    if (count === 0) return 0;
    this.#journal.requireWritable();
    await this.#journal.appendAtOnce({ what: 'untraded', keyId, ids: id === null ? null : [id] });
    return count;
  }

  stats(): AlertStats {
    const { stored: state } = this.#journal;
    return {
      ...this.#delivering.counts,
      rules: state.rules.size,
      pending: state.pending.size,
      raised: this.#raised,
      lost: this.#lost,
      behind: Math.max(0, this.#follower.last - this.#follower.lastTaken),
    };
  }

  #shown(rule: Rule): ShownRule {
    const { stored: state } = this.#journal;
    return {
      rule,
      problem: this.#problems.get(rule.id) ?? null,
      pending: state.pendingOf(rule.id),
      lastAttempt: state.attempts(rule.id)[0] ?? null,
    };
  }

  #ruleOf(id: string, keyId: string | null): Rule {
    const rule = this.#journal.stored.rules.get(id);
    if (rule === undefined || (keyId !== null && rule.keyId !== keyId))
      throw new UnknownRule(`no rule of this key has the id "${id.slice(0, 40)}"`);
    return rule;
  }

  #requireMailer(): Mailer {
    const { mailer } = this.#options;
    if (mailer !== undefined) return mailer;
    throw new Refusal('e-mail is not available: the operator has not set alerts.email.server');
  }

  #requireRoom(keyId: string): void {
    const { rulesPerKey } = this.#options.limits;
    if (this.list(keyId).length < rulesPerKey) return;
    throw new Refusal(`this key has ${counted(rulesPerKey, 'rule')}, the most that a key may have; delete one first`);
  }

  /** Watches a rule before it is stored: meanwhile it can be paused or deleted again. Its alerts are stored after it. */
  async #activate(rule: Rule): Promise<void> {
    this.#journal.requireWritable();
    const stored = this.#journal.appendAtOnce({ what: 'rule', rule });
    this.#watch(rule);
    if (this.#isStarted) this.#lookAtRule(rule.id);
    await stored;
  }

  #watch(rule: Rule): void {
    if (rule.doneAt !== null || rule.pausedAt !== undefined) return;
    try {
      this.#add(rule, this.#watchOf(rule.when, rule.keyId));
    } catch (error) {
      // One of its marketplaces may no longer be read
      this.#problems.set(rule.id, error instanceof Error ? error.message : String(error));
    }
  }

  #watchOf(when: Rule['when'], keyId: string): Watch {
    const { connected, reads = readsAll, scopeOf } = this.#options;
    return watchOf(when, { connected, reads, scope: scopeOf(keyId) });
  }

  #add(rule: Rule, watch: Watch): void {
    if (watch.kind === 'stream') this.#stream.add(rule, watch);
    else if (watch.kind === 'figure') this.#figures.add(rule, watch);
    else this.#deals.add(rule, watch.subscription);
  }

  #unwatch(ruleId: string): void {
    this.#problems.delete(ruleId);
    this.#stream.remove(ruleId);
    this.#figures.remove(ruleId);
    this.#deals.remove(ruleId);
  }

  #alertSink(): AlertSink {
    const { mayAlert, limits } = this.#options;
    return new AlertSink({
      stored: this.#journal.stored,
      mayAlert,
      maxPending: limits.keepPending,
      lost: (rule) => {
        if (this.#lost === 0)
          this.#options.log.warn({ rule: rule.id }, 'alert queue of a rule full; further ones are dropped');
        this.#lost += 1;
      },
    });
  }

  async #look(records: readonly TapeRecord[], first: number): Promise<void> {
    const alertSink = this.#alertSink();
    const { epoch } = this.#options.tape;
    if (this.#stream.size > 0)
      for (const [at, record] of records.entries())
        this.#stream.look(record, { epoch, sequence: first + at }, alertSink);
    const touched = this.#figures.touched(records);
    if (touched.size > 0) this.#figures.look(touched, this.#options.clock.now(), alertSink);
    await this.#keep(alertSink, { epoch, sequence: first + records.length - 1 });
  }

  #lookAtAll(): void {
    for (const id of [...this.#figures.ruleIds, ...this.#deals.ruleIds]) this.#lookAtRule(id);
  }

  /** A rule can be about tens of thousands of items. */
  #lookAtFigures(): void {
    const { clock } = this.#options;
    const alertSink = this.#alertSink();
    const isMore = this.#figures.lookOn(clock.now(), alertSink);
    this.#cancelFigures = isMore ? clock.soon(() => this.#lookAtFigures()) : null;
    this.#keepBeside(alertSink);
  }

  /** Evaluates a rule against the current state. */
  #lookAtRule(id: string): void {
    this.#figures.begin(id);
    if (this.#cancelFigures === null) this.#lookAtFigures();
    const alertSink = this.#alertSink();
    const at = this.#options.clock.now();
    this.#deals.begin(id, this.#journal.stored.met(id), at, alertSink);
    this.#keepBeside(alertSink);
  }

  #dealsWanted(): void {
    this.#cancelDeals ??= this.#options.clock.after(dealsAfterMs, () => this.#lookAtDeals());
  }

  /** There can be hundreds of rules, and a look for one searches all deals. */
  #lookAtDeals(): void {
    const { clock } = this.#options;
    const alertSink = this.#alertSink();
    const isMore = this.#deals.look(clock.now(), alertSink);
    this.#cancelDeals = isMore ? clock.soon(() => this.#lookAtDeals()) : null;
    if (this.#deals.isTouched) this.#dealsWanted();
    this.#keepBeside(alertSink);
  }

  #keepBeside(alertSink: AlertSink): void {
    this.#keep(alertSink, null).catch((error: unknown) => {
      this.#options.log.warn({ error: String(error) }, 'alerts not stored');
    });
  }

  /** Stores alerts together with the position that was processed, before anything is sent. */
  async #keep(alertSink: AlertSink, cursor: Position | null): Promise<void> {
    const raised = alertSink.take();
    if (raised === null) return;
    this.#raised += raised.alerts.length;
    for (const [ruleId] of raised.done) this.#unwatch(ruleId);
    await this.#journal.append({ what: 'raised', cursor, ...raised });
    if (cursor !== null) this.#storedCursor = cursor.sequence;
    this.#delivering.add(raised.alerts);
  }

  #keepCursor(): void {
    const { lastTaken: cursorSequence } = this.#follower;
    if (cursorSequence === this.#storedCursor || !this.#isStarted || this.#journal.stored.rules.size === 0) return;
    this.#storedCursor = cursorSequence;
    const cursor = { epoch: this.#options.tape.epoch, sequence: cursorSequence };
    this.#journal.append({ what: 'raised', cursor, alerts: [], standings: [], done: [] }, false).catch(() => {});
  }
}

function targetOf(given: NewRule['target']): Target {
  if (given.kind !== 'webhook') return given;
  const { secret = newSecret() } = given;
  if (!isSecret(secret))
    throw new Refusal('a secret is "whsec_" and 24 to 64 bytes in Base64; leave it out to have one generated');
  return { ...given, secret };
}
