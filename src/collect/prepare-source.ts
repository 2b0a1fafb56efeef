import type { Clock } from '../clock.ts';
import { type Budget, type Connector, runsUnasked, type Source } from '../contract/connector.ts';
import type { Game } from '../schema/index.ts';
import { createRowReader, type RowReader } from './decode/row-reader.ts';
import type { Access } from './request/access-token.ts';
import { createRedaction } from './request/credential.ts';
import { sendingDemanded } from './request/demanded.ts';
import type { HttpClient } from './request/http-client.ts';
import { createSourceRequests, type LateSourceRequest, type SourceRequest } from './request/source-request.ts';
import { accessesOf } from './request/token-login.ts';
import { createRateLimiter, type RateLimiter } from './schedule/rate-limiter.ts';

/** A source with everything its games share. */
export type Prepared = {
  readonly connector: Connector;
  readonly source: Source;
  readonly games: readonly Game[];
  readonly budget: Budget;
  readonly limiter: RateLimiter;
  readonly reader: RowReader;
  readonly sendRequest: SourceRequest;
  readonly sendLate: LateSourceRequest;
  readonly access: Access;
  readonly redact: (text: string) => string;
  readonly missingCredential: string | null;
  /** Refused credentials of the connector, by `env`, with the reason. */
  readonly refused: Map<string, string>;
};

/** Keyed by slug and budget name. */
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
};

/** Prepares the sources of a connector. Sources with the same budget share its rate limiter. */
export function prepareSources(connector: Connector, options: PrepareOptions): Prepared[] {
  const { secrets, clientOf, signal, clock } = options;
  const limiters = new Map(
    Object.entries(connector.budgets).map(([name, budget]) => {
      const key = `${connector.slug} ${name}`;
      const limiter = options.limiters.get(key) ?? createRateLimiter(budget, clock);
      options.limiters.set(key, limiter);
      return [name, limiter];
    }),
  );
  const redaction = createRedaction(connector.credentials.map(({ env }) => secrets(env) ?? ''));
  const { redact } = redaction;
  const send = sendingDemanded(clientOf(connector), connector.demands);
  const accessOf = accessesOf({ connector, secrets, redaction, send, signal, clock });
  const refused = new Map<string, string>();
  return connector.sources.map((source) => {
    const budget = connector.budgets[source.budget];
    const limiter = limiters.get(source.budget);
    if (budget === undefined || limiter === undefined)
      throw new Error(
        `${connector.slug}/${source.name} names the budget "${source.budget}", which its connector does not declare`,
      );
    const access = accessOf(source);
    const missingCredential = source.credential !== undefined && access.env === null ? source.credential : null;
    const reader = createRowReader(source, redact);
    const { sendRequest, sendLate } = createSourceRequests({ source, send, limiter, access, reader, redact, clock });
    const games = source.games ?? connector.games;
    const shared = { connector, source, games, budget, limiter, reader, sendRequest, sendLate, access, redact };
    return { ...shared, missingCredential, refused };
  });
}

/** Why a source does not run; null when it does. `isOn` is the configured choice, null when there is none. */
export function whyOff({ connector, source, missingCredential }: Prepared, isOn: boolean | null): string | null {
  const { slug, credentials } = connector;
  if (missingCredential !== null) {
    const about = credentials.find(({ env }) => env === missingCredential)?.about ?? '';
    return `needs ${missingCredential}: ${about}`;
  }
  if (isOn === false) return 'switched off by configuration';
  if (isOn === true || runsUnasked(source)) return null;
  return `${source.onRequest ?? 'no recorded answer backs it'}; collect.enable switches ${slug}/${source.name} on`;
}
