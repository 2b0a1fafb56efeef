import type { IncomingMessage } from 'node:http';
import { ApiError } from '../errors.ts';
import { type Keys, operatorKeyId } from '../keys.ts';
import { keyOf, requireKey } from '../require-key.ts';
import { json } from '../server/content.ts';
import type { Router } from '../server/router.ts';
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
  router: Router,
  { keys, tokens }: { readonly keys: Pick<Keys, 'check' | 'lend'>; readonly tokens: OneTimeTokens },
): void {
  const opened = ({ headers }: IncomingMessage): SessionAnswer => {
    const { text, expiresAt } = keys.lend(hostOf(headers));
    return { key: text, expiresAt: toSeconds(expiresAt), isOperator: true };
  };

  const answerTo = (request: IncomingMessage): SessionAnswer => {
    const text = keyOf(request);
    if (text !== undefined && tokens.redeem(text)) return opened(request);
    const key = requireKey(keys, text, sessionPath);
    // A session, so that the page does not have to keep the operator token itself
    if (key.id === operatorKeyId) return opened(request);
    return { key: null, expiresAt: null, isOperator: isOperator(key, request) };
  };

  router.add(['POST'], sessionPath, ({ request }) => json(answerTo(request)));
  router.add(['POST'], tokenPath, ({ request }) => {
    // Otherwise a session could prolong itself, and sessions would outlive the revocation of their key
    if (requireKey(keys, keyOf(request), tokenPath).id !== operatorKeyId) {
      throw new ApiError('ACCESS_DENIED', 'this needs the token from the file operator.token of the data folder');
    }
    const { token, expiresAt } = tokens.issue();
    return json({ token, expiresAt: toSeconds(expiresAt) });
  });
}
