import type { IncomingMessage } from 'node:http';
import { keyOf, requireKey } from '../access.ts';
import { ApiError } from '../errors.ts';
import type { Keys } from '../keys.ts';
import { isLoopback } from './loopback.ts';

/** How somebody shows to be the operator. */
export type OperatorProof = 'loopback' | 'key';

/**
 * Lets the operator pass: whoever sits at the machine itself, or has a key with the right admin. A page of another site
 * that the operator has open passes for neither.
 */
export function requireOperator(keys: Pick<Keys, 'check'>, request: IncomingMessage): OperatorProof {
  requireSameSite(request);
  if (isLoopback(request)) return 'loopback';
  const { rights } = requireKey(keys, keyOf(request, undefined));
  if (rights.admin === true) return 'key';
  throw new ApiError(
    'ACCESS_DENIED',
    'this needs a key with the right admin, or to be asked from the machine itself; `itemtape keys create NAME --admin` makes such a key there',
  );
}

/** Refuses a request that a page of another site sent. */
export function requireSameSite({ headers }: IncomingMessage): void {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  const isForeign = (typeof site === 'string' && site !== 'same-origin' && site !== 'none') || !isOwn(origin, host);
  if (isForeign) throw new ApiError('ACCESS_DENIED', 'pages of other sites may not ask for this');
}

const isOwn = (origin: string | undefined, host: string | undefined): boolean =>
  origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
