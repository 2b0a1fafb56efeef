import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signed } from './sign.ts';

const request = { method: 'POST', url: 'https://tradingapi.500.casino/api/v1/market/shop' } as const;

describe('a request to 500 Casino', () => {
  it('presents the user by a token signed with the key', () => {
    const token = signed(request, 'u1:the-key').headers?.['x-500-auth'] ?? '';
    const [head = '', claims = '', signature] = token.split('.');
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());

    expect(read(head)).toEqual({ alg: 'HS256', typ: 'JWT' });
    expect(read(claims)).toEqual({ userId: 'u1' });
    expect(signature).toBe(createHmac('sha256', 'the-key').update(`${head}.${claims}`).digest('base64url'));
  });

  it('says what is wrong with a credential of another form, without quoting it', () => {
    expect(() => signed(request, 'only-a-key')).toThrow(
      'CSGO500_KEYS must be the user id and the key with a colon between them',
    );
  });
});
