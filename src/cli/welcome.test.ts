import { describe, expect, it } from 'vitest';
import { announce } from './welcome.ts';

const said = (format: string, firstKey: string | null, remark: string | null = null): string => {
  const parts: string[] = [];
  announce({ origin: 'http://127.0.0.1:7400', firstKey }, { format, remark, write: (part) => void parts.push(part) });
  return parts.join('');
};

describe('the announcement of a service', () => {
  it('shows people the first key once, and a request that works', () => {
    const text = said('text', 'it_made-up');

    expect(text).toContain('it_made-up      (shown this once)');
    expect(text).toContain(
      'curl -H "X-API-Key: it_made-up" "http://127.0.0.1:7400/v2/items/search?game=CS2&query=ak-47+redline"',
    );
    expect(text).toMatch(/Dashboard +http:\/\/127\.0\.0\.1:7400\/ /);
    expect(said('text', null)).toContain('itemtape keys create <name>');
    expect(said('text', null, 'Nothing here is real.')).toContain('Nothing here is real.');
  });

  it('gives machines one line for the address and one for the key', () => {
    const lines = (text: string) =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));

    expect(lines(said('json', 'it_made-up'))).toMatchObject([
      { origin: 'http://127.0.0.1:7400', msg: 'listening' },
      { firstKey: 'it_made-up' },
    ]);
    expect(lines(said('json', null))).toHaveLength(1);
  });
});
