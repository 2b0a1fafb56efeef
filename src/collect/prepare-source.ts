import { type Budget, type Connector, runsUnasked, type Source } from '../contract/connector.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Game } from '../schema/index.ts';
import { createRowReader, type RowReader } from './decode/row-reader.ts';
import type { Access } from './request/access-token.ts';
import { createRedaction } from './request/credential.ts';
import { sendingDemanded } from './request/demanded.ts';
import type { HttpClient } from './request/http-client.ts';
import { createSourceRequests, type LateSourceRequest, type SourceRequest } from './request/source-request.ts';
import { accessesOf } from './request/token-login.ts';
import { createRateLimiter, type RateLimiter } from './schedule/rate-limiter.ts';
import type { ScheduleMemory } from './schedule/schedule-memory.ts';

/** A source with everything its games share. */
export type PreparedSource = {
  readonly connector: Connector;
  readonly source: Source;
  readonly games: readonly Game[];
  readonly budget: Budget;
  readonly limiter: RateLimiter;
  /** The key of its budget, which names by what the marketplace counts. */
  readonly budgetKey: string;
  readonly reader: RowReader;
  readonly sendRequest: SourceRequest;
  readonly sendLate: LateSourceRequest;
  readonly access: Access;
  readonly redact: (text: string) => string;
  readonly missingCredential: string | null;
  /** Refused credentials of the connector, by `env`, with the reason. */
  readonly refused: Map<string, string>;
};

/** Keyed by slug, budget name, and by what the marketplace counts. */
export type Limiters = Map<string, RateLimiter>;

type PrepareOptions = {
  /** The secret in an environment variable; null when it is not set. */
  readonly secrets: (env: string) => string | null;
  /** The HTTP client for a connector's marketplace. */
  readonly clientOf: (connector: Connector) => HttpClient['send'];
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Existing limiters, which are reused; new ones are added. */
  readonly limiters: Limiters;
  /** By what the marketplace counts against a budget. */
  readonly countedBy: (connector: Connector, budget: Budget) => string;
  /** Null where nothing is kept across restarts. */
  readonly scheduleMemory: ScheduleMemory | null;
};

type MeteredBudget = { readonly budgetKey: string; readonly limiter: RateLimiter };

/** The rate limiter of each budget, by its name. */
function meteredBudgets(connector: Connector, options: PrepareOptions): ReadonlyMap<string, MeteredBudget> {
  const { limiters, countedBy, scheduleMemory, clock } = options;
  return new Map(
    Object.entries(connector.budgets).map(([name, budget]) => {
      const by = countedBy(connector, budget);
      const budgetKey = [connector.slug, name, ...(by === '' ? [] : [scheduleMemory?.digest(by) ?? by])].join(' ');
      const memory = () => scheduleMemory?.budget(budgetKey, budget.perSeconds) ?? null;
      const limiter = limiters.get(budgetKey) ?? createRateLimiter(budget, clock, memory());
      limiters.set(budgetKey, limiter);
      return [name, { budgetKey, limiter }];
    }),
  );
}

/** Prepares the sources of a connector. Sources with the same budget share its rate limiter. */
export function prepareSources(connector: Connector, options: PrepareOptions): PreparedSource[] {
  const { secrets, clientOf, signal, clock } = options;
  const budgets = meteredBudgets(connector, options);
  const redaction = createRedaction(connector.credentials.map(({ env }) => secrets(env) ?? ''));
  const { redact } = redaction;
  const send = sendingDemanded(clientOf(connector), connector.demands);
  const accessOf = accessesOf({ connector, secrets, redaction, send, signal, clock });
  const refused = new Map<string, string>();
  return connector.sources.map((source) => {
    const budget = connector.budgets[source.budget];
    const metered = budgets.get(source.budget);
    if (budget === undefined || metered === undefined)
      throw new Error(
        `${connector.slug}/${source.name} names the budget "${source.budget}", which its connector does not declare`,
      );
    const { limiter } = metered;
    const access = accessOf(source);
    const missingCredential = source.credential !== undefined && access.env === null ? source.credential : null;
    const reader = createRowReader(source, redact);
    const { sendRequest, sendLate } = createSourceRequests({ source, send, limiter, access, reader, redact, clock });
    const games = source.games ?? connector.games;
    const shared = { connector, source, games, budget, ...metered, reader, sendRequest, sendLate, access, redact };
    return { ...shared, missingCredential, refused };
  });
}

/** Why a source does not run unless the operator says so. */
function reasonsOff({ rules, bansAccounts }: Connector, source: Source): readonly string[] {
  const others = source.onRequest ?? (source.evidence === 'inferred' ? 'no recorded answer backs it' : null);
  if (source.permission !== 'againstTerms') return others === null ? [] : [others];
  const risk = bansAccounts ? 'whoever reads it risks the account or the address' : 'whoever reads it breaks them';
  const against = `it is against the terms of the marketplace (${rules?.by ?? 'no source named'}); ${risk}`;
  return others === null ? [against] : [against, others];
}

/** Why a source does not run; null when it does. `isOn` is the configured choice, null when there is none. */
export function whyOff({ connector, source, missingCredential }: PreparedSource, isOn: boolean | null): string | null {
  const { slug, credentials } = connector;
  if (missingCredential !== null) {
    const about = credentials.find(({ env }) => env === missingCredential)?.about ?? '';
    return `needs ${missingCredential}: ${about}`;
  }
  if (isOn === false) return 'switched off by configuration';
  if (isOn === true || runsUnasked(source)) return null;
  return `${reasonsOff(connector, source).join('; ')}; collect.enable switches ${slug}/${source.name} on`;
}
