import { describe, expect, it } from 'vitest';
import { testPrivateKey } from '../../../test/support/servers/rsa-test-key.ts';
import { signed } from './sign.ts';

const url = 'https://api.uuskins.com/api/vertex/commodity/query/market/openapi/list';
const body = { pageSize: 1000, pageIndex: 2 };

describe('a signed request', () => {
  // printf %s 'appKey"itemtape-test"pageIndex2pageSize1000' | openssl dgst -sha256 -sign key.pem | base64 -w0
  // with the test key as key.pem (OpenSSL 3.0.19)
  const vector =
    'LQjPmiDiQWK+zzkn3c+uYs3YEifU/BI+IQSD3P4q2Is7oEDlHnyWsKfFjNlmJ44d1XTj/Xl+/gakgAZvEJYp2SYzrz//xHm0KOjwZDI6vnln6gZZuLm9mCSih+d8EdgJ32PJxzYAT2b2opK7Vt96S8mmbUx4sOzCI8jC/JfVxNRXb0/NxCwT7uuaaV011+rBbZAoH3t4I0RWicynSTbJ7YmtPn0Ayxh6NEpsDtmV9VQwY5mLh08R1qoFQ4m9sZQykK5m9Ulckj7UEYjB1QjeA8uSPchvIcBov1ii3eAaEiPTWPQB3nLtaZu5TeyYN+rvysQkkoS+3tlUwRvilRbgaA==';

  it('has the signature that OpenSSL makes, over sorted keys, and no time', () => {
    expect(signed({ method: 'POST', url, body }, `itemtape-test:${testPrivateKey}`)).toEqual({
      method: 'POST',
      url,
      body: { ...body, appKey: 'itemtape-test', sign: vector },
    });
  });

  it('says which credential is wrong, and how, without showing it', () => {
    const half = testPrivateKey.slice(0, 500);

    expect(() => signed({ url, body }, half)).toThrow('UUSKINS_KEYS must be');
    expect(() => signed({ url, body }, `shop:${half}`)).toThrow(/UUSKINS_KEYS .*PKCS #8/);
    expect(() => signed({ url, body }, `shop:${half}`)).not.toThrow('MIIE');
  });
});
