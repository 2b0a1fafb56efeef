import { describe, expect, it } from 'vitest';
import { agentFor, userAgentOf } from './user-agent.ts';

describe('the user agent', () => {
  it('names the version, and the contact if there is one', () => {
    expect(userAgentOf('1.2.3', '')).toBe('itemtape/1.2.3');
    expect(userAgentOf('1.2.3', 'https://example.org/bot')).toBe('itemtape/1.2.3 (+https://example.org/bot)');
    expect(userAgentOf('1.2.3', 'ops@example.org')).toBe('itemtape/1.2.3 (+ops@example.org)');
  });

  it('has both in the form of crawlers, too', () => {
    const form = { agent: 'compatible' } as const;
    expect(agentFor(form, userAgentOf('1.2.3', ''))).toBe('Mozilla/5.0 (compatible; itemtape/1.2.3)');
    expect(agentFor(form, userAgentOf('1.2.3', 'ops@example.org'))).toBe(
      'Mozilla/5.0 (compatible; itemtape/1.2.3; +ops@example.org)',
    );
    expect(agentFor({}, 'itemtape/1.2.3')).toBe('itemtape/1.2.3');
  });

  it.each(['a\r\nx-own: yes', 'ops@exämple.org', 'ops (at) example.org', 'o\\ps', 'a;b', '"me"', 'x', 'a'.repeat(201)])(
    'stops the start where a header cannot carry the contact: %j',
    (contact) => {
      expect(() => userAgentOf('1.2.3', contact)).toThrow(`collect.contact is ${JSON.stringify(contact)}`);
    },
  );
});
