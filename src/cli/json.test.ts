import { expect, it } from 'vitest';
import { jsonLine, jsonText } from './json.ts';

it('parses back to the same value, and contains no control characters for a terminal', () => {
  const value = { name: 'AK\u001b[2J\u0085\u009b31m\u202evil\u{e0001}', list: [1, null, '★ 印花'] };
  for (const text of [jsonText(value), jsonLine(value)]) {
    expect(JSON.parse(text)).toEqual(value);
    expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
    expect(text).toContain('★ 印花');
  }
});
