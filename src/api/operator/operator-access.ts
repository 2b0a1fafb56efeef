import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors.ts';
import type { Key, Keys } from '../keys.ts';
import { keyOf, requireKey } from '../require-key.ts';

export const sessionPath = '/operator/session';

/**
 * Guards all routes below /operator/, before any body is read. The address of the client makes no difference: a proxy on
 * this machine can forward requests for anybody.
 */
export function guardOperatorRoutes(app: FastifyInstance, keys: Pick<Keys, 'check'>): void {
  app.addHook('onRequest', async ({ raw, method, routeOptions: { url } }, reply) => {
    if (url?.startsWith('/operator/') !== true || method === 'OPTIONS') return;
    // Unlike the interface for readers, not for other sites
    reply.removeHeader('access-control-allow-origin').header('cache-control', 'no-store');
    requireSameSite(raw);
    // A session is opened with a one-time token, which is not a key
    if (url !== sessionPath) requireOperator(keys, raw, url);
  });
}

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
