import type { WireRequest } from '../../contract/connector.ts';
import { ed25519 } from '../../contract/sign.ts';

const keysForm = /^\s*([0-9a-f]{64})\s*:\s*([0-9a-f]{64}|[0-9a-f]{128})\s*$/i;

/** Signs method, decoded path, query as sent, body and epoch seconds; `keys` is "public:private" in hex. */
export function signed(request: WireRequest, keys: string, now: number): WireRequest {
  const [, publicKey, privateKey] = keysForm.exec(keys) ?? [];
  if (publicKey === undefined || privateKey === undefined)
    throw new Error(
      'DMARKET_KEYS must be the public and the private key in hexadecimal digits with a colon between them',
    );
  const { pathname, search } = new URL(request.url);
  const body = request.body === undefined ? '' : JSON.stringify(request.body);
  const date = String(Math.floor(now / 1000));
  const message = `${request.method ?? 'GET'}${decodeURIComponent(pathname)}${search}${body}${date}`;
  return {
    ...request,
    headers: {
      ...request.headers,
      'X-Api-Key': publicKey.toLowerCase(),
      'X-Sign-Date': date,
      'X-Request-Sign': `dmar ed25519 ${ed25519(message, privateKey)}`,
    },
  };
}
