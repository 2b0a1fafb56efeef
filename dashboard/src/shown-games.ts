import { type Marketplace, TapeError } from '@itemtape/client';
import { type Game, games } from './games.ts';

/** Sends a request for every game and joins the answers; games that the key cannot see are skipped. Throws if it sees none. */
export async function ofShownGames<Row>(ask: (game: Game) => Promise<readonly Row[]>): Promise<Row[]> {
  const isDenied = (error: unknown) => error instanceof TapeError && error.code === 'ACCESS_DENIED';
  const results = await Promise.allSettled(games.map(ask));
  const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  const worst =
    refused.find((error) => !isDenied(error)) ?? (refused.length === results.length ? refused[0] : undefined);
  if (worst !== undefined) throw worst;
  return results.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
}

/** The games that some marketplace is read for; all of them until that is known. */
export function gamesRead(known: readonly Marketplace[] | null): readonly Game[] {
  const read = games.filter((game) => known?.some((one) => one.games.some((each) => each.game === game)));
  return read.length === 0 ? games : read;
}

/** The first game with data, or the first that will have some. */
export const firstGame = (known: readonly Marketplace[] | null): Game => gamesRead(known)[0] ?? 'CS2';
