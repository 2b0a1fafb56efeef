import { type Game, gameOf } from '../games.ts';
import { keep, storedSignal } from './stored-signal.ts';

/** An item, or one variant of it. */
export type StoredItem = { readonly game: Game; readonly name: string; readonly phase: string | null };

const maxVisited = 10;
const maxWatched = 100;

function readItems(stored: unknown): readonly StoredItem[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((one: Partial<Record<keyof StoredItem, unknown>> | null) => {
    const game = typeof one?.game === 'string' ? gameOf(one.game) : null;
    if (game === null || typeof one?.name !== 'string') return [];
    return [{ game, name: one.name, phase: typeof one.phase === 'string' ? one.phase : null }];
  });
}

/** The visitor's watchlist, newest first. */
export const watched = storedSignal('watched', readItems);
/** Items the visitor has viewed, most recent first; variants are not distinguished. */
export const visited = storedSignal('visited', readItems);

export const keyOf = ({ game, name, phase }: StoredItem): string => `${game} ${name} ${phase ?? ''}`;

const without = (items: readonly StoredItem[], item: StoredItem) => items.filter((one) => keyOf(one) !== keyOf(item));

export const isWatched = (item: StoredItem): boolean => watched.value.some((one) => keyOf(one) === keyOf(item));

export function turnWatched(item: StoredItem): void {
  const others = without(watched.value, item);
  keep('watched', watched, isWatched(item) ? others : [item, ...others].slice(0, maxWatched));
}

export function noteVisit(game: Game, name: string): void {
  const item = { game, name, phase: null };
  keep('visited', visited, [item, ...without(visited.value, item)].slice(0, maxVisited));
}
