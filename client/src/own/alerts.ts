import type {
  AlertAttempt,
  AlertRequest,
  AlertRule,
  AlertTest,
  LoggedAlert,
  NewAlertRule,
  SecretRotation,
} from '../generated/rest.ts';
import type { HttpClient } from '../http.ts';

type Options = { readonly signal?: AbortSignal };

/**
 * Rules of this key that notify a target when something happens. Every call is refused as `ACCESS_DENIED` if the key lacks
 * the right to alerts.
 */
export type Alerts = {
  /**
   * Rules, oldest first; for the operator those of all keys.
   *
   * @example
   * const waiting = (await tape.alerts.list()).filter(({ pending }) => pending > 0);
   *
   * @throws {TapeError} `ACCESS_DENIED` as above.
   */
  readonly list: (options?: Options) => Promise<AlertRule[]>;

  /**
   * Creates a rule. The secret of a webhook is returned only here. Not retried: without an answer, the rule may or may not
   * exist.
   *
   * @example
   * const { id } = await tape.alerts.create({
   *   name: 'Redline below 10',
   *   when: { kind: 'figure', figure: 'ask', game: 'CS2', items: ['AK-47 | Redline (Field-Tested)'], below: 10 },
   *   target: { kind: 'ntfy', url: 'https://ntfy.sh/my-topic' },
   *   coolDownSeconds: 3_600,
   * });
   *
   * @throws {TapeError} `INVALID_PARAMS` for an invalid rule, or a target that is not public.
   */
  readonly create: (request: AlertRequest, options?: Options) => Promise<NewAlertRule>;

  /**
   * Deletes a rule, with its alerts that have not been delivered.
   *
   * @example
   * for (const { id, name } of await tape.alerts.list()) if (name.startsWith('test')) await tape.alerts.remove(id);
   *
   * @throws {TapeError} `NOT_FOUND` if this key has no such rule.
   */
  readonly remove: (id: string, options?: Options) => Promise<void>;

  /**
   * The rule is inactive until it is resumed.
   *
   * @example
   * for (const { id } of await tape.alerts.list()) await tape.alerts.pause(id);
   *
   * @throws {TapeError} `NOT_FOUND` if this key has no such rule.
   */
  readonly pause: (id: string, options?: Options) => Promise<AlertRule>;

  /**
   * Makes a paused rule active again.
   *
   * @example
   * for (const { id } of await tape.alerts.list()) await tape.alerts.resume(id);
   *
   * @throws {TapeError} `NOT_FOUND` if this key has no such rule.
   */
  readonly resume: (id: string, options?: Options) => Promise<AlertRule>;

  /**
   * Gives the webhook of a rule a new secret, returned only here; for a day, alerts are signed by the previous one as well.
   * Not retried: without an answer, the secret may or may not be replaced.
   *
   * @example
   * const [rule] = await tape.alerts.list();
   * if (rule !== undefined) console.log((await tape.alerts.rotate(rule.id)).secret);
   *
   * @throws {TapeError} `NOT_FOUND` if this key has no such rule, `INVALID_PARAMS` if its target is not a webhook.
   */
  readonly rotate: (id: string, options?: Options) => Promise<SecretRotation>;

  /**
   * Sends a test to the target of the rule and returns the result. Not retried.
   *
   * @example
   * const [rule] = await tape.alerts.list();
   * if (rule !== undefined) console.log(await tape.alerts.test(rule.id));
   *
   * @throws {TapeError} `NOT_FOUND` if this key has no such rule; a target that refuses the test is not an error.
   */
  readonly test: (id: string, options?: Options) => Promise<AlertTest>;

  /**
   * The latest delivery attempts, newest first.
   *
   * @example
   * const [rule] = await tape.alerts.list();
   * const attempts = rule === undefined ? [] : await tape.alerts.deliveries(rule.id);
   * for (const { at, outcome, error } of attempts) console.log(new Date(at * 1000), outcome, error);
   *
   * @throws {TapeError} `NOT_FOUND` if this key has no such rule.
   */
  readonly deliveries: (id: string, options?: Options) => Promise<AlertAttempt[]>;

  /**
   * The latest alerts of rules of this key whose target is `{ kind: 'browser' }`, newest first, at most 200.
   *
   * @example
   * const unread = (await tape.alerts.log()).filter(({ isRead }) => !isRead);
   *
   * @throws {TapeError} `ACCESS_DENIED` as above.
   */
  readonly log: (options?: Options) => Promise<LoggedAlert[]>;

  /**
   * Marks an alert of the log and all older ones as read.
   *
   * @example
   * const [newest] = await tape.alerts.log();
   * if (newest !== undefined) await tape.alerts.read(newest.id);
   *
   * @throws {TapeError} `ACCESS_DENIED` as above.
   */
  readonly read: (id: string, options?: Options) => Promise<void>;
};

const path = 'tape/alerts';

export const createAlerts = (ask: HttpClient): Alerts => ({
  list: (options) => ask(path, {}, options?.signal, false),
  create: (request, options) => ask(path, {}, options?.signal, false, { method: 'POST', body: request, isOnce: true }),
  remove: async (id, options) => {
    await ask(path, { id }, options?.signal, false, { method: 'DELETE' });
  },
  pause: (id, options) => ask(`${path}/pause`, { id }, options?.signal, false, { method: 'POST' }),
  resume: (id, options) => ask(`${path}/resume`, { id }, options?.signal, false, { method: 'POST' }),
  rotate: (id, options) => ask(`${path}/rotate`, { id }, options?.signal, false, { method: 'POST', isOnce: true }),
  test: (id, options) => ask(`${path}/test`, { id }, options?.signal, false, { method: 'POST', isOnce: true }),
  deliveries: (id, options) => ask(`${path}/deliveries`, { id }, options?.signal, false),
  log: (options) => ask(`${path}/log`, {}, options?.signal, false),
  read: async (id, options) => {
    await ask(`${path}/log/read`, { id }, options?.signal, false, { method: 'POST' });
  },
});
