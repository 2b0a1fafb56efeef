import { type Game, gameOf } from '../games.ts';
import { keep, storedSignal } from './stored-signal.ts';

/** The game chosen last; null when none has been. */
export const lastGame = storedSignal<Game | null>('game', (stored) =>
  typeof stored === 'string' ? gameOf(stored) : null,
);

export const chooseGame = (text: string): void => keep('game', lastGame, gameOf(text));
