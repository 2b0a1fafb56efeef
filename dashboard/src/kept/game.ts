import { type Game, gameOf } from '../games.ts';
import { keep, kept } from './kept.ts';

/** The game chosen last; null when none has been. */
export const lastGame = kept<Game | null>('game', (stored) => (typeof stored === 'string' ? gameOf(stored) : null));

export const chooseGame = (text: string): void => keep('game', lastGame, gameOf(text));
