import type { Game } from '../../games.ts';
import { serviceTape } from '../../tape.ts';

const maxSimilar = 20;

/** Whether a text is the whole name of an item that a marketplace has. */
export async function isKnownItem(game: Game, name: string, options: { readonly signal?: AbortSignal } = {}) {
  const items = await serviceTape().findItems({ game, query: name, limit: maxSimilar }, options);
  return items.some((one) => one.name === name);
}
