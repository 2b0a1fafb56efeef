import { ApiError } from '../errors.ts';
import { type Key, type Keys, operatorKeyId } from '../keys.ts';
import { isOperator } from '../operator/operator-access.ts';
import { readQuery } from '../query.ts';
import { keyInQuery, keyOf, requireKey } from '../require-key.ts';
import type { Call } from '../server/router.ts';

/** Whose rules, logs and watchlists a request is about. */
export type Owner = {
  readonly key: Key;
  /** Id of the key to which they belong; sessions of the operator share one. */
  readonly keyId: string;
  readonly isOperator: boolean;
};

/** Throws the `ApiError` to respond with if the request has no valid key. */
export function ownerOf(keys: Pick<Keys, 'check'>, { request, endpoint }: Call): Owner {
  const text = keyOf(request, () => keyInQuery(readQuery(request.url ?? '')));
  const key = requireKey(keys, text, endpoint?.path ?? '');
  const isAll = isOperator(key, request);
  if (key.host !== undefined && !isAll)
    throw new ApiError(
      'ACCESS_DENIED',
      'this session was opened at another host name and cannot see alerts and watchlists',
    );
  return { key, keyId: key.host === undefined ? key.id : operatorKeyId, isOperator: isAll };
}
