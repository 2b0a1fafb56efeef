import { expect, it } from 'vitest';
import type { DealSubscription } from '../stream/standing/standing-subscription.ts';
import { DealRules } from './deal-rules.ts';
import { Kept } from './kept.ts';
import { Raiser } from './raiser.ts';
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
  const raiser = new Raiser({ kept: new Kept(), mayAlert: () => true, mostPending: 1, lost: () => {} });
  const look = () => rules.look(0, raiser);
  for (const game of ['CS2', 'Dota2', 'Rust', 'TF2']) {
    rules.add({ id: game } as Rule, { game } as DealSubscription);
    rules.begin(game, [], 0, raiser);
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
