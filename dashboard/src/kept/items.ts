import { type Game, gameOf } from '../games.ts';
import { keep, kept } from './kept.ts';

/** An item, or one variant of it. */
export type KeptItem = { readonly game: Game; readonly name: string; readonly phase: string | null };

const mostVisited = 10;
const mostWatched = 100;

function readItems(stored: unknown): readonly KeptItem[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((one: Partial<Record<keyof KeptItem, unknown>> | null) => {
    const game = typeof one?.game === 'string' ? gameOf(one.game) : null;
    if (game === null || typeof one?.name !== 'string') return [];
    return [{ game, name: one.name, phase: typeof one.phase === 'string' ? one.phase : null }];
  });
}

/** The visitor's watchlist, newest first. */
export const watched = kept('watched', readItems);
/** Items the visitor has viewed, most recent first; variants are not distinguished. */
export const visited = kept('visited', readItems);

export const keyOf = ({ game, name, phase }: KeptItem): string => `${game} ${name} ${phase ?? ''}`;

const without = (items: readonly KeptItem[], item: KeptItem) => items.filter((one) => keyOf(one) !== keyOf(item));

export const isWatched = (item: KeptItem): boolean => watched.value.some((one) => keyOf(one) === keyOf(item));

export function turnWatched(item: KeptItem): void {
  const others = without(watched.value, item);
  keep('watched', watched, isWatched(item) ? others : [item, ...others].slice(0, mostWatched));
}

export function noteVisit(game: Game, name: string): void {
  const item = { game, name, phase: null };
  keep('visited', visited, [item, ...without(visited.value, item)].slice(0, mostVisited));
}
