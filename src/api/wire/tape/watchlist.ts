import Type, { type Static } from 'typebox';
import type { WatchlistEntry } from '../../../alerts/watchlists.ts';
import { games, Phase } from '../../../schema/index.ts';
import { OrNull } from '../or-null.ts';
import { Seconds, toSeconds } from '../time.ts';

/** An item that a key watches. */
export const WireWatchedItem = Type.Object({
  game: Type.Enum([...games], { description: 'Game' }),
  name: Type.String({ description: 'Name of the item' }),
  itemPhase: OrNull(Phase, 'Doppler variant; null for the whole item'),
  addedAt: Seconds('When it was added'),
});
export type WireWatchedItem = Static<typeof WireWatchedItem>;

export const toWireWatchedItem = ({ game, name, phase, addedAt }: WatchlistEntry): WireWatchedItem => ({
  game,
  name,
  itemPhase: phase,
  addedAt: toSeconds(addedAt),
});
