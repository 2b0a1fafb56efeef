import type { Player } from '../player.ts';
import { cbr, ecb } from './rates.ts';
import { skinport } from './skinport.ts';

/** Everyone the stage can play. */
export const players: readonly Player[] = [skinport, ecb, cbr];
