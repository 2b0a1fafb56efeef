import { describe, expect, it } from 'vitest';
import { createManualTimers } from '../../../test/support/stream/stream-rig.ts';
import type { StandingSubscription } from './standing-subscription.ts';
import { Standings } from './standings.ts';
import type { StandingRow, StandingView } from './view.ts';

const row: StandingRow = { type: 'best', event: null, id: 'x', tail: ',"id":"x"}' };
const of = (channel: string, more: object = {}) =>
  ({ channel, game: 'CS2', maxDaysTradeLocked: null, ...more }) as unknown as StandingSubscription;

/** Views each look at which takes longer than one turn may; everything is published on command. */
function setUp(looksWithMore = 0) {
  const { timers, step } = createManualTimers();
  const looks: string[] = [];
  const touches = new Map<string, () => void>();
  const publishing: (() => void)[] = [];
  const viewOf = ({ channel }: StandingSubscription, touched: () => void): StandingView => {
    touches.set(channel, touched);
    const take = () => {
      for (const until = performance.now() + 3; performance.now() < until; );
      looks.push(channel);
      return { rows: [row], isMore: looks.length <= looksWithMore };
    };
    return { take, standing: () => [], close: () => {} };
  };
  const standings = new Standings({
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
  return { standings, looks, touches, received, member, step, settle, publish };
}

describe('views that readers follow', () => {
  it('send rows only to those who follow from before the look until these are published', () => {
    const { standings, touches, received, member, settle, publish } = setUp();
    const [leaving, at] = [member('leaving'), of('best')];
    const followed = standings.enter(at, member('staying'));
    standings.enter(at, leaving);
    touches.get('best')?.();
    settle();
    standings.exit(followed, leaving);
    standings.enter(at, member('coming'));
    publish();
    expect(received).toEqual(['staying']);
  });

  it('are not looked at once nobody follows them, although a look was due', () => {
    const { standings, looks, touches, member, step, settle } = setUp();
    const reader = member('a');
    standings.enter(of('best'), reader);
    const left = [of('deals'), of('found')].map((one) => standings.enter(one, reader));
    for (const channel of ['best', 'deals']) touches.get(channel)?.();
    step();
    expect(looks).toEqual(['best']);
    touches.get('found')?.();
    for (const followed of left) standings.exit(followed, reader);
    settle();
    expect([looks, standings.size]).toEqual([['best'], 1]);
  });

  it('are looked at again as time passes only where that can change them', () => {
    const { standings, looks, member, settle } = setUp();
    for (const one of [of('best'), of('found'), of('found', { maxDaysTradeLocked: 0 }), of('deals')])
      standings.enter(one, member('a'));
    standings.tick();
    settle();
    expect(looks.sort()).toEqual(['deals', 'found']);
  });

  it('are looked at until there are no more rows', () => {
    const { standings, looks, touches, member, settle } = setUp(2);
    standings.enter(of('best'), member('a'));
    touches.get('best')?.();
    settle();
    expect(looks).toEqual(['best', 'best', 'best']);
  });
});
