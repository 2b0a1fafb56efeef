import type { OutcomeOverride, Source } from '../../contract/connector.ts';
import type { HealthState } from './health.ts';

/** The outcome of one request, or of a reading made of several. */
export type Outcome = OutcomeOverride | 'read' | 'unchanged' | 'changed' | 'shrunk' | 'retired';

/** What the next request of the source waits for after an outcome. */
export type Wait =
  /** The ordinary interval. */
  | 'interval'
  /** Back-off with full jitter. */
  | 'backoff'
  /** The release of the budget. */
  | 'budget'
  /** 15 min, doubling up to 6 h. */
  | 'block'
  /** The interval, or a tenth of the time for which the source has given nothing, up to 6 h, whichever is longer. */
  | 'vain'
  /** A restart with another credential. */
  | 'restart';

type Consequence = { readonly health: HealthState; readonly wait: Wait };

/** Health and wait that follow from each outcome. */
export const consequences: Readonly<Record<Outcome, Consequence>> = {
  read: { health: 'live', wait: 'interval' },
  unchanged: { health: 'live', wait: 'interval' },
  retry: { health: 'down', wait: 'backoff' },
  limited: { health: 'limited', wait: 'budget' },
  refused: { health: 'refused', wait: 'restart' },
  blocked: { health: 'blocked', wait: 'block' },
  gone: { health: 'changed', wait: 'vain' },
  retired: { health: 'changed', wait: 'vain' },
  changed: { health: 'changed', wait: 'interval' },
  shrunk: { health: 'shrunk', wait: 'interval' },
};

export const isOutcome = (value: unknown): value is Outcome =>
  typeof value === 'string' && Object.hasOwn(consequences, value);

/** What the source's `refusal` says of a payload; throws if that is no outcome, which nothing could follow from. */
export function refusalOf({ refusal }: Pick<Source, 'refusal'>, payload: unknown): OutcomeOverride | null {
  const outcome = refusal?.(payload) ?? null;
  if (outcome !== null && !isOutcome(outcome)) throw new Error('the refusal found in it is not an outcome');
  return outcome;
}

/** What the operator can do, for outcomes whose finding does not say it. */
export const advice: Readonly<Partial<Record<Outcome, string>>> = {
  blocked: 'the marketplace turns this address away, or the account; the source is retried later',
  changed: 'the format may have changed: record an answer and compare it with wire.ts',
  gone: 'the address may have changed: look it up at the marketplace',
  retired: 'the marketplace no longer serves this call: look for its replacement',
  shrunk: 'nothing is removed until three readings in a row agree',
};

/** What the operator can do. Names a refused credential, unless the answer was refused by `barred` (`isBarred`). */
export const remedyOf = (outcome: Outcome, env: string | null, isBarred = false): string | undefined =>
  outcome === 'refused' && env !== null && !isBarred ? `check ${env}` : advice[outcome];

/** Whether what was requested does not exist at the marketplace. */
export const isMissing = (outcome: Outcome): boolean => outcome === 'gone' || outcome === 'retired';

type StatusRow = {
  readonly from: number;
  readonly to: number;
  /** null: the body decides. */
  readonly outcome: Outcome | null;
  readonly withCredential?: Outcome;
  /** For HTML, which firewalls send where the marketplace itself sends JSON. */
  readonly asHtml?: Outcome;
};

// The first matching row applies. 3xx are redirects that were not followed; other 4xx mean that our requests are outdated
const statusRows: readonly StatusRow[] = [
  { from: 304, to: 304, outcome: 'unchanged' },
  { from: 200, to: 299, outcome: null },
  { from: 300, to: 399, outcome: 'blocked' },
  { from: 401, to: 401, outcome: 'blocked', withCredential: 'refused' },
  { from: 403, to: 403, outcome: 'blocked', withCredential: 'refused', asHtml: 'blocked' },
  { from: 404, to: 404, outcome: 'gone' },
  // 410 is about the call, never about one item
  { from: 410, to: 410, outcome: 'retired' },
  { from: 408, to: 408, outcome: 'retry' },
  { from: 425, to: 425, outcome: 'retry' },
  { from: 418, to: 418, outcome: 'limited' },
  { from: 429, to: 429, outcome: 'limited' },
  { from: 400, to: 499, outcome: 'changed' },
  { from: 100, to: 999, outcome: 'retry' },
];

type ResponseFacts = {
  readonly status: number;
  readonly isHtml: boolean;
  readonly hasCredential: boolean;
  readonly overrides?: Readonly<Record<number, OutcomeOverride>> | undefined;
};

/** The outcome of a status before the body is read; null when the body decides. */
export function outcomeOfStatus({ status, isHtml, hasCredential, overrides }: ResponseFacts): Outcome | null {
  const override = overrides?.[status];
  if (override !== undefined) return override;
  const row = statusRows.find(({ from, to }) => from <= status && status <= to);
  if (row === undefined) return 'retry';
  if (isHtml && row.asHtml !== undefined) return row.asHtml;
  if (hasCredential && row.withCredential !== undefined) return row.withCredential;
  return row.outcome;
}
