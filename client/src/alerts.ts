import type { AlertAttempt, AlertRequest, AlertRule, AlertTest, NewAlertRule } from './generated/rest.ts';
import type { HttpClient } from './http.ts';

type Options = { readonly signal?: AbortSignal };

/** Rules of this key that notify a target when something happens. */
export type Alerts = {
  /** Rules, oldest first; for the operator those of all keys. */
  readonly list: (options?: Options) => Promise<AlertRule[]>;
  /** The secret of a webhook is returned only here. Not retried: without an answer, the rule may or may not exist. */
  readonly create: (request: AlertRequest, options?: Options) => Promise<NewAlertRule>;
  readonly remove: (id: string, options?: Options) => Promise<void>;
  /** The rule is inactive until it is resumed. */
  readonly pause: (id: string, options?: Options) => Promise<AlertRule>;
  readonly resume: (id: string, options?: Options) => Promise<AlertRule>;
  /** Sends a test to the target of the rule and returns the result. */
  readonly test: (id: string, options?: Options) => Promise<AlertTest>;
  /** The latest delivery attempts, newest first. */
  readonly deliveries: (id: string, options?: Options) => Promise<AlertAttempt[]>;
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
  test: (id, options) => ask(`${path}/test`, { id }, options?.signal, false, { method: 'POST', isOnce: true }),
  deliveries: (id, options) => ask(`${path}/deliveries`, { id }, options?.signal, false),
});
