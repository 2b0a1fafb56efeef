import type { WireRequest } from '../../contract/connector.ts';

export const keyName = 'ITRADE_GG_KEY';

/** Appends the key as the last part of the path. */
export const keyed = (request: WireRequest, key: string): WireRequest => ({
  ...request,
  url: `${request.url}/${encodeURIComponent(key.trim())}`,
});
