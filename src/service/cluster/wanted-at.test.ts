import { describe, expect, it } from 'vitest';
import { wantedAt } from './wanted-at.ts';

const budgets = Array.from({ length: 200 }, (_, number) => `ask.market${number}.all`);
const node = (id: string, asks: Readonly<Record<string, number>>, silentMs = 0) => ({ id, asks, silentMs });
const allOf = (count: number) => Object.fromEntries(budgets.map((budget) => [budget, count]));

describe('the node that should use a budget', () => {
  it('is one that can read most of it, and none if none can', () => {
    const [budget = ''] = budgets;
    const nodes = [node('a', { [budget]: 1 }), node('b', { [budget]: 2 }), node('c', {})];

    expect(wantedAt(budget, nodes)).toBe('b');
    expect(wantedAt('ask.other.all', nodes)).toBeNull();
    expect(wantedAt(budget, [])).toBeNull();
  });

  it('is not one that has been silent', () => {
    const [budget = ''] = budgets;

    expect(wantedAt(budget, [node('a', { [budget]: 1 }), node('b', { [budget]: 2 }, 5_000)])).toBe('a');
  });

  it('varies among equal nodes, and changes only to or from a node that joins or leaves', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((id) => node(id, allOf(1)));
    if (a === undefined || b === undefined || c === undefined) throw new Error('three nodes are needed');
    const ofTwo = budgets.map((budget) => wantedAt(budget, [a, b]));
    const ofThree = budgets.map((budget) => wantedAt(budget, [c, b, a]));

    for (const id of ['a', 'b', 'c']) expect(ofThree.filter((one) => one === id).length).toBeGreaterThan(30);
    expect(ofThree.every((one, at) => one === 'c' || one === ofTwo[at])).toBe(true);
  });
});
