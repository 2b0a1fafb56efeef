import type { IncomingMessage } from 'node:http';
import { ApiError } from '../errors.ts';
import type { Key, Keys } from '../keys.ts';
import { keyOf, requireKey } from '../require-key.ts';
import type { Call } from '../server/router.ts';
import { isFromOwnPage } from '../sessions/session-cookie.ts';

export const sessionPath = '/operator/session';
export const signInPath = '/operator/sign-in';

/**
 * Guards all routes below /operator/, before any body is read. The address of the client makes no difference: a proxy on
 * this machine can forward requests for anybody.
 */
export const createOperatorGate =
  (keys: Pick<Keys, 'check'>) =>
  ({ request, endpoint, headers }: Call): void => {
    const path = endpoint?.path ?? '';
    if (!path.startsWith('/operator/')) return;
    // Unlike the interface for readers, not for other sites
    delete headers['access-control-allow-origin'];
    headers['cache-control'] = 'no-store';
    if (!isFromOwnPage(request)) throw new ApiError('ACCESS_DENIED', 'pages of other sites may not request this');
    // A session is opened with a one-time token, which is not a key, or with any key, by who has none yet
    if (path !== sessionPath && path !== signInPath) requireOperator(keys, request, path);
  };

function requireOperator(keys: Pick<Keys, 'check'>, request: IncomingMessage, path: string): void {
  if (isOperator(requireKey(keys, keyOf(request), path))) return;
  throw new ApiError(
    'ACCESS_DENIED',
    'this is for the operator: send the token from the file operator.token of the data folder, or a key with the right admin, which `itemtape keys create NAME --admin` creates',
  );
}

/** Whether a key is the operator's, or has the rights of one. */
export const isOperator = ({ rights }: Pick<Key, 'rights'>): boolean => rights.admin === true;
