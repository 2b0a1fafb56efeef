import { describe, expect, it } from 'vitest';
import { sampleOf } from './rejected-sample.ts';

const asIs = (text: string): string => text;

describe('a kept sample', () => {
  it('shows a row as it came', () => {
    expect(sampleOf({ name: 'Case', price: '1,66 €' }, asIs)).toBe('{"name":"Case","price":"1,66 €"}');
  });

  it.each(['😀'.repeat(500), `x${'😀'.repeat(500)}`])('is cut between symbols, never within one', (text) => {
    const sample = sampleOf(text, asIs);
    expect(text.startsWith(sample)).toBe(true);
    expect(sample.isWellFormed()).toBe(true);
    expect(sample.length).toBeGreaterThan(398);
  });

  it('omits whatever looks like a token, a password or an e-mail address', () => {
    const row = {
      name: 'Case',
      accessToken: 'abc',
      seller: { email: 'a@b.example', apiKey: 'k', note: 'write to someone@mail.example' },
      tradeUrl: 'https://steam.example/tradeoffer/new/?partner=1&token=Ab3dE6gH',
      jwt: null,
      id: 'eyJhbGciOiJIUzI1.eyJzdWIiOiIx.c2lnbmF0dXJl',
    };

    expect(JSON.parse(sampleOf(row, asIs))).toEqual({
      name: 'Case',
      accessToken: '[removed]',
      seller: { email: '[removed]', apiKey: '[removed]', note: 'write to [address]' },
      tradeUrl: 'https://steam.example/tradeoffer/new/?partner=1&token=[removed]',
      jwt: null,
      id: '[token]',
    });
  });

  it('omits the secrets of the operator before it is cut', () => {
    const redact = (text: string) => text.replaceAll('s3cret', '[secret]');

    expect(sampleOf(`${'x'.repeat(395)}s3cret`, redact)).toBe(`${'x'.repeat(395)}[secr`);
  });

  it('is short, however large and deep the payload', () => {
    let deep: unknown = 'end';
    for (let level = 0; level < 50; level += 1) deep = { deep };
    const row = { name: 'x'.repeat(1_000_000) };
    const rows = Array.from({ length: 100_000 }, () => row);

    expect(sampleOf({ deep, rows }, asIs).length).toBeLessThanOrEqual(400);
    expect(sampleOf(deep, asIs)).toContain('{…}');
    expect(sampleOf(undefined, asIs)).toBe('undefined');
  });
});
