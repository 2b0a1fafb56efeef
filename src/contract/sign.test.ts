import { describe, expect, it } from 'vitest';
import { ed25519 } from './sign.ts';

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

  it('takes a private key with the public key appended', () => {
    expect(ed25519(message, `${seed}${publicKey}`)).toBe(signature);
    expect(ed25519(message, seed.toUpperCase())).toBe(signature);
  });

  it('says what a private key must look like without showing it', () => {
    expect(() => ed25519(message, 'not a key')).toThrow('64 or 128 hexadecimal digits');
    expect(() => ed25519(message, `${seed}00`)).not.toThrow(seed);
  });
});
