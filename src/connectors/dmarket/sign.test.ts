import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signed } from './sign.ts';

// Made with OpenSSL for this test, used nowhere else
const privateKey = '1b05ca4063b540a86f0d87c80cfc65df4042a52187ca8becc1bfd3ceb2581c00';
const publicKey = 'e64a54b56f9e09c0483e482be0ec4401a8f5816588704b388c116e91eb2fb376';
const now = Date.UTC(2026, 0, 15, 12);

function isSignedOver(message: string, headers: Readonly<Record<string, string>> | undefined): boolean {
  const signature = headers?.['X-Request-Sign']?.replace('dmar ed25519 ', '') ?? '';
  const x = Buffer.from(publicKey, 'hex').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, Buffer.from(message), key, Buffer.from(signature, 'hex'));
}

describe('signed', () => {
  it('signs the decoded path and the query exactly as sent', () => {
    const url = 'https://api.dmarket.com/a/AK-47%20%7C%20Redline?title=M9%20%7C%20Lore&limit=20';

    const { headers } = signed({ url }, `${publicKey}:${privateKey}`, now);

    expect(isSignedOver('GET/a/AK-47 | Redline?title=M9%20%7C%20Lore&limit=201768478400', headers)).toBe(true);
    expect(headers).toMatchObject({ 'X-Api-Key': publicKey, 'X-Sign-Date': '1768478400' });
  });

  it('signs the body as it goes out, and keeps the headers that were there', () => {
    const request = {
      method: 'POST',
      url: 'https://api.dmarket.com/b',
      headers: { a: '1' },
      body: { n: [1] },
    } as const;

    const { headers } = signed(request, `${publicKey.toUpperCase()}:${privateKey}${publicKey}`, now);

    expect(isSignedOver('POST/b{"n":[1]}1768478400', headers)).toBe(true);
    expect(headers).toMatchObject({ a: '1', 'X-Api-Key': publicKey });
  });

  it('says what the keys must look like without showing them', () => {
    expect(() => signed({ url: 'https://api.dmarket.com/' }, privateKey, now)).toThrow('DMARKET_KEYS must be');
    expect(() => signed({ url: 'https://api.dmarket.com/' }, privateKey, now)).not.toThrow(privateKey);
  });
});
