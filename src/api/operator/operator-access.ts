import type { IncomingMessage } from 'node:http';
import { ApiError } from '../errors.ts';
import type { Key, Keys } from '../keys.ts';
import { keyOf, requireKey } from '../require-key.ts';
import type { Call } from '../server/router.ts';

export const sessionPath = '/operator/session';

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
    requireSameSite(request);
    // A session is opened with a one-time token, which is not a key
    if (path !== sessionPath) requireOperator(keys, request, path);
  };

function requireOperator(keys: Pick<Keys, 'check'>, request: IncomingMessage, path: string): void {
  if (isOperator(requireKey(keys, keyOf(request), path), request)) return;
  throw new ApiError(
    'ACCESS_DENIED',
    'this is for the operator: send the token from the file operator.token of the data folder, or a key with the right admin, which `itemtape keys create NAME --admin` creates',
  );
}

/** Whether a key is the operator's; a session key is so only at the host name at which the session was opened. */
export const isOperator = ({ rights, host }: Key, { headers }: IncomingMessage): boolean =>
  rights.admin === true || (host !== undefined && host === hostOf(headers));

export const hostOf = (headers: IncomingMessage['headers']): string => headers.host ?? '';

/** Refuses requests from pages of other sites. */
function requireSameSite({ headers }: IncomingMessage): void {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  const isForeign = (typeof site === 'string' && site !== 'same-origin' && site !== 'none') || !isOwn(origin, host);
  if (isForeign) throw new ApiError('ACCESS_DENIED', 'pages of other sites may not request this');
}

const isOwn = (origin: string | undefined, host: string | undefined): boolean =>
  origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
