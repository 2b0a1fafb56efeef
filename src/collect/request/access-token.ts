import type { Credential, WireRequest } from '../../contract/connector.ts';
import type { Clock } from '../../runtime/clock.ts';
import { valueAt } from '../decode/rows-at.ts';
import type { Outcome } from '../schedule/outcome.ts';
import type { RateLimiter } from '../schedule/rate-limiter.ts';
import { headerFaultOf, type Secret } from './credential.ts';

/** The result of a request for a token. */
export type Login = {
  readonly outcome: Outcome;
  readonly detail: string | null;
  readonly retryAt: number | null;
  readonly payload: unknown;
};

/** What a request presents, or why there is nothing to present. */
export type Credentials = { readonly secret: Secret | null } | { readonly failed: Login };

/** Provides what the requests of a source present. All sources with the same credential share it. */
export type Access = {
  /** `env` of the credential; null without one. */
  readonly env: string | null;
  /** Requests a token where one is needed, within the budget of the source that needs it. */
  readonly present: (limiter: RateLimiter) => Promise<Credentials>;
  /** Call when what was presented was refused; true when another attempt would present something different. */
  readonly drop: (presented: Secret | null) => boolean;
};

/** For a source without a credential. */
export const noAccess: Access = { env: null, present: async () => ({ secret: null }), drop: () => false };

type TokenCarry = Extract<Credential['carry'], { in: 'token' }>;

type AccessOptions = {
  readonly secret: Secret | null;
  /** Makes the one request that holds the secret. */
  readonly login: (request: WireRequest, limiter: RateLimiter) => Promise<Login>;
  /** Receives every token, so that it is redacted everywhere. */
  readonly learn: (token: string) => void;
  readonly clock: Clock;
};

export function createAccess({ secret, login, learn, clock }: AccessOptions): Access {
  if (secret === null) return noAccess;
  const { credential } = secret;
  if (credential.carry.in !== 'token')
    return { env: credential.env, present: async () => ({ secret }), drop: () => false };
  const { carry } = credential;
  const { value } = secret;
  let token: { readonly secret: Secret; readonly until: number } | null = null;
  let pending: Promise<Credentials> | null = null;

  async function trade(limiter: RateLimiter): Promise<Credentials> {
    const request = requestFor(carry, value);
    if (request === null)
      return { failed: { ...nothing, detail: `log-in: ${credential.env} does not have the expected form` } };
    const fault = headerFaultOf(request.headers, value);
    if (fault !== null) return { failed: { ...nothing, detail: `log-in: ${fault}; check ${credential.env}` } };
    const made = await login(request, limiter);
    if (made.outcome !== 'read')
      return { failed: { ...made, outcome: ofLogin(made.outcome), detail: `log-in: ${made.detail ?? made.outcome}` } };
    const found = tokenIn(made.payload, carry);
    if (found === null) return { failed: { ...made, outcome: 'changed', detail: noToken(made.payload, carry) } };
    learn(found);
    token = { secret: { credential, value: found }, until: clock.now() + carry.lastsSeconds * 1000 };
    return { secret: token.secret };
  }

  return {
    env: credential.env,
    present: (limiter) => {
      if (token !== null && clock.now() < token.until) return Promise.resolve({ secret: token.secret });
      pending ??= trade(limiter).finally(() => {
        pending = null;
      });
      return pending;
    },
    drop: (presented) => {
      if (token?.secret === presented) token = null;
      return true;
    },
  };
}

const nothing: Login = { outcome: 'refused', detail: null, retryAt: null, payload: null };

/** A log-in endpoint that is gone does not mean that the requested item is. */
const ofLogin = (outcome: Outcome): Outcome => (outcome === 'gone' ? 'changed' : outcome);

function requestFor({ exchange: sendRequest }: TokenCarry, secret: string): WireRequest | null {
  try {
    return sendRequest(secret);
  } catch {
    // The message can quote the secret
    return null;
  }
}

function tokenIn(payload: unknown, { tokenAt }: TokenCarry): string | null {
  const found = valueAt(payload, tokenAt);
  return typeof found === 'string' && found !== '' ? found : null;
}

/** Names the fields but no values, since one of them can be the token. */
function noToken(payload: unknown, { tokenAt }: TokenCarry): string {
  const fields = typeof payload === 'object' && payload !== null ? Object.keys(payload).slice(0, 10).join(', ') : '';
  return `log-in: no token at "${tokenAt}" of the answer${fields === '' ? '' : `, whose fields are ${fields}`}; the format may have changed`;
}
