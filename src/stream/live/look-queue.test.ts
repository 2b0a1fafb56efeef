import { describe, expect, it } from 'vitest';
import { createManualTimers } from '../../../test/support/stream/stream-rig.ts';
import { LiveQueries } from './live-queries.ts';
import type { LiveChannel } from './live-query.ts';
import { LookQueue } from './look-queue.ts';
import type { LiveView } from './view.ts';

/** A queue of views, each look at which takes longer than one turn may. */
function setUp() {
  const { timers, step } = createManualTimers();
  const queue = new LookQueue(timers);
  const looks: string[] = [];
  const viewOf = (channel: LiveChannel, name: string) => ({
    subscription: { channel },
    look: () => {
      for (const until = performance.now() + 3; performance.now() < until; );
      looks.push(name);
    },
  });
  const taken = (): readonly string[] => looks.splice(0);
  return { queue, viewOf, step, taken };
}

describe('looks at views', () => {
  it('are spread over turns of the event loop, each view once', () => {
    const { queue, viewOf, step, taken } = setUp();
    const views = ['a', 'b', 'c'].map((name) => viewOf('deals', name));
    for (const view of [...views, ...views]) queue.add(view);

    expect(taken()).toEqual(['a']);
    const later = [];
    for (let turn = 0; turn < 4; turn += 1) {
      step();
      later.push(taken());
    }
    expect(later).toEqual([['b'], ['c'], ['a'], []]);
  });

  it('do not keep best prices waiting for all deals', () => {
    const { queue, viewOf, step, taken } = setUp();
    for (const name of ['a', 'b', 'c', 'd']) queue.add(viewOf('deals', name));
    queue.add(viewOf('best', 'x'));

    taken();
    step();
    expect(taken()).toEqual(['x']);
    step();
    expect(taken()).toEqual(['b']);
  });

  it('do not happen at views that have been closed', () => {
    const { queue, viewOf, step, taken } = setUp();
    const [first, second] = [viewOf('deals', 'a'), viewOf('deals', 'b')];
    queue.add(first);
    queue.add(second);
    queue.remove(second);

    step();
    expect(taken()).toEqual(['a']);
  });

  it('are spread for all that readers follow', () => {
    const { timers, step } = createManualTimers();
    let looks = 0;
    const take = () => {
      for (const until = performance.now() + 3; performance.now() < until; );
      looks += 1;
      return { rows: [], isMore: false };
    };
    const view: LiveView = { take, standing: () => [], close: () => {} };
    const reader = { best: () => view, deals: () => view, found: () => view };
    const liveQueries = new LiveQueries({ reader, timers, onceAllPublished: (call) => call() });
    const request = { channel: 'found', game: 'CS2', maxDaysTradeLocked: 1 } as unknown as Parameters<
      LiveQueries['enter']
    >[0];
    for (const limit of [1, 2, 3]) liveQueries.enter({ ...request, limit } as typeof request, { receive: () => {} });

    liveQueries.tick();
    expect(looks).toBe(1);
    step();
    expect(looks).toBe(2);
  });
});
