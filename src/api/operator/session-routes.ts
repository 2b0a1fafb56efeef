import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors.ts';
import { type Keys, operatorKeyId } from '../keys.ts';
import { keyOf, requireKey } from '../require-key.ts';
import { toSeconds } from '../wire/time.ts';
import type { OneTimeTokens } from './one-time-tokens.ts';
import { hostOf, isOperator, sessionPath } from './operator-access.ts';

const tokenPath = '/operator/one-time-token';

type SessionAnswer = {
  /** Key of the opened session; null when the page should use the key it sent. */
  readonly key: string | null;
  /** Unix seconds. */
  readonly expiresAt: number | null;
  readonly isOperator: boolean;
};

/** Adds the first request of the dashboard: opens a session for a token of the operator, or returns the rights of a key. */
export function addSessionRoutes(
  app: FastifyInstance,
  { keys, tokens }: { readonly keys: Pick<Keys, 'check' | 'lend'>; readonly tokens: OneTimeTokens },
): void {
  const opened = ({ headers }: IncomingMessage): SessionAnswer => {
    const { text, expiresAt } = keys.lend(hostOf(headers));
    return { key: text, expiresAt: toSeconds(expiresAt), isOperator: true };
  };

  app.post(sessionPath, async ({ raw }): Promise<SessionAnswer> => {
    const text = keyOf(raw);
    if (text !== undefined && tokens.redeem(text)) return opened(raw);
    const key = requireKey(keys, text, sessionPath);
    // A session, so that the page does not have to keep the operator token itself
    if (key.id === operatorKeyId) return opened(raw);
    return { key: null, expiresAt: null, isOperator: isOperator(key, raw) };
  });

  app.post(tokenPath, async ({ raw }) => {
    // Otherwise a session could prolong itself, and sessions would outlive the revocation of their key
    if (requireKey(keys, keyOf(raw), tokenPath).id !== operatorKeyId) {
      throw new ApiError('ACCESS_DENIED', 'this needs the token from the file operator.token of the data folder');
    }
    const { token, expiresAt } = tokens.issue();
    return { token, expiresAt: toSeconds(expiresAt) };
  });
}
