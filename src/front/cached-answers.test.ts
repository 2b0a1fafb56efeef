import { describe, expect, it } from 'vitest';
import { CachedAnswers } from './cached-answers.ts';

const response = (): Buffer => Buffer.from('HTTP/1.1 200 OK\r\nDate: Thu, 01 Jan 2026 00:00:00 GMT\r\n\r\n');

function cached() {
  const time = { elapsed: 5_000, ahead: Date.UTC(2026, 0, 1) };
  const answers = new CachedAnswers({
    byteLimit: 1e6,
    now: () => time.elapsed + time.ahead,
    isTrusted: () => true,
  });
  const isCached = (): boolean => {
    time.elapsed += 200;
    const found = answers.find('one');
    return found !== undefined && answers.take(found) !== null;
  };
  answers.keep('one', { leftMs: 10_000, bytes: response(), repeat: () => true });
  return { time, isCached };
}

describe('kept answers', () => {
  it('are given until they lapse, while the clock is being adjusted', () => {
    const { time, isCached } = cached();
    for (let step = 0; step < 20; step += 1) {
      time.ahead += 100;
      expect(isCached()).toBe(true);
    }
    time.elapsed += 10_000;
    expect(isCached()).toBe(false);
  });

  it('are not given once the clock was set, forward or back', () => {
    for (const jump of [3_600_000, -3_600_000, 7 * 86_400_000]) {
      const { time, isCached } = cached();
      expect(isCached()).toBe(true);
      time.ahead += jump;
      expect(isCached()).toBe(false);
    }
  });
});
