import { describe, expect, it } from 'vitest';
import { collectGarbage } from '../../../test/support/processes/collect-garbage.ts';
import { createHandClock } from '../../../test/support/time/hand-clock.ts';
import { createItemScheduler } from './item-scheduler.ts';
import { createRecentRequests } from './recent-requests.ts';

const everySeconds = 3600;

function interestIn(values: ReadonlyMap<string, number>, seconds = everySeconds) {
  const clock = createHandClock();
  const recentRequests = createRecentRequests(clock);
  const worth = (name: string) => values.get(name) ?? null;
  return {
    clock,
    recentRequests,
    interest: createItemScheduler({
      clock,
      names: () => values.keys(),
      worth,
      everySeconds: seconds,
      recentRequests: recentRequests.at(3),
    }),
  };
}

const many = (count: number) =>
  new Map(Array.from({ length: count }, (_, index) => [`Item ${index}`, (index * 7919) % count]));

describe('interest', () => {
  // First, since memory held by other tests would still count
  it('uses no more memory however often it is called', () => {
    const values = many(100);
    // Due again at once, without another pass through the names, which would clean up
    const interest = createItemScheduler({
      clock: { elapsed: () => 0 },
      names: () => values.keys(),
      worth: (name) => values.get(name) ?? null,
      everySeconds: 0,
      recentRequests: createRecentRequests({ elapsed: () => 0 }).at(3),
    });
    const ask = (turns: number): number => {
      for (let turn = 0; turn < turns; turn += 1) interest.next();
      collectGarbage();
      return process.memoryUsage().heapUsed / 2 ** 20;
    };
    const before = ask(20_000);

    expect(ask(1_000_000) - before).toBeLessThan(5);
  });

  it('uses no more memory however many requests readers make', () => {
    const recentRequests = createRecentRequests({ elapsed: () => 0 });
    const interest = createItemScheduler({
      clock: { elapsed: () => 0 },
      names: () => ['Item 0', 'Item 1', 'Item 2'],
      worth: () => 1,
      everySeconds: 0,
      recentRequests: recentRequests.at(3),
    });
    interest.next();
    const ask = (turns: number): number => {
      for (let turn = 0; turn < turns; turn += 1) recentRequests.add(`Item ${turn % 3}`, null);
      for (let turn = 0; turn < turns / 2; turn += 1) {
        recentRequests.add('Item 0', null);
        interest.next();
      }
      collectGarbage();
      return process.memoryUsage().heapUsed / 2 ** 20;
    };
    const before = ask(20_000);

    expect(ask(400_000) - before).toBeLessThan(5);
  });

  it('comes round to every item once before any comes again', async () => {
    const { clock, interest } = interestIn(many(500));
    const first = new Set<string | null>();
    for (let turn = 0; turn < 500; turn += 1) first.add(interest.next());
    const early = interest.next();
    await clock.advance(everySeconds * 1000);
    const again = interest.next();

    expect(first.size).toBe(500);
    expect(early).toBeNull();
    expect(again).not.toBeNull();
  });

  it('serves valuable items often and forgets none when the budget covers a fraction', async () => {
    const { clock, interest } = interestIn(many(300));
    const counts = new Map<string, number>();
    // One a minute: a fifth of the items within each interval
    for (let turn = 0; turn < 1500; turn += 1) {
      const name = interest.next();
      if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
      await clock.advance(60_000);
    }
    const values = many(300);
    const dear = [...counts].filter(([name]) => (values.get(name) ?? 0) >= 270);

    expect(counts.size).toBe(300);
    expect(dear.every(([, count]) => count >= 20)).toBe(true);
  });

  it('adds new names and drops those that are gone', async () => {
    const values = new Map([['Old', 5]]);
    const { clock, interest } = interestIn(values);
    const first = interest.next();
    values.clear();
    values.set('New', 1);
    await clock.advance(10 * 60_000);

    expect(first).toBe('Old');
    expect([interest.next(), interest.next()]).toEqual(['New', null]);
    await clock.advance(everySeconds * 1000);
    expect([interest.next(), interest.next()]).toEqual(['New', null]);
  });

  it('adds a new name at once when a reader requests it', () => {
    const values = new Map([['Old', 5]]);
    const { recentRequests, interest } = interestIn(values);
    const first = interest.next();
    values.set('New', 1);
    recentRequests.add('New', null);

    expect([first, interest.next(), interest.next()]).toEqual(['Old', 'New', null]);
  });

  it('reads the names again within seconds while their number grows', async () => {
    const values = new Map([['First', 5]]);
    const { clock, interest } = interestIn(values);
    interest.next();
    values.set('Second', 1);
    await clock.advance(interest.nextAt() - clock.elapsed());

    expect(interest.next()).toBe('Second');
    expect(interest.nextAt() - clock.elapsed()).toBeLessThanOrEqual(5_000);
    await clock.advance(5_000);
    expect(interest.next()).toBeNull();
    expect(interest.nextAt() - clock.elapsed()).toBeGreaterThan(60_000);
  });

  it('reaches an item that a reader keeps requesting, however many others are requested later', () => {
    const { recentRequests, interest } = interestIn(many(100));
    interest.next();
    const chosen: (string | null)[] = [];
    for (let turn = 1; turn <= 20; turn += 1) {
      recentRequests.add('Item 0', null);
      recentRequests.add(`Item ${turn}`, null);
      chosen.push(interest.next());
    }

    expect(chosen).toContain('Item 0');
  });

  it('reaches everything that readers requested, however soon the latest is due again', async () => {
    const { clock, recentRequests, interest } = interestIn(many(100), 60);
    interest.next();
    const names = Array.from({ length: 10 }, (_, index) => `Item ${index + 1}`);
    for (const name of names) recentRequests.add(name, null);
    const chosen = new Set<string | null>();
    for (let turn = 0; turn < 30; turn += 1) {
      chosen.add(interest.next());
      await clock.advance(20_000);
    }

    expect([...chosen].sort()).toEqual([...names].sort());
  });

  it('chooses an open request first, then the item that has been due longest', async () => {
    const { clock, recentRequests, interest } = interestIn(many(100), 60);
    interest.next();
    for (const name of ['Item 1', 'Item 2', 'Item 3']) recentRequests.add(name, null);
    const first = [interest.next(), interest.next(), interest.next()];
    await clock.advance(60_000);
    recentRequests.add('Item 1', null);

    expect(first).toEqual(['Item 3', 'Item 2', 'Item 1']);
    expect([interest.next(), interest.next(), interest.next()]).toEqual(['Item 1', 'Item 3', 'Item 2']);
  });

  it('chooses requests at its own marketplace first, and says how urgently readers wait', () => {
    const { recentRequests, interest } = interestIn(many(100));
    const urgencies = [interest.urgency()];
    interest.next();
    recentRequests.add('Item 1', 3);
    recentRequests.add('Item 2', 3);
    for (let index = 10; index < 30; index += 1) recentRequests.add(`Item ${index}`, 5);
    recentRequests.add('Item 4', null);
    const chosen: (string | null)[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      urgencies.push(interest.urgency());
      chosen.push(interest.next());
    }

    // Every third turn is for the one that has been due longest
    expect(chosen).toEqual(['Item 2', 'Item 1', 'Item 10', 'Item 4', 'Item 29']);
    expect(urgencies).toEqual([0, 2, 2, 1, 1, 1]);
  });

  it('gives every third turn to the longest due of those, before others', () => {
    const { recentRequests, interest } = interestIn(many(100));
    interest.next();
    for (let index = 10; index < 30; index += 1) recentRequests.add(`Item ${index}`, 5);
    for (const name of ['Item 1', 'Item 2', 'Item 3', 'Item 4']) recentRequests.add(name, 3);
    const chosen = Array.from({ length: 6 }, () => interest.next());

    expect(chosen).toEqual(['Item 4', 'Item 3', 'Item 1', 'Item 2', 'Item 29', 'Item 10']);
  });

  it('renews a request at its own marketplace when the item is requested at all marketplaces', async () => {
    const { clock, recentRequests, interest } = interestIn(many(100), 60);
    interest.next();
    recentRequests.add('Item 1', 3);
    interest.next();
    await clock.advance(60_000);
    const before = [interest.isDue(), interest.urgency()];
    recentRequests.add('Item 1', null);

    expect([...before, interest.urgency(), interest.next()]).toEqual([true, 1, 2, 'Item 1']);
  });

  it('repeats an item without listings after a tenth of the interval when a reader waits for it', async () => {
    const { clock, recentRequests, interest } = interestIn(many(3), 60);
    const all = [interest.next(), interest.next(), interest.next()];
    const [name] = all as [string, ...string[]];
    recentRequests.add(name, 3);
    await clock.advance(5_999);
    const early = [interest.recall(name), interest.next()];
    await clock.advance(1);
    const late = [interest.recall(name), interest.next(), interest.next()];

    expect([...early, ...late]).toEqual([false, null, true, name, null]);
    expect(interest.recall('Nowhere')).toBe(false);
    await clock.advance(60_000);
    expect(new Set([interest.next(), interest.next(), interest.next(), interest.next()])).toEqual(
      new Set([...all, null]),
    );
  });

  it('adds an item that could not be requested once a reader requests it and it can', () => {
    const ids = new Set(['Known']);
    const recentRequests = createRecentRequests({ elapsed: () => 0 });
    const interest = createItemScheduler({
      clock: { elapsed: () => 0 },
      names: () => ['Known', 'Unknown'],
      worth: () => 1,
      everySeconds,
      recentRequests: recentRequests.at(3),
      isAskable: (name) => ids.has(name),
    });
    interest.next();
    interest.next();
    interest.defer('Unknown');
    recentRequests.add('Unknown', null);
    const before = interest.next();
    ids.add('Unknown');
    recentRequests.add('Unknown', null);

    expect([before, interest.next()]).toEqual([null, 'Unknown']);
  });

  it('tries items that could not be requested again within seconds, later within minutes', async () => {
    const { clock, interest } = interestIn(new Map([['Unknown', 1]]));
    const waits: number[] = [];
    for (let pass = 0; pass < 10; pass += 1) {
      expect(interest.next()).toBe('Unknown');
      interest.defer('Unknown');
      const wait = interest.nextAt() - clock.elapsed();
      waits.push(wait / 1000);
      await clock.advance(wait);
    }

    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600, 600]);
  });

  it('forgets after half an hour what readers requested', async () => {
    const { clock, recentRequests, interest } = interestIn(
      new Map([
        ['Dear', 9],
        ['Cheap', 1],
      ]),
    );
    recentRequests.add('Cheap', null);
    await clock.advance(31 * 60_000);

    expect(interest.next()).toBe('Dear');
  });

  it('keeps a bounded number of requested names, the latest ones', () => {
    const recentRequests = createRecentRequests({ elapsed: () => 0 });
    for (let index = 0; index < 5000; index += 1) recentRequests.add(`Item ${index}`, null);

    const ranks = Array.from({ length: 5000 }, (_, index) => recentRequests.at(3).rank(`Item ${index}`));
    expect(ranks.slice(0, 4000).every((rank) => rank === null)).toBe(true);
    expect(ranks.slice(4000)).toEqual(Array.from({ length: 1000 }, (_, index) => 4001 + index));
  });

  it('reads the names again soon when there are none, and says when the next item is due', async () => {
    const values = new Map<string, number>();
    const { clock, interest } = interestIn(values);
    const none = interest.next();
    const soon = interest.nextAt() - clock.elapsed();
    values.set('First', 1);
    await clock.advance(soon);

    expect(none).toBeNull();
    expect(soon).toBe(5000);
    expect(interest.next()).toBe('First');
  });

  it('values 90,000 names once, not for every request', () => {
    const values = many(90_000);
    let valued = 0;
    const worth = (name: string) => {
      valued += 1;
      return values.get(name) ?? null;
    };
    const names = () => values.keys();
    const interest = createItemScheduler({
      clock: { elapsed: () => 0 },
      names,
      worth,
      everySeconds,
      recentRequests: createRecentRequests({ elapsed: () => 0 }).at(3),
    });
    while (!interest.isDue()) expect(valued).toBeLessThanOrEqual(90_000);
    const picked = new Set<string | null>();
    for (let turn = 0; turn < 10_000; turn += 1) picked.add(interest.next());

    expect(picked.size).toBe(10_000);
    expect(valued).toBe(90_000);
  });

  it('goes through thousands of names in steps, and meanwhile adds what a reader requests', () => {
    const values = many(10_000);
    const recentRequests = createRecentRequests({ elapsed: () => 0 });
    let looked = 0;
    function* names() {
      for (const name of values.keys()) {
        looked += 1;
        yield name;
      }
    }
    const interest = createItemScheduler({
      clock: { elapsed: () => 0 },
      names,
      worth: (name) => values.get(name) ?? null,
      everySeconds,
      recentRequests: recentRequests.at(3),
    });

    expect([interest.isDue(), interest.isLooking(), looked]).toEqual([false, true, 1_000]);
    expect([interest.isDue(), interest.isLooking(), looked]).toEqual([false, true, 2_000]);
    expect(interest.nextAt()).toBeLessThanOrEqual(0);
    // One that was looked at and one that was not
    for (const name of ['Item 17', 'Item 9999']) recentRequests.add(name, 3);
    expect([interest.next(), looked]).toEqual(['Item 9999', 2_000]);
    expect([interest.next(), looked]).toEqual(['Item 17', 2_000]);
    while (!interest.isDue()) expect(interest.isLooking()).toBe(true);
    expect([interest.isLooking(), looked]).toEqual([false, 10_000]);
    const rest = new Set<string | null>();
    for (let turn = 0; turn < 9_998; turn += 1) rest.add(interest.next());
    expect(rest).toEqual(new Set([...values.keys()].filter((name) => name !== 'Item 17' && name !== 'Item 9999')));
    expect([interest.next(), looked]).toEqual([null, 10_000]);
  });

  it('never chooses an item about which everything is known, whether listed or requested, and drops one that becomes so', async () => {
    const clock = createHandClock();
    const recentRequests = createRecentRequests(clock);
    const known = new Set(['Item 0', 'Item 1']);
    const values = many(4);
    const interest = createItemScheduler({
      clock,
      names: () => [...values.keys()].slice(0, 3),
      worth: (name) => values.get(name) ?? null,
      everySeconds,
      recentRequests: recentRequests.at(3),
      isSettled: (name) => known.has(name),
    });
    expect([interest.next(), interest.next()]).toEqual(['Item 2', null]);
    known.add('Item 3');
    for (const name of known) recentRequests.add(name, 3);
    expect(interest.next()).toBeNull();
    known.add('Item 2');
    await clock.advance(2 * everySeconds * 1000);
    expect([interest.isDue(), interest.next()]).toEqual([false, null]);
  });

  it('gives every other turn to items that have to be confirmed, once they are due again', async () => {
    const { interest, clock } = interestIn(many(20));
    const first = Array.from({ length: 20 }, () => interest.next());
    interest.reconfirm('Item 0');
    const early = interest.next();
    await clock.advance(everySeconds * 1000);
    const dearest = many(20);
    const next = [interest.next(), interest.next(), interest.next()];

    expect(new Set(first).size).toBe(20);
    expect(early).toBeNull();
    expect(dearest.get('Item 0')).toBe(0);
    expect(next).toContain('Item 0');
    expect(next.filter((name) => name === 'Item 0')).toHaveLength(1);
  });
});
