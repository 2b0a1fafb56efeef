import { describe, expect, it } from 'vitest';
import { testPrivateKey } from '../../../test/support/servers/rsa-test-key.ts';
import { signed } from './sign.ts';

const url = 'https://openapi.ecosteam.cn/Api/Market/SellGoodsList';
const now = Date.UTC(2026, 0, 15, 12, 0, 0, 999);

// What printf %s "$text" | openssl dgst -sha256 -sign key.pem | base64 -w0 gives with the test key as key.pem (OpenSSL 3.0.19)
const vectors = [
  {
    shows: 'a boolean as "True"',
    body: { NeedStyleInfo: true, GameID: '730' },
    text: 'GameID=730&NeedStyleInfo=True&PartnerId=1029384756&Timestamp=1768478400',
    sign: 'Xg2eM5ZncAcml/FeUi/3dBv0pdDAK1a2/hXFkeilAG6YG1BjvyIDUrU8w9J+ZdD0oUBWIgC1NFfcsshCv0JRTO53NDi8olNh+FycKdX+RpuxoYBUK+q1kT3QGcgjEweyfeLwqMR4ImtYqZRL2ZdscU6o/xtZgUBmNkvGyX+y9FW65BByik802Ed0XNOg2hroIUU3kumhpMsE7zzQB975ScG3H9XnVpqFv/RiVZ8af9One0EyBCpGEFcbXSIosF4ekr26PD4movBOJ/u4FizNf9PZ/MjKsSazVh4juK23ACbRn3wJAjwnxq5vbmFGujSbCO6GfTw38pqptMntKhTsoQ==',
  },
  {
    shows: 'numbers and other scripts as they are',
    body: { GameId: '730', HashName: '★ Karambit | Doppler (Factory New)', PageIndex: 1, PageSize: 100, GoodRange: 1 },
    text: 'GameId=730&GoodRange=1&HashName=★ Karambit | Doppler (Factory New)&PageIndex=1&PageSize=100&PartnerId=1029384756&Timestamp=1768478400',
    sign: 'IIijyXM91kzwuLN1w0sUYdx0irlOe0zSctgmS6ZKeAehuzE4Ysua9vsJidVzERqmFc3LIQuv3nZdTJ1bLfDBRz0ktU1cEDD62BrVTiPEwoA9IiI7/85ZwblsrOQMs1WOegdnNVupn1vLXfVdCPPTL5hrWhUsEfbJ0M8uKOXVvsZxfbCie0ZZg7Wmg72HZVBdlviRaalW9J3SqXt7u9JnAWLtTGdqZ/Dun648m7OTgv74bGb6nHvHXasR4OpZPVdYyflpKP7OQkTYKZfi2E7S8iVLAEc53MLVtO+slcgfhPCLbSQkmiWxQO2WCNyEjBYg70G82r4XDkmqS4iiCStCAA==',
  },
  {
    shows: 'names in order whatever their case, lists as JSON, and nothing that is null',
    body: { timeless: 0, B: 2, a: 1, StyleName: null, Property: undefined, GoodsNum: ['G1', '龍/王'] },
    text: 'a=1&B=2&GoodsNum=["G1","龍/王"]&PartnerId=1029384756&timeless=0&Timestamp=1768478400',
    sign: 'R3ZYV3C05VYvpBs7aDl3qMtPFkqn71XsObAoLLtzYG654lKGpH0SyUXm+jouIcvplCwAEHCzxXeIxMMg2VF6D9yXm9GAM30mPwE6lXLh95bofvdKSeDnC75qz4Y51+KIyUlESjJj9v5eqHTWEofMaAIPCDwCIynupfPdGGLaG9Z/pjdm+UszmENxEvKHiSrlbkPe0BugiH7Jj1CUzCY525CwF8BIYfomwh2+SkJbZwjpGJVGxditahoyPZe3j2AY1mF9HjNe2GnW4Fk0tAqZ3G0XmZHMI+4zWSOZYIzJn5GCw3XnJ2f2i0zcMHZhHxPqKzZRmnFFmRFkFQ5lSy8QdQ==',
  },
];

describe('a signed request', () => {
  it.each(vectors)('carries the signature that OpenSSL makes of $text, $shows', ({ body, sign }) => {
    const secret = `1029384756:${testPrivateKey}`;

    expect(signed({ method: 'POST', url, body }, secret, now)).toEqual({
      method: 'POST',
      url,
      body: { ...body, PartnerId: '1029384756', Timestamp: '1768478400', Sign: sign },
    });
  });

  it('says which credential is wrong, and how, without showing it', () => {
    const half = testPrivateKey.slice(0, 500);

    expect(() => signed({ url }, half, now)).toThrow('ECOSTEAM_KEYS must be');
    expect(() => signed({ url }, `1029384756:${half}`, now)).toThrow(/ECOSTEAM_KEYS .*PKCS #8/);
    expect(() => signed({ url }, `1029384756:${half}`, now)).not.toThrow('MIIE');
  });
});
