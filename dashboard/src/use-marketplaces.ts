import type { Marketplace } from '@itemtape/client';
import { type Game, games } from './games.ts';
import { serviceTape } from './tape.ts';
import { useQuery } from './use-query.ts';

/** The marketplaces being read; null until known. */
export const useMarketplaces = (): readonly Marketplace[] | null =>
  useQuery('marketplaces', (signal) => serviceTape().marketplaces({ signal }), { everySeconds: 60 }).answer;

/** Their names, for one game or all games; undefined until known. */
export const namesIn = (known: readonly Marketplace[] | null, game: string | null): string[] | undefined =>
  known
    ?.filter(({ games }) => game === null || games.some((one) => one.game === game))
    .map(({ marketplace }) => marketplace);

/** The games that are read from any marketplace; all until they are known. */
export const readGames = (known: readonly Marketplace[] | null): readonly Game[] =>
  known === null ? games : games.filter((game) => known.some((one) => one.games.some((read) => read.game === game)));
