import { describe, expect, it } from 'vitest';
import { createHandClock } from '../../../test/support/time/hand-clock.ts';
import type { Channel } from './nats/channel.ts';
import { type SourceReport, SourcesElsewhere } from './sources-elsewhere.ts';

function pair(aheadMs: number) {
  const takers: ((content: unknown) => void)[] = [];
  const channel: Channel = {
    send: (_, content) => {
      for (const take of takers) take(content);
    },
    onMessage: (_, take) => void takers.push(take),
  };
  const [here, there] = [createHandClock(), createHandClock()];
  there.set(there.now() + aheadMs);
  return {
    here,
    now: here.now(),
    say: (message: object) => channel.send('health', message),
    other: new SourcesElsewhere(channel, 'other', here),
    serving: new SourcesElsewhere(channel, 'serving', here),
    collecting: new SourcesElsewhere(channel, 'collecting', there),
    thereNow: there.now(),
  };
}

const read = (at: number, heldUntil: number | null) =>
  ({
    slug: 'skinport',
    source: 'items',
    game: 'CS2',
    isHeld: true,
    lastAskedAt: at - 1_000,
    lastReadAt: at,
    nextAskAt: at + 60_000,
    budget: { heldUntil },
  }) as SourceReport;

describe('the sources of other nodes', () => {
  it('are shown by the clock of the node that shows them, however wrong the other one is', () => {
    for (const aheadMs of [3_600_000, -60_000, 7 * 86_400_000]) {
      const { serving, collecting, now, thereNow } = pair(aheadMs);
      collecting.send([read(thereNow, null), { ...read(thereNow, thereNow + 5_000), source: 'sales' }], []);
      expect(serving.list()).toMatchObject([
        { lastAskedAt: now - 1_000, lastReadAt: now, nextAskAt: now + 60_000, budget: { heldUntil: null } },
        { lastReadAt: now, budget: { heldUntil: now + 5_000 } },
      ]);
    }
  });

  it('are shown with the times that were sent where the clocks agree', () => {
    const { serving, collecting, thereNow } = pair(300);
    collecting.send([read(thereNow, null)], []);
    expect(serving.list()).toMatchObject([{ lastReadAt: thereNow }]);
  });

  it('are complete up to the newest instant that any node has reported, by the clock of the one that asks', () => {
    const aheadMs = 60_000;
    const { serving, collecting, now, thereNow } = pair(aheadMs);
    const upTo = (at: number) => ({
      ...{ slug: 'skinport', source: 'items', game: 'CS2' as const },
      completeness: { at, dueAt: at + 1_000, reason: 'failed' as const },
    });
    expect(serving.completeUntil('skinport', 'items', 'CS2')).toBeNull();
    collecting.send([], [upTo(thereNow - 5_000)]);
    serving.send([], [upTo(now - 9_000)]);
    const newest = { at: now - 5_000, dueAt: now - 4_000, reason: 'failed' };
    expect(serving.completeUntil('skinport', 'items', 'CS2')).toEqual(newest);
    expect(serving.completeness()).toEqual([{ slug: 'skinport', source: 'items', game: 'CS2', completeness: newest }]);
    expect(collecting.completeUntil('skinport', 'items', 'CS2')?.at).toBe(thereNow - 5_000);
    serving.send([], [upTo(now - 1_000)]);
    expect(collecting.completeUntil('skinport', 'items', 'CS2')?.at).toBe(thereNow - 1_000);
  });

  it('are as the node that reads them reports, for ten seconds whatever others say of them', async () => {
    const { serving, collecting, other, here, now } = pair(0);
    const own = { ...read(now, null), lastReadAt: null };
    expect(serving.of(own)).toBe(own);
    other.send([{ ...read(now - 7_000, null), isHeld: false }], []);
    expect(serving.of(own)).toBe(own);
    expect(serving.list()).toMatchObject([{ lastReadAt: now - 7_000 }]);

    collecting.send([read(now - 1_000, null)], []);
    expect(serving.of(own)).toMatchObject({ lastReadAt: now - 1_000 });
    expect(serving.of(own)).not.toHaveProperty('isHeld');
    await here.advance(9_999);
    other.send([{ ...read(now - 7_000, null), isHeld: false }], []);
    expect(serving.of(own)).toMatchObject({ lastReadAt: now - 1_000 });
    await here.advance(1);
    other.send([{ ...read(now - 7_000, null), isHeld: false }], []);
    expect(serving.of(own)).toBe(own);
    // Another one that reads it counts at once
    collecting.send([read(now - 1_000, null)], []);
    other.send([read(now - 500, null)], []);
    expect(serving.of(own)).toMatchObject({ lastReadAt: now - 500 });
  });

  it('do not include what a node itself reports, and need nothing that earlier releases did not send', () => {
    const { serving, say, now } = pair(0);
    serving.send([read(now, null)], []);
    expect(serving.list()).toEqual([]);
    say({ from: 'earlier', sources: [read(now - 3_600_000, null)] });
    expect(serving.list()).toMatchObject([{ lastReadAt: now - 3_600_000 }]);
    expect(serving.completeness()).toEqual([]);
  });
});
