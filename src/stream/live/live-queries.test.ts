import { describe, expect, it } from 'vitest';
import { createManualTimers } from '../../../test/support/stream/stream-rig.ts';
import { LiveQueries } from './live-queries.ts';
import type { LiveQuery } from './live-query.ts';
import type { LiveRow, LiveView } from './view.ts';

const row: LiveRow = { type: 'best', event: null, id: 'x', tail: ',"id":"x"}' };
const of = (channel: string, more: object = {}) =>
  ({ channel, game: 'CS2', maxDaysTradeLocked: null, ...more }) as unknown as LiveQuery;

/** Views each look at which takes longer than one turn may; everything is published on command. */
function setUp(looksWithMore = 0) {
  const { timers, step } = createManualTimers();
  const looks: string[] = [];
  const touches = new Map<string, () => void>();
  const publishing: (() => void)[] = [];
  const viewOf = ({ channel }: LiveQuery, touched: () => void): LiveView => {
    touches.set(channel, touched);
    const take = () => {
      for (const until = performance.now() + 3; performance.now() < until; );
      looks.push(channel);
      return { rows: [row], isMore: looks.length <= looksWithMore };
    };
    return { take, standing: () => [], close: () => {} };
  };
  const liveQueries = new LiveQueries({
    reader: { best: viewOf, deals: viewOf, found: viewOf },
    timers,
    onceAllPublished: (call) => publishing.push(call),
  });
  const received: string[] = [];
  const member = (name: string) => ({ receive: () => received.push(name) });
  const settle = () => {
    for (let round = 0; round < 9; round += 1) step();
  };
  const publish = () => {
    for (const call of publishing.splice(0)) call();
  };
  return { liveQueries, looks, touches, received, member, step, settle, publish };
}

describe('views that readers follow', () => {
  it('send rows only to those who follow from before the look until these are published', () => {
    const { liveQueries, touches, received, member, settle, publish } = setUp();
    const [leaving, at] = [member('leaving'), of('best')];
    const followed = liveQueries.enter(at, member('staying'));
    liveQueries.enter(at, leaving);
    touches.get('best')?.();
    settle();
    liveQueries.exit(followed, leaving);
    liveQueries.enter(at, member('coming'));
    publish();
    expect(received).toEqual(['staying']);
  });

  it('are not looked at once nobody follows them, although a look was due', () => {
    const { liveQueries, looks, touches, member, step, settle } = setUp();
    const reader = member('a');
    liveQueries.enter(of('best'), reader);
    const left = [of('deals'), of('found')].map((one) => liveQueries.enter(one, reader));
    for (const channel of ['best', 'deals']) touches.get(channel)?.();
    step();
    expect(looks).toEqual(['best']);
    touches.get('found')?.();
    for (const followed of left) liveQueries.exit(followed, reader);
    settle();
    expect([looks, liveQueries.size]).toEqual([['best'], 1]);
  });

  it('are looked at again as time passes only where that can change them', () => {
    const { liveQueries, looks, member, settle } = setUp();
    for (const one of [of('best'), of('found'), of('found', { maxDaysTradeLocked: 0 }), of('deals')])
      liveQueries.enter(one, member('a'));
    liveQueries.tick();
    settle();
    expect(looks.sort()).toEqual(['deals', 'found']);
  });

  it('are looked at until there are no more rows', () => {
    const { liveQueries, looks, touches, member, settle } = setUp(2);
    liveQueries.enter(of('best'), member('a'));
    touches.get('best')?.();
    settle();
    expect(looks).toEqual(['best', 'best', 'best']);
  });
});
