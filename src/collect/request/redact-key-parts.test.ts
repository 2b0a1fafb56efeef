import { describe, expect, it } from 'vitest';
import { testPrivateKey } from '../../../test/support/servers/rsa-test-key.ts';
import { createRedactor } from './credential.ts';

const line = testPrivateKey.replace(/-----[^-]+-----|\n/g, '');
const held = {
  'as PEM': testPrivateKey,
  'on one line': line,
  'as PEM in one line': testPrivateKey.replaceAll('\n', '\\n'),
};
const wrapped = (width: number, by: string) => (line.match(new RegExp(`.{1,${width}}`, 'g')) ?? []).join(by);
const echoes = {
  whole: line,
  'as PEM': testPrivateKey,
  'in lines of 76': wrapped(76, '\r\n'),
  'cut off': line.slice(0, 200),
  'from its middle': line.slice(700, 900),
  'behind other text': `key=${line.slice(3, 99)}`,
  'in JSON': JSON.stringify({ key: testPrivateKey }),
  'in JSON inside JSON': JSON.stringify(JSON.stringify({ key: wrapped(64, '\n') })),
  'in an address': encodeURIComponent(wrapped(64, '\n')),
  'encoded twice': encodeURIComponent(encodeURIComponent(line)),
  'as base64url': line.replaceAll('+', '-').replaceAll('/', '_'),
  'with escaped slashes': line.replaceAll('/', '\\/'),
};
const cases = Object.entries(held).flatMap(([how, key]) =>
  Object.entries(echoes).map(([where, echo]) => ({ how, key, where, echo })),
);

describe('redaction of a private key', () => {
  it.each(cases)('held $how leaves nothing of it that comes back $where', ({ key, echo }) => {
    const redacted = createRedactor([`shop-0123:${key}`])(`{"code":84,"msg":"no ${echo} here","id":5}`);
    const rest = decodeURIComponent(decodeURIComponent(redacted)).replace(/\\+[nr]|\s|\\/g, '');
    const plain = rest.replaceAll('-', '+').replaceAll('_', '/');

    for (let at = 0; at + 8 <= line.length; at += 1) expect(plain).not.toContain(line.slice(at, at + 8));
    expect(redacted).toContain('[secret]');
    expect(redacted).toMatch(/^\{"code":84,"msg":"no [\s\S]* here","id":5\}$/);
  });

  it('leaves other long words unchanged', () => {
    const other =
      '{"hash":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08","page":"https://a.test/MIIEvQ"}';

    expect(createRedactor([`shop-0123:${testPrivateKey}`])(other)).toBe(other);
  });
});
