import { type Game, games } from '../game.ts';
import type { CancellationRule, Hold, Terms } from './terms.ts';
import { ofGame } from './terms.ts';

const said = {
  asOf: '2026-09-01',
  source:
    "Valve's FAQ on trade protection, quoted by blog.gamerpay.gg (2025-07) and skinbaron.de/thedailymonocle (2025-07); sellyourskins.com/blog (2026-07); a study of markets measured on 2026-09-01",
  evidence: 'agreed',
} as const;

const unprotected: Game[] = games.filter((game) => game !== 'CS2');

/** What Steam's own rules make of every item that is handed over in a trade. */
export const steamRules: { readonly itemHolds: readonly Hold[]; readonly cancellations: readonly CancellationRule[] } =
  {
    itemHolds: [
      {
        days: 7,
        games: ['CS2'],
        note: 'trade protection; rounded up to the hour since summer 2026, before to a whole day',
        ...said,
      },
      { days: 0, games: unprotected, note: 'only CS2 items are protected', ...said },
    ],
    cancellations: [
      {
        by: ['buyer', 'seller'],
        about:
          'Either may reverse a trade for 7 days, which reverses all their trades of these days and bars them from trading for 30.',
        games: ['CS2'],
        ...said,
      },
      { by: [], about: 'A trade cannot be reversed.', games: unprotected, ...said },
    ],
  };

/** The terms of a marketplace with the rules of Steam for those of these games of which it says nothing. */
export const withSteamRules = (terms: Terms, covered: readonly Game[]): Terms => ({
  ...terms,
  itemHolds: completed(terms.itemHolds ?? [], steamRules.itemHolds, covered),
  cancellations: completed(terms.cancellations ?? [], steamRules.cancellations, covered),
});

function completed<T extends { games?: Game[] }>(
  own: readonly T[],
  rules: readonly T[],
  covered: readonly Game[],
): T[] {
  const left = covered.filter((game) => ofGame(own, game) === undefined);
  const added = rules.flatMap((rule) => {
    const some = left.filter((game) => rule.games?.includes(game));
    return some.length === 0 ? [] : [{ ...rule, games: some }];
  });
  return [...own, ...added];
}
