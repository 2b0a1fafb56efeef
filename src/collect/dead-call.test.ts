import { afterEach, describe, expect, it } from 'vitest';
import { type Collecting, collecting } from '../../test/support/collect/collecting.ts';
import { itemOffers, offerPages, offerRows, priceList, priceRows } from '../../test/support/collect/tiny-sources.ts';
import type { ScriptedReply } from '../../test/support/servers/scripted-server.ts';
import type { Source } from '../contract/connector.ts';

const minute = 60_000;
const hour = 60 * minute;

let here: Collecting;
afterEach(() => here.stop());

const loginPage = '<!doctype html><html><head><title>Log in</title></head><body></body></html>';
const replies: Readonly<Record<string, ScriptedReply>> = {
  'a 410': { status: 410, body: 'gone' },
  'a 404': { status: 404, body: { error: 'not found' } },
  'an empty page': { body: '' },
  'a list without rows': { body: { items: [], next: null } },
  'a login page': { headers: { 'content-type': 'text/html' }, body: loginPage },
};
const sources: Readonly<Record<string, Source>> = {
  'a list': priceList(),
  'a list at no path': priceList({ rowsAt: (payload) => (payload as { items: object[] }).items }),
  'newest pages': offerPages(),
  'all pages': offerPages({ covers: 'all' }),
  'items one by one': itemOffers(),
};
const names = Array.from({ length: 400 }, (_, index) => `Case ${index}`);
const oneASecond = { budgets: { all: { requests: 1, perSeconds: 1, scope: 'ip' } } } as const;

const viewed = () => {
  const [view] = here.collector.health();
  if (view === undefined) throw new Error('there is no source');
  return view;
};

/** Advances the clock to `until`; returns when each request was made, in milliseconds since the start. */
async function requestsUntil(until: number): Promise<number[]> {
  const start = here.clock.now();
  const times: number[] = [];
  while (here.clock.now() - start < until) {
    const before = here.server.requests.length;
    await here.next();
    for (let count = before; count < here.server.requests.length; count += 1) times.push(here.clock.now() - start);
    expect(viewed().state).not.toBe('live');
  }
  return times;
}

describe.each(Object.keys(sources))('%s', (kind) => {
  const source = sources[kind] as Source;

  it.each(Object.keys(replies))(
    'answered with %s for everything is reported so, and requested less and less often',
    async (what) => {
      here = await collecting({ sources: [source], connector: oneASecond, names: () => names });
      here.server.play(() => replies[what] as ScriptedReply);
      const interval = 'everySeconds' in source ? source.everySeconds * 1000 : 0;
      here.collector.start();
      await here.ran(1);
      const within = await requestsUntil(interval);
      const named = viewed();
      const after = await requestsUntil(24 * hour);
      const quarters = [0, 6, 12, 18].map(
        (from) => after.filter((at) => at >= from * hour && at < (from + 6) * hour).length,
      );

      expect(within.length).toBeGreaterThan(0);
      expect(['changed', 'shrunk', 'blocked', 'down']).toContain(named.state);
      expect(named.detail).toMatch(
        /answered 410.*no longer serves this call|answered 404.*(may have changed|no longer serves this call)|an empty page|"Log in"/,
      );
      expect(viewed()).toMatchObject({ lastReadAt: null, nextAskAt: expect.any(Number) });
      expect(quarters).toEqual([...quarters].sort((a, b) => b - a));
      expect(quarters[3]).toBeLessThan(12);
      expect((after.at(-1) ?? 0) - (after.at(-2) ?? 0)).toBeGreaterThan(50 * minute);
    },
  );
});

describe('a call that was retired', () => {
  it('is no longer live at its first 410, whichever item was requested', async () => {
    here = await collecting({ sources: [itemOffers()], connector: oneASecond, names: () => names });
    here.server.play((_, index) => (index < 5 ? { body: { items: offerRows('Case', [index]) } } : { status: 410 }));
    here.collector.start();
    await here.ran(1);
    while (here.sink.runs.length < 5) await here.next();
    const readAt = viewed().lastReadAt;
    await here.next();

    expect(viewed()).toMatchObject({ state: 'changed', lastOutcome: 'retired', lastReadAt: readAt });
  });
});

describe('a call for single items', () => {
  const begin = async (isKnown: (name: string) => boolean) => {
    here = await collecting({ sources: [itemOffers()], connector: oneASecond, names: () => names });
    here.server.play(({ url }) => {
      const name = new URL(url, 'https://x').searchParams.get('name') ?? '';
      return isKnown(name) ? { body: { items: offerRows(name, [1]) } } : { status: 404 };
    });
    here.collector.start();
    await here.ran(1);
  };
  const read = async (count: number) => {
    while (here.sink.runs.length < count) await here.next();
  };

  it('stays live where only a few items are known, as long as one of them is', async () => {
    let isServed = true;
    await begin((name) => isServed && name === 'Case 0');
    await read(220);
    const thin = viewed().state;
    isServed = false;
    await read(360);

    expect(thin).toBe('live');
    expect(viewed().state).toBe('changed');
    expect(viewed().detail).toMatch(/nothing for any of \d+ items in a row, the last with: .*answered 404/);
  });

  it('is live again with the first item that has something', async () => {
    let isServed = false;
    await begin(() => isServed);
    await read(120);
    const dead = viewed().state;
    isServed = true;
    await here.next();

    expect(dead).toBe('changed');
    expect(viewed().state).toBe('live');
  });

  it('is not stale because the items of several intervals have no offers', async () => {
    let isOffered = true;
    here = await collecting({
      sources: [itemOffers({ everySeconds: 60 })],
      connector: { budgets: { all: { requests: 1, perSeconds: 60, scope: 'ip' } } },
      names: () => names.slice(0, 9),
    });
    here.server.play(() => ({ body: { items: isOffered ? offerRows('Case 1', [1]) : [] } }));
    here.collector.start();
    await here.ran(1);
    isOffered = false;
    await read(7);

    expect(viewed()).toMatchObject({ state: 'live', lastOutcome: 'read' });
  });

  it('does not change its state for an item without offers', async () => {
    here = await collecting({ sources: [itemOffers()], connector: oneASecond, names: () => names });
    here.server.play(() => ({ body: { items: [] } }));
    here.collector.start();
    await here.ran(1);
    await here.next();

    expect(viewed()).toMatchObject({ state: 'starting', lastReadAt: null });
  });
});

describe('a list that has become empty', () => {
  it('is not healthy when, after three empty readings, its former content is removed', async () => {
    here = await collecting({ sources: [priceList()] });
    here.server.play((_, index) => ({ body: { items: priceRows(index === 0 ? 20 : 0) } }));
    here.collector.start();
    await here.ran(1);
    const sweeps: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      await here.next();
      sweeps.push(here.sink.sweeps.length);
    }

    expect(sweeps).toEqual([1, 1, 2, 3]);
    expect(viewed()).toMatchObject({ state: 'shrunk', detail: expect.stringContaining('without a single row') });
  });
});
