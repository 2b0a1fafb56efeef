import { createPrivateKey, type KeyObject, sign } from 'node:crypto';

/** What PKCS #8 (RFC 8410) writes before the 32 bytes of an Ed25519 private key. */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * The Ed25519 signature of a UTF-8 text as lower-case hex. The private key is hex: 32 bytes, or 64 where the public key
 * is appended as NaCl does.
 */
export const ed25519 = (message: string, privateKey: string): string =>
  sign(null, Buffer.from(message, 'utf8'), keyOf(privateKey)).toString('hex');

function keyOf(privateKey: string): KeyObject {
  if (!/^(?:[0-9a-f]{64}|[0-9a-f]{128})$/i.test(privateKey))
    throw new Error('an Ed25519 private key must be 64 or 128 hexadecimal digits; copy it again from the marketplace');
  const seed = Buffer.from(privateKey.slice(0, 64), 'hex');
  return createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' });
}
