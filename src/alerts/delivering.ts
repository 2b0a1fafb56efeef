import type { Clock } from '../runtime/clock.ts';
import type { Alert, Attempt, PendingAlert } from './alert-state.ts';
import type { Journal, JournalLog } from './journal.ts';
import type { Mailer } from './mailer.ts';
import { PostError, type PostResult, post, type Reach } from './post.ts';
import type { Rule, SentTarget } from './rule.ts';
import { postingOf, type Try } from './targets.ts';

export type DeliveringParts = {
  readonly journal: Journal;
  readonly reach: Reach;
  readonly mailer?: Mailer;
  readonly userAgent: string;
  readonly clock: Pick<Clock, 'now' | 'elapsed' | 'after'>;
  readonly random: () => number;
  readonly mayAlert: (keyId: string) => boolean;
  readonly log: JournalLog;
  /** Waiting times after the first failure, the second, and so on; the last one repeats. */
  readonly backOffSeconds?: readonly number[];
};

/** An alert to be sent; `since` is when this process got it, on `clock.elapsed`. */
type HeldRoute = { readonly id: string; readonly since: number };

/** Alerts of a rule about one item, in order. */
type Lane = { readonly alerts: HeldRoute[]; isBusy: boolean; failures: number; notBefore: number };

/** What a rule has to send. The lane tried last is at the end. */
type Route = {
  readonly lanes: Map<string, Lane>;
  busy: number;
  failures: number;
  /** When the first of `failures` was, on `clock.elapsed`. */
  failingSince: number;
  notBefore: number;
  cancel: (() => void) | null;
};

type Outcome = Pick<Attempt, 'status' | 'error' | 'milliseconds'> & {
  readonly isDelivered: boolean;
  readonly mayHaveArrived: boolean;
  readonly retryAfterMs: number | null;
};

const dayMs = 86_400_000;
// The time of day can pass a day in which the machine slept, so both of these are too few alone
const minFailingMs = 900_000;
const minAttempts = 20;
// If the clock was set back to before the alert; about two days
const maxAttempts = 300;
const defaultBackOff = [1, 5, 15, 60, 120, 300, 600];
/** HTTP status Gone, and SMTP replies for mailboxes that do not exist or refuse the message. */
const ending = new Set([410, 550, 551, 553]);
const maxPerRule = 4;
const maxAtOnce = 64;
const stopTimeoutMs = 2_000;

export type DeliveryCounts = { readonly delivered: number; readonly failed: number; readonly givenUp: number };

/** Delivers alerts to their targets in order per rule and item, with retries for a day. */
export class Delivering {
  #parts: DeliveringParts;
  readonly #routes = new Map<string, Route>();
  readonly #held = new Set<string>();
  readonly #stopping = new AbortController();
  readonly #working = new Set<Promise<void>>();
  readonly counts = { delivered: 0, failed: 0, givenUp: 0 };
  #isStopped = true;

  constructor(parts: DeliveringParts) {
    this.#parts = parts;
  }

  /** Applies new settings from the next attempt on. */
  change(ways: Pick<DeliveringParts, 'reach' | 'mailer'>): void {
    const { mailer: _, ...parts } = this.#parts;
    this.#parts = { ...parts, ...ways };
  }

