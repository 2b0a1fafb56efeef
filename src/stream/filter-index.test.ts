import { describe, expect, it } from 'vitest';
import { entryText } from '../../test/support/stream/entry-text.ts';
import { pricedOffer } from '../../test/support/stream/stream-rig.ts';
import { itemTraits } from '../names/item-traits.ts';
import { marketplaces, noAttributes } from '../schema/index.ts';
import { FanOutGroup } from './fan-out-group.ts';
import { match } from './filter.ts';
import { FilterIndex } from './filter-index.ts';
import { entryKind, type LogEntry } from './log/entry.ts';
import { Segment } from './log/segment.ts';
import { toSubscriptionRequest } from './subscription-request.ts';

const groupOf = (fields: object): FanOutGroup => {
  const { filter } = toSubscriptionRequest({ subscribeTo: 'all', games: 'all', ...fields }, marketplaces);
  return new FanOutGroup(
    JSON.stringify(fields),
    { filter, shape: { tag: null, sequence: false }, framing: 'socket' },
    (game, name) => itemTraits(game, name, noAttributes),
  );
};

const segmentOf = (more: Partial<LogEntry>): Segment => {
  const { name, phase, game } = pricedOffer('a', 1_000);
  const position = { kind: entryKind.added, marketplaceId: 1, game, name, phase, at: 1, usd: 1, shownUsd: null };
  const floors = { isNewFloor: false, isNewItemFloor: false, previousTraits: null };
  const segment = new Segment(1, 1, 1_024);
  segment.add({ ...position, ...floors, float: null, paintSeed: null, reason: null, ...more }, entryText('a', '}'));
  return segment;
};

const visitedBy = (index: FilterIndex, more: Partial<LogEntry>): FanOutGroup[] => {
  const visited: FanOutGroup[] = [];
  index.visit(segmentOf(more), 0, (group) => visited.push(group));
  return visited;
};

describe('the filter index', () => {
  it('visits only the groups near a change, however many there are', () => {
    const index = new FilterIndex();
    const others = [
      ...Array.from({ length: 500 }, (_, at) => groupOf({ items: [`Item ${at}`] })),
      ...Array.from({ length: 500 }, (_, at) => groupOf({ minPriceUSD: 10 + at, maxPriceUSD: 20 + at })),
      ...marketplaces.slice(1).map(({ name }) => groupOf({ subscribeTo: name })),
      groupOf({ games: 'TF2' }),
      groupOf({ channels: 'sales' }),
    ];
    const near = [
      groupOf({}),
      groupOf({ items: ['AK-47 | Redline (Field-Tested)', 'x'] }),
      groupOf({ maxPriceUSD: 1 }),
    ];
    for (const group of [...others, ...near]) index.add(group);

    expect(new Set(visitedBy(index, {}))).toEqual(new Set(near));
    for (const group of [...others, ...near]) index.remove(group);
    expect(visitedBy(index, {})).toEqual([]);
  });

  it('visits groups that name an item in any spelling, which receive it', () => {
    const index = new FilterIndex();
    const asked = ['Sticker | niko | Paris 2023', 'Sticker | niko  | Paris&nbsp;2023', 'Sticker | NiKo | Paris 2023'];
    const [one, other, ofAnother] = asked.map((name) => groupOf({ items: [name] })) as [
      FanOutGroup,
      FanOutGroup,
      FanOutGroup,
    ];
    for (const group of [one, other, ofAnother]) index.add(group);
    const name = 'Sticker | niko  | Paris 2023';

    expect(new Set(visitedBy(index, { name }))).toEqual(new Set([one, other]));
    const matches = [one, other, ofAnother].map(({ matcher }) => matcher.of(segmentOf({ name, game: 'CS2' }), 0));
    expect(matches).toEqual([match.yes, match.yes, match.no]);
  });

  it('visits each group that an offer may have left, once', () => {
    const index = new FilterIndex();
    const events = ['Added', 'Updated', 'Removed'];
    const left = groupOf({ maxPriceUSD: 2, events });
    const around = groupOf({ maxPriceUSD: 100, events });
    const between = groupOf({ minPriceUSD: 5, maxPriceUSD: 20, events });
    const deaf = groupOf({ maxPriceUSD: 2 });
    for (const group of [left, around, between, deaf]) index.add(group);

    const visited = visitedBy(index, { kind: entryKind.updated, usd: 50, shownUsd: { low: 1, high: 1 } });
    expect(visited).toHaveLength(2);
    expect(new Set(visited)).toEqual(new Set([left, around]));
    for (const kind of [entryKind.updated, entryKind.removed]) {
      const drifted = visitedBy(index, { kind, usd: 50, shownUsd: { low: 1, high: 50 } });
      expect(drifted).toHaveLength(3);
      expect(new Set(drifted)).toEqual(new Set([left, around, between]));
    }
  });

  it('visits each group that named the current or former name of an offer, once', () => {
    const index = new FilterIndex();
    const both = groupOf({ items: ['A', 'B'] });
    const [previous, now] = [groupOf({ items: ['A'] }), groupOf({ items: ['B'] })];
    for (const group of [both, previous, now, groupOf({ items: ['C'] })]) index.add(group);
    const previousTraits = { name: 'A', phase: null, float: null, paintSeed: null };

    const visited = visitedBy(index, { kind: entryKind.updated, name: 'B', previousTraits });
    expect(visited).toHaveLength(3);
    expect(new Set(visited)).toEqual(new Set([both, previous, now]));
  });
});
