import { describe, expect, it } from 'vitest';
import { createHandClock } from '../../../test/support/time/hand-clock.ts';
import { createNodeComparison } from './compare-nodes.ts';

function compared(own: Record<string, string> = {}) {
  const clock = createHandClock();
  const warnings: object[] = [];
  const compare = createNodeComparison({
    ownName: 'own',
    own,
    clock,
    log: { warn: (data: unknown) => warnings.push(data as object) },
  });
  const report = async (seconds: number, aheadMs: (nth: number) => number, settings = {}) => {
    for (let nth = 0; nth < seconds * 4; nth += 1) {
      compare({ id: 'one', name: 'other', at: clock.now() + aheadMs(nth), settings });
      await clock.advance(250);
    }
  };
  return { clock, warnings, compare, report };
}

describe('the comparison of nodes', () => {
  it('warns once of a clock that differs, and again after it had been right', async () => {
    const { warnings, report } = compared();
    await report(60, () => 3_600_000);
    expect(warnings).toEqual([{ node: 'other', aheadSeconds: 3600 }]);
    await report(60, () => -50);
    await report(60, () => -60_000);
    expect(warnings.slice(1)).toEqual([{ node: 'other', aheadSeconds: -60 }]);
  });

  it('does not take late reports for a clock that is behind', async () => {
    const { warnings, report } = compared();
    await report(60, (nth) => (nth % 30 === 0 ? -20 : -9_000));
    expect(warnings).toEqual([]);
  });

  it('warns once of a name that two nodes have, and not of one that was restarted', () => {
    const { warnings, compare } = compared();
    for (const id of ['first', 'first', 'second', 'second', 'third']) compare({ id, name: 'other' });
    expect(warnings).toEqual([]);
    for (const id of ['second', 'third', 'second']) compare({ id, name: 'other' });
    compare({ id: 'third', name: 'own' });
    expect(warnings).toEqual([{ node: 'other' }, { node: 'own' }]);
  });

  it('says which settings differ, and nothing of a node that does not send its own', async () => {
    const { warnings, report } = compared({ 'tape.keepHours': '24', 'fees.buyer': '{}' });
    await report(60, () => 0, { 'tape.keepHours': '48', 'fees.buyer': '{}' });
    expect(warnings).toEqual([{ node: 'other', differing: ['tape.keepHours: 24 here, 48 there'] }]);
    const previous = compared({ 'tape.keepHours': '24' });
    await previous.report(60, () => 0);
    expect(previous.warnings).toEqual([]);
  });
});
