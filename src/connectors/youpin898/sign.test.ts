import { describe, expect, it } from 'vitest';
import { testPrivateKey } from '../../../test/support/servers/rsa-test-key.ts';
import { loggedIn, signed } from './sign.ts';

const url = 'https://gw-openapi.youpin898.com/open/v1/api/batchGetOnSaleCommodityInfo';
const body = {
  requestList: [
    { templateHashName: 'StatTrak™ AWP | Neo-Noir (Field-Tested)' },
    { templateHashName: 'Sticker | 100/10 "Quoted"' },
  ],
};
// Noon in London is eight in the evening in Beijing
const now = Date.UTC(2026, 0, 15, 12, 0, 0, 999);

describe('a signed request', () => {
  // What printf %s "$text" | openssl dgst -sha256 -sign key.pem | base64 -w0 gives with the test key and this text (OpenSSL 3.0.19):
  // appKey"26053"requestList[{"templateHashName":"StatTrak™ AWP | Neo-Noir (Field-Tested)"},{"templateHashName":"Sticker | 100/10 \"Quoted\""}]timestamp"2026-01-15 20:00:00"
  const vector =
    'HlKlyDXt3cY9mr4nnA1dC12/EU6JKtikIhZo5HX/DiTgxrPXdzPNph/uBmGujURUmJ1XBpvfw6CI9zW5/YpRavudRVTJ2F/b/hawHpmMANsUxLJSA0iAvr3GhiiG/PUzeo7vSU6PhNWwO4txbF64XJAy9vkSrZLv4njNLwC5XYndGOSoFxz1r64HfuSVaAj50WVRMGCwV3aCEuzHdMk5Lzz+RjgxBSRb3/maxqigIQIkr3Jgov+hwQ95LqEZ4pcIGIWgnHwtD5kQZl6Gzf3K+faSoQ5ZNAuRVCED9uLP/SfaI/hc85v5E+ifvYb0+W5arMz4opDfMnU1YCD1XHgAEQ==';

  it('has the signature that OpenSSL makes, over sorted keys and quoted strings', () => {
    const request = { method: 'POST', url, body } as const;

    expect(signed(request, `26053:${testPrivateKey}`, now)).toEqual({
      method: 'POST',
      url,
      body: { ...body, appKey: '26053', timestamp: '2026-01-15 20:00:00', sign: vector },
    });
    expect(request.body).not.toHaveProperty('sign');
  });

  it('says which credential is wrong, and how, without showing it', () => {
    expect(() => signed({ url, body }, testPrivateKey, now)).toThrow('YOUPIN898_KEYS must be');
    expect(() => signed({ url, body }, `26053:${testPrivateKey.slice(0, 500)}`, now)).toThrow(
      /YOUPIN898_KEYS .*PKCS #8/,
    );
    expect(() => signed({ url, body }, `26053:${testPrivateKey.slice(0, 500)}`, now)).not.toThrow('MIIE');
  });
});

describe('a request with a log-in', () => {
  it('has token and uk in addition to its other headers', () => {
    const request = { url, headers: { platform: 'pc' } };

    for (const secret of ['ey.j.wt:Uk5', ' Bearer ey.j.wt : Uk5\n'])
      expect(loggedIn(request, secret).headers).toEqual({ platform: 'pc', authorization: 'Bearer ey.j.wt', uk: 'Uk5' });
  });

  it('needs both', () => {
    expect(() => loggedIn({ url }, 'ey.j.wt')).toThrow('YOUPIN898_LOGIN must be');
    expect(() => loggedIn({ url }, 'ey.j.wt')).not.toThrow('ey.j.wt');
  });
});
