import { describe, expect, it } from 'vitest';
import type { SourceHealth } from '../collect/schedule/health.ts';
import { unreadText } from './unread.ts';

const source = (change: Partial<SourceHealth>) =>
  ({ state: 'starting', lastOutcome: null, detail: null, lastReadAt: null, ...change }) as SourceHealth;
const failed = (host: string) =>
  source({ lastOutcome: 'retry', detail: `${host}/v1/items; no connection to ${host}: ENOTFOUND` });

describe('the reason why nothing has been read', () => {
  it('is how many sources were tried and why they failed, the most frequent reason first', () => {
    const limited = source({ lastOutcome: 'limited', detail: 'c.test/v1/items; answered 429; slow down' });

    expect(unreadText([source({}), limited, failed('a.test'), failed('b.test'), source({ state: 'off' })])).toBe(
      'No marketplace has been read yet: 3 of 4 sources tried, all failed: no connection: ENOTFOUND; answered 429',
    );
    expect(unreadText([source({})])).toBe('No marketplace has been read yet: 0 of 1 source tried');
  });

  it('names a reason once, whether a list or a feed failed for it', () => {
    const feed = source({ lastOutcome: 'retry', detail: 'c.test/events; no connection: ENOTFOUND' });

    expect(unreadText([failed('a.test'), feed])).toMatch(/all failed: no connection: ENOTFOUND$/);
  });

  it('is that every source is off where that is so', () => {
    expect(unreadText([source({ state: 'off' })])).toBe('No marketplace is read: every source is off');
  });

  it('is nothing once anything was read, whatever fails later', () => {
    expect(unreadText([failed('a.test'), source({ state: 'down', lastReadAt: 1 })])).toBeNull();
  });
});
