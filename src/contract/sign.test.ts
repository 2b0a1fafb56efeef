import { describe, expect, it } from 'vitest';
import { testPrivateKey } from '../../test/support/servers/rsa-test-key.ts';
import { ed25519, hmacToken, merchantOf } from './sign.ts';

// Key pair and signature made with OpenSSL 3.0.19 (genpkey -algorithm ed25519, pkeyutl -sign -rawin); the key is used nowhere else
const seed = '1b05ca4063b540a86f0d87c80cfc65df4042a52187ca8becc1bfd3ceb2581c00';
const publicKey = 'e64a54b56f9e09c0483e482be0ec4401a8f5816588704b388c116e91eb2fb376';
const message = 'GET/marketplace-api/v1/targets-by-title/csgo/AK-47 | Redline (Field-Tested)1768478400';
const signature =
  '25c09ef5b204cb542dc729b958177cabfac4669164a684c355d17977ac7853c9a0ec6e654005df697826a3ebb36287d921ba54f703bdb9a5982340b2397c6407';

describe('ed25519', () => {
  it('signs as OpenSSL does', () => {
    expect(ed25519(message, seed)).toBe(signature);
  });

  it('accepts a private key with the public key appended', () => {
    expect(ed25519(message, `${seed}${publicKey}`)).toBe(signature);
    expect(ed25519(message, seed.toUpperCase())).toBe(signature);
  });

  it('says what a private key must look like without showing it', () => {
    expect(() => ed25519(message, 'not a key')).toThrow('64 or 128 hexadecimal digits');
    expect(() => ed25519(message, `${seed}00`)).not.toThrow(seed);
  });
});

describe('a merchant', () => {
  const text = 'Souvenir AWP | 龍王 (Field-Tested)';
  // printf %s "$text" | openssl dgst -sha256 -sign key.pem | base64 -w0, with OpenSSL 3.0.19 and the test key as key.pem
  const vector =
    'zUkoZaOoCUIATQtwBAhp4TNnk8sPGFhLq43m2spiKVtrxlBfhK03TfvMBjCi0UXrD+Gd/Ap7EBuM/92oCBlOEufcaxT6gRkPaZYIBbBhhnKKFczG01h0d/4b/wAMy/FtFgwb0OM3vKPIAP/wT05v+z9tSFBwvKPduYwLVsMflCyQbqI2f1jTTkl7LbyUHmfZ3rymU6Iu5o0Lzk7A4OP4Grp+3IkH5CcTVYA5oahZCAJ3v1imphvw4i4vu9Wnvn4WQ59eDsSh4QcrIJQPMfqZBnLsq2Ft/PvsewknF8Qjw3WzltNAqdD1QgUFGK/zB/yeHX9QrEThfNMlbHLNqwFLmw==';
  const oneLine = testPrivateKey.replace(/-----[^-]+-----|\n/g, '');

  it.each([
    ['PEM', testPrivateKey],
    ['PEM with the line breaks of Windows', testPrivateKey.replaceAll('\n', '\r\n')],
    ['PEM in one line of a setting', testPrivateKey.replaceAll('\n', '\\n')],
    ['base64 on one line', oneLine],
  ])('signs as OpenSSL does with a key as %s', (_form, key) => {
    expect(merchantOf(`shop-7:${key}`, 'TINY_KEYS')).toMatchObject({ name: 'shop-7' });
    expect(merchantOf(` shop-7 : ${key}\n`, 'TINY_KEYS').sign(text)).toBe(vector);
  });

  it.each([
    ['no colon', oneLine, 'TINY_KEYS must be the merchant'],
    ['no name', `:${oneLine}`, 'TINY_KEYS must be the merchant'],
    ['half a key', `shop-7:${oneLine.slice(0, 800)}`, 'the private key in TINY_KEYS must be an RSA key in PKCS #8'],
    ['a key that is no base64', `shop-7:${oneLine}!`, 'the private key in TINY_KEYS must be'],
    ['a key in the older form', `shop-7:${testPrivateKey.replaceAll('PRIVATE', 'RSA PRIVATE')}`, 'openssl pkcs8'],
    ['a key of another kind', `shop-7:MC4CAQAwBQYDK2VwBCIEIJMI9qYQftsYmJPHDnlBV37DcaOKBL59kwJJWVRlp4J+`, 'an RSA key'],
  ])('says what is wrong with %s without showing it', (_case, credential, problem) => {
    const refused = () => merchantOf(credential, 'TINY_KEYS');

    expect(refused).toThrow(problem);
    for (const part of credential.split(/[\s:]+/).filter(({ length }) => length > 8)) expect(refused).not.toThrow(part);
  });
});

describe('hmacToken', () => {
  it('signs as the example of jwt.io does', () => {
    const claims = { sub: '1234567890', name: 'John Doe', iat: 1516239022 };

    expect(hmacToken(claims, 'your-256-bit-secret')).toBe(
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c',
    );
  });
});
