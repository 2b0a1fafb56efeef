import { describe, expect, it } from 'vitest';
import { AlertSink } from './alert-sink.ts';
import { AlertState } from './alert-state.ts';
import type { Rule } from './rule.ts';

const rule: Rule = {
  id: 'r1',
  keyId: 'k1',
  name: 'rule',
  when: { kind: 'stream', filter: { games: ['CS2'] } },
  target: { kind: 'slack', url: 'https://example.test/hook' },
  repeats: true,
  coolDownSeconds: 0,
  hysteresisPercent: 0,
  text: null,
  createdAt: 1,
  since: { epoch: 'e1', sequence: 0 },
  doneAt: null,
};

const met = (sequence: number) => ({
  item: 'CS2:Chroma Case',
  at: sequence,
  position: `e1:${sequence}`,
  words: { type: 'offer' },
  link: null,
  data: '"message":{}',
});

const rigOf = (stored: Rule) => {
  const state = new AlertState();
  state.apply({ what: 'rule', rule: stored });
  let lost = 0;
  const alertSink = () =>
    new AlertSink({
      stored: state,
      mayAlert: () => true,
      maxPending: 3,
      lost: () => {
        lost += 1;
      },
    });
  const raise = (...sequences: readonly number[]): readonly number[] => {
    const one = alertSink();
    for (const sequence of sequences) one.changed(stored, met(sequence));
    const raised = one.take();
    if (raised !== null) state.apply({ what: 'raised', cursor: null, ...raised });
    return raised?.alerts.map(({ at }) => at) ?? [];
  };
  return { stored: state, alertSink, raise, lost: () => lost };
};

describe('a rule', () => {
  it('takes no more alerts than may wait, of those stored before and of those found together', () => {
    const { raise, lost } = rigOf(rule);
    expect(raise(1)).toEqual([1]);
    expect(raise(2, 3, 4, 5)).toEqual([2, 3]);
    expect([raise(6), lost()]).toEqual([[], 3]);
  });

  it('that does not repeat alerts once, even of changes that are found together', () => {
    const { stored: state, raise, lost } = rigOf({ ...rule, repeats: false });
    expect(raise(1, 2)).toEqual([1]);
    expect(raise(3)).toEqual([]);
    expect([state.rules.get('r1')?.doneAt, lost()]).toEqual([1, 0]);
  });

  it('gives each alert about an item that meets it again another id', () => {
    const { stored: state, alertSink } = rigOf(rule);
    const ids = new Set<string>();
    for (let at = 1; at <= 3; at += 1) {
      const one = alertSink();
      one.noLongerMeets(rule, 'CS2:Chroma Case');
      one.nowMeets(rule, { ...met(at), position: null });
      const raised = one.take();
      if (raised !== null) state.apply({ what: 'raised', cursor: null, ...raised });
      for (const { id } of raised?.alerts ?? []) ids.add(id);
    }
    expect(ids.size).toBe(3);
  });
});