  /** Resumes the alerts that were pending when the service stopped. */
  start(): void {
    this.#isStopped = false;
    this.add([...this.#parts.journal.stored.pending.values()]);
  }

  /** Adds stored alerts, in the order in which they were raised. */
  add(alerts: readonly Alert[]): void {
    if (this.#isStopped) return;
    const touched = new Set<string>();
    const since = this.#parts.clock.elapsed();
    for (const { id, ruleId, item } of alerts) {
      const route = this.#routes.get(ruleId) ?? newRoute();
      this.#routes.set(ruleId, route);
      const lane = route.lanes.get(item) ?? { alerts: [], isBusy: false, failures: 0, notBefore: 0 };
      lane.alerts.push({ id, since });
      route.lanes.set(item, lane);
      touched.add(ruleId);
    }
    for (const ruleId of touched) this.#pump(ruleId);
  }

  drop(ruleId: string): void {
    this.#routes.get(ruleId)?.cancel?.();
    this.#routes.delete(ruleId);
    this.#held.delete(ruleId);
  }

  /** Sends an alert at once, ahead of all others, and returns the outcome. */
  async try(rule: Rule, alert: Alert): Promise<Omit<Outcome, 'mayHaveArrived' | 'retryAfterMs'>> {
    const { isDelivered, status, error, milliseconds } = await this.#send(rule, {
      ...alert,
      attempts: 0,
      mayRepeat: false,
    });
    return { isDelivered, status, error, milliseconds };
  }

  /** Waits briefly for attempts in progress; those that do not finish are repeated after the next start. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const { cancel } of this.#routes.values()) cancel?.();
    const cancel = this.#parts.clock.after(stopTimeoutMs, () => this.#stopping.abort());
    await Promise.all(this.#working);
    cancel();
  }

  #pump(ruleId: string): void {
    const route = this.#routes.get(ruleId);
    if (route === undefined || this.#isStopped) return;
    route.cancel?.();
    route.cancel = null;
    const now = this.#parts.clock.elapsed();
    // A target that failed gets one alert at a time until one succeeds
    const max = route.failures > 0 ? 1 : maxPerRule;
    let next = Number.POSITIVE_INFINITY;
    for (const [item, lane] of route.lanes) {
      if (route.busy >= max) break;
      if (lane.isBusy) continue;
      const due = Math.max(lane.notBefore, route.notBefore);
      if (due > now) next = Math.min(next, due);
      else if (this.#working.size >= maxAtOnce) {
        this.#held.add(ruleId);
        break;
      } else this.#begin(ruleId, route, item, lane);
    }
    if (route.busy === 0 && next < Number.POSITIVE_INFINITY)
      route.cancel = this.#parts.clock.after(next - now, () => this.#pump(ruleId));
  }

  #begin(ruleId: string, route: Route, item: string, lane: Lane): void {
    lane.isBusy = true;
    route.busy += 1;
    const work = this.#work(ruleId, route, item, lane).finally(() => {
      this.#working.delete(work);
      lane.isBusy = false;
      route.busy -= 1;
      route.lanes.delete(item);
      if (lane.alerts.length > 0) route.lanes.set(item, lane);
      this.#pump(ruleId);
      for (const held of [...this.#held]) {
        this.#held.delete(held);
        this.#pump(held);
      }
    });
    this.#working.add(work);
    work.catch((error: unknown) => this.#parts.log.warn({ error: String(error) }, 'alert not sent'));
  }

  async #work(ruleId: string, route: Route, item: string, lane: Lane): Promise<void> {
    const { stored: state } = this.#parts.journal;
    const alert = state.pending.get(lane.alerts[0]?.id ?? '');
    const rule = state.rules.get(ruleId);
    if (alert === undefined || rule === undefined) {
      lane.alerts.shift();
      return;
    }
    const failuresBefore = route.failures;
    const outcome = await this.#attempt(rule, alert);
    await this.#note(rule, alert, outcome, route, lane, item, failuresBefore);
  }

  async #attempt(rule: Rule, alert: PendingAlert): Promise<Outcome> {
    const nothing = { isDelivered: false, status: null, milliseconds: 0, mayHaveArrived: false, retryAfterMs: null };
    if (!this.#parts.mayAlert(rule.keyId))
      return { ...nothing, error: 'the key of the rule may no longer send alerts' };
    // After a kill this line shows that the alert may have arrived
    await this.#parts.journal.append({ what: 'begun', alertId: alert.id }, false);
    return await this.#send(rule, alert);
  }

  async #send(rule: Rule, alert: PendingAlert): Promise<Outcome> {
    const { clock } = this.#parts;
    const began = clock.elapsed();
    const took = () => Math.round(clock.elapsed() - began);
    const tried = { attempt: alert.attempts + 1, mayRepeat: alert.mayRepeat, at: clock.now() };
    try {
      if (rule.target.kind === 'browser') {
        await this.#log(rule, alert);
        return {
          isDelivered: true,
          status: null,
          error: null,
          milliseconds: took(),
          mayHaveArrived: false,
          retryAfterMs: null,
        };
      }
      const { status, retryAfterMs } = await this.#bring(rule.target, rule.name, alert, tried);
      const isDelivered = status >= 200 && status < 300;
      const error = isDelivered ? null : refusalOf(status);
      return { isDelivered, status, error, milliseconds: took(), mayHaveArrived: false, retryAfterMs };
    } catch (thrown) {
      const mayHaveArrived = thrown instanceof PostError && thrown.mayHaveArrived;
      const error = thrown instanceof Error ? thrown.message : String(thrown);
      return { isDelivered: false, status: null, error, milliseconds: took(), mayHaveArrived, retryAfterMs: null };
    }
  }

  async #log({ keyId, id: ruleId }: Rule, { id, at, body }: PendingAlert): Promise<void> {
    await this.#parts.journal.append({ what: 'logged', keyId, alert: { id, at, ruleId, body } });
  }

  async #bring(target: SentTarget, name: string, alert: PendingAlert, tried: Try): Promise<PostResult> {
    const { reach, mailer, userAgent } = this.#parts;
    const { signal } = this.#stopping;
    if (target.kind !== 'email') return await post(postingOf(target, name, alert, tried), { reach, userAgent, signal });
    if (mailer === undefined) throw new PostError('no e-mail can be sent: alerts.email.server is not set', false);
    return await mailer.send(target.to, name, alert, tried, signal);
  }

  async #note(
    rule: Rule,
    alert: PendingAlert,
    outcome: Outcome,
    route: Route,
    lane: Lane,
    item: string,
    failuresBefore: number,
  ): Promise<void> {
    const { journal, clock, mayAlert } = this.#parts;
    const { isDelivered, status, error, milliseconds } = outcome;
    const at = clock.now();
    const isFinal = (status !== null && ending.has(status)) || !mayAlert(rule.keyId);
    const isOver = isFinal || this.#isTriedForADay(alert, route, lane, at);
    const word = isDelivered ? 'delivered' : isOver ? 'givenUp' : 'failed';
    this.counts[word] += 1;
    if (word !== 'failed') lane.alerts.shift();
    if (isDelivered) {
      lane.failures = 0;
      route.failures = 0;
      route.notBefore = 0;
    } else this.#backOff(route, lane, outcome, failuresBefore);
    const attempt = alert.attempts + 1;
    await journal.append(
      {
        what: 'ended',
        ruleId: rule.id,
        attempt: { alertId: alert.id, item, at, attempt, outcome: word, status, error, milliseconds },
        mayRepeat: alert.mayRepeat || outcome.mayHaveArrived,
      },
      false,
    );
  }

  #isTriedForADay(alert: PendingAlert, route: Route, lane: Lane, at: number): boolean {
    const elapsed = this.#parts.clock.elapsed();
    const since = lane.alerts[0]?.since ?? elapsed;
    const attempt = alert.attempts + 1;
    const isOld = at - alert.at >= dayMs || elapsed - since >= dayMs || (at < alert.at && attempt >= maxAttempts);
    if (!isOld) return false;
    const failingSince = route.failures === 0 ? elapsed : route.failingSince;
    return elapsed - Math.max(failingSince, since) >= minFailingMs || attempt >= minAttempts;
  }

  #backOff(route: Route, lane: Lane, { retryAfterMs }: Outcome, failuresBefore: number): void {
    const { clock, random, backOffSeconds = defaultBackOff } = this.#parts;
    const pause = (failures: number) => {
      const seconds = backOffSeconds[Math.min(failures, backOffSeconds.length) - 1] ?? 0;
      return Math.max(seconds * 1000 * (0.8 + 0.4 * random()), Math.min(retryAfterMs ?? 0, 3_600_000));
    };
    lane.failures += 1;
    const now = clock.elapsed();
    if (route.failures === 0) route.failingSince = now;
    // Attempts made at the same time that all fail are one failure of the target
    if (route.failures === failuresBefore) route.failures += 1;
    lane.notBefore = now + pause(lane.failures);
    route.notBefore = now + pause(route.failures);
  }
}

const newRoute = (): Route => ({
  lanes: new Map(),
  busy: 0,
  failures: 0,
  failingSince: 0,
  notBefore: 0,
  cancel: null,
});

const refusalOf = (status: number): string =>
  status >= 300 && status < 400
    ? `the target answered ${status}, and redirects are not followed`
    : `the target answered ${status}`;
