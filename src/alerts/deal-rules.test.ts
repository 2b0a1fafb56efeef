import { expect, it } from 'vitest';
import type { DealSubscription } from '../stream/live/live-query.ts';
import { AlertSink } from './alert-sink.ts';
import { AlertState } from './alert-state.ts';
import { DealRules } from './deal-rules.ts';
import type { Rule } from './rule.ts';

/** Uses up the time that one call of `look` may take. */
function spendAll(): void {
  const until = performance.now() + 5;
  while (performance.now() < until);
}

it('looks for as many rules as a few milliseconds allow, and at what changes meanwhile only after all of them', () => {
  const looked: string[] = [];
  const touch = new Map<string, () => void>();
  const rules = new DealRules(
    {
      deals: ({ game }, touched) => {
        touch.set(game, touched);
        const take = () => {
          looked.push(game);
          spendAll();
          return { rows: [], isMore: false };
        };
        return { take, *standing() {}, close: () => {} };
      },
    },
    () => {},
  );
  const alertSink = new AlertSink({ stored: new AlertState(), mayAlert: () => true, maxPending: 1, lost: () => {} });
  const look = () => rules.look(0, alertSink);
  for (const game of ['CS2', 'Dota2', 'Rust', 'TF2']) {
    rules.add({ id: game } as Rule, { game } as DealSubscription);
    rules.begin(game, [], 0, alertSink);
    touch.get(game)?.();
  }
  const isMore = [look()];
  touch.get('CS2')?.();
  rules.remove('Rust');
  isMore.push(look(), look());

  expect(looked).toEqual(['CS2', 'Dota2', 'TF2']);
  expect(isMore).toEqual([true, true, false]);
  expect(rules.isTouched).toBe(true);
  expect([look(), rules.isTouched, looked.at(-1)]).toEqual([false, false, 'CS2']);
});

it('the text of an alert names the variant that is worth buying', () => {
  const data = {
    name: '★ Karambit | Doppler (Factory New)',
    itemPhase: 'Ruby',
    buy: { marketplace: 'SkinPort', price: 900, flags: [] },
    sell: { marketplace: 'CSFloat' },
    profit: 90,
    profitPercent: 10,
  };
  const tail = `,"game":"CS2","data":${JSON.stringify(data)}}`;
  const view = {
    take: () => ({ rows: [], isMore: false }),
    *standing() {
      yield { type: 'deal', event: 'Added', id: 'a', tail } as const;
    },
    close: () => {},
  };
  const rules = new DealRules({ deals: () => view }, () => {});
  const state = new AlertState();
  const rule = {
    id: 'r',
    name: 'deals',
    text: null,
    target: { kind: 'ntfy' },
    when: { kind: 'deal' },
    doneAt: null,
  } as Rule;
  state.rules.set('r', rule);
  const alertSink = new AlertSink({ stored: state, mayAlert: () => true, maxPending: 1, lost: () => {} });
  rules.add(rule, {} as DealSubscription);
  rules.begin('r', [], 0, alertSink);

  expect(alertSink.take()?.alerts[0]?.text).toBe(
    '★ Karambit | Doppler (Factory New) (Ruby): buy on SkinPort for 900 USD, sell on CSFloat, profit 90 USD (10 %)',
  );
});
