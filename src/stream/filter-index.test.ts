import { describe, expect, it } from 'vitest';
import { pricedOffer } from '../../test/support/stream-rig.ts';
import { marketplaces } from '../schema/index.ts';
import { Audience } from './fan-out-group.ts';
import { InterestIndex } from './filter-index.ts';
import { type Entry, entryKind } from './log/entry.ts';
import { Segment } from './log/segment.ts';
import { toSubscription } from './subscription-request.ts';

const audienceOf = (fields: object): Audience => {
  const { filter } = toSubscription({ subscribeTo: 'all', games: 'all', ...fields }, marketplaces);
  return new Audience(JSON.stringify(fields), { filter, shape: { tag: null, sequence: false }, framing: 'socket' });
};

const segmentOf = (more: Partial<Entry>): Segment => {
  const { name, phase, game } = pricedOffer('a', 1_000);
  const place = { kind: entryKind.added, marketplaceId: 1, game, name, phase, at: 1, usd: 1, shownUsd: null };
  const floors = { isNewFloor: false, isNewItemFloor: false, formerLooks: null };
  const segment = new Segment(1, 1, 1_024);
  segment.add({ ...place, ...floors, float: null, paintSeed: null, reason: null, id: 'a', tail: '}', ...more });
  return segment;
};

const visitedBy = (index: InterestIndex, more: Partial<Entry>): Audience[] => {
  const visited: Audience[] = [];
  index.visit(segmentOf(more), 0, (audience) => visited.push(audience));
  return visited;
};

describe('the index of wishes', () => {
  it('asks only those near a change, however many there are', () => {
    const index = new InterestIndex();
    const others = [
      ...Array.from({ length: 500 }, (_, at) => audienceOf({ items: [`Item ${at}`] })),
      ...Array.from({ length: 500 }, (_, at) => audienceOf({ minPriceUSD: 10 + at, maxPriceUSD: 20 + at })),
      ...marketplaces.slice(1).map(({ name }) => audienceOf({ subscribeTo: name })),
      audienceOf({ games: 'TF2' }),
      audienceOf({ channels: 'sales' }),
    ];
    const near = [
      audienceOf({}),
      audienceOf({ items: ['AK-47 | Redline (Field-Tested)', 'x'] }),
      audienceOf({ maxPriceUSD: 1 }),
    ];
    for (const audience of [...others, ...near]) index.add(audience);

    expect(new Set(visitedBy(index, {}))).toEqual(new Set(near));
    for (const audience of [...others, ...near]) index.remove(audience);
    expect(visitedBy(index, {})).toEqual([]);
  });

  it('asks whoever an offer may have left, once', () => {
    const index = new InterestIndex();
    const events = ['Added', 'Updated', 'Removed'];
    const left = audienceOf({ maxPriceUSD: 2, events });
    const around = audienceOf({ maxPriceUSD: 100, events });
    const between = audienceOf({ minPriceUSD: 5, maxPriceUSD: 20, events });
    const deaf = audienceOf({ maxPriceUSD: 2 });
    for (const audience of [left, around, between, deaf]) index.add(audience);

    const visited = visitedBy(index, { kind: entryKind.updated, usd: 50, shownUsd: { low: 1, high: 1 } });
    expect(visited).toHaveLength(2);
    expect(new Set(visited)).toEqual(new Set([left, around]));
    for (const kind of [entryKind.updated, entryKind.removed]) {
      const drifted = visitedBy(index, { kind, usd: 50, shownUsd: { low: 1, high: 50 } });
      expect(drifted).toHaveLength(3);
      expect(new Set(drifted)).toEqual(new Set([left, around, between]));
    }
  });

  it('asks whoever named what an offer is called now or was before, once', () => {
    const index = new InterestIndex();
    const both = audienceOf({ items: ['A', 'B'] });
    const [former, now] = [audienceOf({ items: ['A'] }), audienceOf({ items: ['B'] })];
    for (const audience of [both, former, now, audienceOf({ items: ['C'] })]) index.add(audience);
    const formerLooks = { name: 'A', phase: null, float: null, paintSeed: null };

    const visited = visitedBy(index, { kind: entryKind.updated, name: 'B', formerLooks });
    expect(visited).toHaveLength(3);
    expect(new Set(visited)).toEqual(new Set([both, former, now]));
  });
});
