import { type Marketplace, TapeError } from '@itemtape/client';
import { type Game, games } from './games.ts';

/** What is told of each game in turn, without those that the key is not shown; it is shown some. */
export async function ofShownGames<Told>(ask: (game: Game) => Promise<readonly Told[]>): Promise<Told[]> {
  const isDenied = (error: unknown) => error instanceof TapeError && error.code === 'ACCESS_DENIED';
  const told = await Promise.allSettled(games.map(ask));
  const refused = told.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  const worst = refused.find((error) => !isDenied(error)) ?? (refused.length === told.length ? refused[0] : undefined);
  if (worst !== undefined) throw worst;
  return told.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
}

/** The first game that is known of, or that will be where none is yet. */
export const firstGame = (known: readonly Marketplace[] | null): Game =>
  games.find((game) => known?.some((one) => one.games.some((read) => read.game === game))) ?? 'CS2';
