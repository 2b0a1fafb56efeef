import { createHmac, createPrivateKey, type KeyObject, sign } from 'node:crypto';

/** PKCS #8 header (RFC 8410) before the 32 bytes of an Ed25519 private key. */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Caches the result for the last argument: parsing a key takes longer than signing with it. */
function lastOf<Made>(make: (text: string) => Made): (text: string) => Made {
  let last: { readonly text: string; readonly made: Made } | null = null;
  return (text) => {
    if (last?.text !== text) last = { text, made: make(text) };
    return last.made;
  };
}

/**
 * The Ed25519 signature of a UTF-8 string, as lower-case hex. The private key is hex: 32 bytes, or 64 with the public key
 * appended, as NaCl writes it.
 */
export const ed25519 = (message: string, privateKey: string): string =>
  sign(null, Buffer.from(message, 'utf8'), keyOf(privateKey)).toString('hex');

const keyOf = lastOf((privateKey): KeyObject => {
  if (!/^(?:[0-9a-f]{64}|[0-9a-f]{128})$/i.test(privateKey))
    throw new Error('an Ed25519 private key must be 64 or 128 hexadecimal digits; copy it again from the marketplace');
  const seed = Buffer.from(privateKey.slice(0, 64), 'hex');
  return createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' });
});

/** A JSON Web Token (RFC 7519) of the claims, signed with HMAC and SHA-256. */
export function hmacToken(claims: object, key: string): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value), 'utf8').toString('base64url');
  const content = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${content}.${createHmac('sha256', key).update(content).digest('base64url')}`;
}

/** A merchant of an open platform: its name there, and its signature over a UTF-8 string. */
export type Merchant = {
  readonly name: string;
  /** SHA256withRSA (PKCS #1 v1.5) as base64. */
  readonly sign: (message: string) => string;
};

/**
 * Reads a credential of the form "name:private key". The RSA key is PKCS #8, as PEM or as its base64; line breaks can be
 * written as the two characters "\n", as one-line settings do. `env` names the credential in errors.
 */
export function merchantOf(credential: string, env: string): Merchant {
  const [, name, privateKey] = /^\s*([^\s:]+)\s*:([\s\S]+)$/.exec(credential) ?? [];
  if (name === undefined || privateKey === undefined)
    throw new Error(`${env} must be the merchant's name and its private key with a colon between them`);
  const key = rsaKeyOf(privateKey);
  if (key === null)
    throw new Error(
      `the private key in ${env} must be an RSA key in PKCS #8 without a password, as PEM or as base64 on one line; "openssl pkcs8 -topk8 -nocrypt" converts other forms`,
    );
  return { name, sign: (message) => sign('sha256', Buffer.from(message, 'utf8'), key).toString('base64') };
}

const rsaKeyOf = lastOf((text): KeyObject | null => {
  const base64 = text.replace(/-----(?:BEGIN|END) PRIVATE KEY-----|\\[rn]|\s/g, '');
  if (!/^[a-z0-9+/]+={0,2}$/i.test(base64)) return null;
  try {
    const key = createPrivateKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'pkcs8' });
    return key.asymmetricKeyType === 'rsa' ? key : null;
  } catch {
    return null;
  }
});
