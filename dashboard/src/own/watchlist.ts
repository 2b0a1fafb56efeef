import { signal } from '@preact/signals';
import { gameOf } from '../games.ts';
import { say } from '../parts/look/toasts.tsx';
import { session } from '../session.ts';
import { keyOf, type StoredItem } from '../stored/items.ts';
import { serviceTape } from '../tape.ts';
import { translate } from '../text/translate.ts';
import { failureText } from '../use-query.ts';
import { sharedBetweenTabs } from './shared.ts';

/** The watchlist of this key, which the service stores, newest first; null until it is known. */
export const watched = signal<readonly StoredItem[] | null>(null);

const everyMs = 30_000;

const tabs = sharedBetweenTabs<readonly StoredItem[]>('watchlist', (items) => {
  watched.value = items;
});

const ownTape = () => (session.value.state === 'open' ? serviceTape().watchlist : null);

/** Changes begun and answered; what was read meanwhile says nothing of them. */
let begun = 0;
let answered = 0;

async function read(): Promise<void> {
  const before = begun;
  const rows = await ownTape()?.list();
  if (rows === undefined || begun !== before || answered !== begun) return;
  watched.value = rows.flatMap(({ game: text, name, itemPhase }) => {
    const game = gameOf(text);
    return game === null ? [] : [{ game, name, phase: itemPhase }];
  });
}

/** Follows the watchlist until stopped. */
export function followWatchlist(): () => void {
  watched.value = null;
  return tabs.follow(read, everyMs);
}

export const isWatched = (item: StoredItem): boolean =>
  watched.value?.some((one) => keyOf(one) === keyOf(item)) ?? false;

/** Adds an item to the watchlist, or removes it. What is shown changes at once, and back if the service refuses. */
export async function turnWatched(item: StoredItem): Promise<void> {
  const list = ownTape();
  if (list === null) return;
  const before = watched.value ?? [];
  const others = before.filter((one) => keyOf(one) !== keyOf(item));
  const isAdded = others.length === before.length;
  const { game, name, phase } = item;
  const about = { game, name, ...(phase !== null && { phase }) };
  watched.value = isAdded ? [item, ...others] : others;
  begun += 1;
  try {
    await (isAdded ? list.add(about) : list.remove(about));
    tabs.tell(watched.value);
  } catch (error) {
    watched.value = before;
    say(translate('The watchlist was not changed: {reason}', { reason: failureText(error) }));
  } finally {
    answered += 1;
  }
}
