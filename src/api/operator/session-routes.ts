import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors.ts';
import { type Keys, operatorKeyId } from '../keys.ts';
import { keyOf, requireKey } from '../require-key.ts';
import { toSeconds } from '../wire/time.ts';
import type { OneTimeTokens } from './one-time-tokens.ts';
import { hostOf, isOperator, sessionPath } from './operator-access.ts';

type SessionAnswer = {
  /** Key of the session that was opened; null when the key that was sent is to be used itself. */
  readonly key: string | null;
  /** Unix seconds. */
  readonly expiresAt: number | null;
  readonly isOperator: boolean;
};

/** What the pages ask first: a session for whoever shows a token of the operator, and what a key may do. */
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
    const key = requireKey(keys, text);
    // The pages have no need to keep the token itself
    if (key.id === operatorKeyId) return opened(raw);
    return { key: null, expiresAt: null, isOperator: isOperator(key, raw) };
  });

  app.post('/operator/one-time-token', async ({ raw }) => {
    // Else a session could prolong itself, and a key be revoked without ending what it began
    if (requireKey(keys, keyOf(raw)).id !== operatorKeyId) {
      throw new ApiError('ACCESS_DENIED', 'this needs the token that stands in operator.token of the data folder');
    }
    const { token, expiresAt } = tokens.issue();
    return { token, expiresAt: toSeconds(expiresAt) };
  });
}
