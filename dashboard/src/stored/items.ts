import { type Game, gameOf } from '../games.ts';
import { keep, storedSignal } from './stored-signal.ts';

/** An item, or one variant of it. */
export type StoredItem = { readonly game: Game; readonly name: string; readonly phase: string | null };

const maxVisited = 10;

function readItems(stored: unknown): readonly StoredItem[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((one: Partial<Record<keyof StoredItem, unknown>> | null) => {
    const game = typeof one?.game === 'string' ? gameOf(one.game) : null;
    if (game === null || typeof one?.name !== 'string') return [];
    return [{ game, name: one.name, phase: typeof one.phase === 'string' ? one.phase : null }];
  });
}

/** Items the visitor has viewed, most recent first; variants are not distinguished. */
export const visited = storedSignal('visited', readItems);

export const keyOf = ({ game, name, phase }: StoredItem): string => `${game} ${name} ${phase ?? ''}`;

const without = (items: readonly StoredItem[], item: StoredItem) => items.filter((one) => keyOf(one) !== keyOf(item));

export function noteVisit(game: Game, name: string): void {
  const item = { game, name, phase: null };
  keep('visited', visited, [item, ...without(visited.value, item)].slice(0, maxVisited));
}
