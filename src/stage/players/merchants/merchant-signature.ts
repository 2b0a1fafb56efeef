import { createPublicKey, verify } from 'node:crypto';

/**
 * Whether the private key that belongs to a merchant made a signature over a text (SHA256withRSA, PKCS #1 v1.5, base64).
 * On the stage the name of a merchant is the modulus of its public key, so that every merchant counts as registered.
 */
export const isSignedBy = (merchant: unknown, signature: unknown, text: string): boolean => {
  if (typeof merchant !== 'string' || typeof signature !== 'string' || !/^[\w-]{300,}$/.test(merchant)) return false;
  try {
    const key = createPublicKey({ key: { kty: 'RSA', n: merchant, e: 'AQAB' }, format: 'jwk' });
    return verify('sha256', Buffer.from(text), key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
};

type Fields = Readonly<Record<string, unknown>>;

/** The text signed for YouPin and UUSkins: all fields except the signature, sorted by name, values as compact JSON. */
export const youpinText = ({ sign: _, ...fields }: Fields): string => {
  const names = Object.keys(fields).sort();
  return names.reduce((text, name) => `${text}${name}${JSON.stringify(fields[name])}`, '');
};

const tenMinutes = 600_000;

/** The clock skew they allow is not known. */
export const isRecent = (at: number, now: number): boolean => Math.abs(now - at) <= tenMinutes;
