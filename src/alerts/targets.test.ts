import { describe, expect, it } from 'vitest';
import type { Alert } from './alert-state.ts';
import { postingOf } from './targets.ts';

const tried = { attempt: 1, mayRepeat: false, at: 0 };
const alertOf = (text: string, link: string | null): Alert => ({
  ...{ id: 'msg_1', ruleId: 'r', item: 'i', at: 0, body: '{}' },
  ...{ text, link },
});
const discord = { kind: 'discord', url: 'https://discord.example/hook' } as const;
const slack = { kind: 'slack', url: 'https://slack.example/hook' } as const;
const ntfy = { kind: 'ntfy', url: 'https://ntfy.example/topic' } as const;
const jsonOf = (target: typeof discord | typeof slack, alert: Alert) =>
  JSON.parse(postingOf(target, 'rule', alert, tried).body);

describe('a long text', () => {
  it.each(['😀'.repeat(1_000), `x${'😀'.repeat(1_000)}`])('is cut between symbols, never within one', (text) => {
    const { content } = jsonOf(discord, alertOf(text, null));
    expect(content.length).toBeGreaterThan(1_890);
    expect(text.startsWith(content)).toBe(true);
    expect(content.isWellFormed()).toBe(true);
  });

  it.each(['龍'.repeat(1_900), `x${'龍'.repeat(1_900)}`])('stays short enough in bytes for ntfy to show it', (text) => {
    const { body } = postingOf(ntfy, 'rule', alertOf(text, null), { ...tried, mayRepeat: true });
    expect(Buffer.byteLength(body)).toBeGreaterThan(3_990);
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(4_096);
    expect(body.endsWith('龍 (may be a repeat)')).toBe(true);
    expect(body).not.toContain('\ufffd');
  });

  it('leaves room for its link, which is kept whole or omitted', () => {
    const link = `https://market.example/${'a'.repeat(900)}`;
    expect(jsonOf(discord, alertOf('x'.repeat(2_000), link)).content).toMatch(new RegExp(`^x{900,1000}\n${link}$`));
    const longer = `https://market.example/${'a'.repeat(8_000)}`;
    expect(jsonOf(discord, alertOf('Case', longer)).content).toBe('Case');
    expect(postingOf(ntfy, 'rule', alertOf('Case', longer), tried).headers).not.toHaveProperty('click');
  });
});

describe('a link', () => {
  const link = 'https://market.example/龍 <!channel> [Free](https://elsewhere.example)?a=1&b=2';
  const written = 'https://market.example/%E9%BE%8D%20%3C!channel%3E%20[Free](https://elsewhere.example)?a=1';

  it('goes to its end in every chat and mentions nobody', () => {
    expect(jsonOf(discord, alertOf('Case', link)).content).toBe(`Case\n${written}&b=2`);
    expect(jsonOf(slack, alertOf('Case', link)).text).toBe(`Case\n${written}&amp;b=2`);
    expect(postingOf(ntfy, 'rule', alertOf('Case', link), tried).headers['click']).toBe(`${written}&b=2`);
  });

  it('that no browser should follow is omitted', () => {
    expect(jsonOf(slack, alertOf('Case', 'javascript:alert(1)')).text).toBe('Case');
  });
});

describe('a webhook', () => {
  const target = { kind: 'webhook', url: 'https://example.org/hook', secret: `whsec_${'A'.repeat(32)}` } as const;
  const alert = { ...alertOf('Case', null), ruleId: 'a b/ü', at: 1_790_000_000_000, body: '{"type":"alert"}' };

  // Of 1.0.2, the newest revision; https://github.com/cloudevents/spec, spec.md 3 and http-protocol-binding.md 3.1
  it('is an event of CloudEvents in its binary mode, the same at every attempt', () => {
    const { headers, body } = postingOf(target, 'rule', alert, tried);
    const attributes = Object.entries(headers).filter(([name]) => name.startsWith('ce-'));

    for (const name of ['ce-id', 'ce-source', 'ce-specversion', 'ce-type']) expect(headers[name]).toMatch(/./);
    for (const [name, value] of attributes) {
      expect(name).toMatch(/^ce-[a-z0-9]{1,20}$/);
      expect(value).toMatch(/^[\x21-\x7e]+$/);
    }
    expect(headers['ce-specversion']).toBe('1.0');
    expect(new URL(String(headers['ce-source']), 'http://x').href).toBe('http://x/tape/alerts#a%20b%2F%C3%BC');
    expect(headers['ce-time']).toBe('2026-09-21T14:13:20.000Z');
    expect([headers['content-type'], body]).toEqual(['application/json', alert.body]);
    const again = postingOf(target, 'rule', alert, { attempt: 2, mayRepeat: true, at: 9 }).headers;
    expect(again).toMatchObject(Object.fromEntries(attributes));
  });
});
