import { type Game, games } from '../games.ts';
import { watched } from '../own/watchlist.ts';
import { GameTabs } from '../parts/game-tabs.tsx';
import { gamesRead } from '../shown-games.ts';
import { chooseGame, lastGame } from '../stored/game.ts';
import { visited } from '../stored/items.ts';
import { translate } from '../text/translate.ts';
import { useMarketplaces } from '../use-marketplaces.ts';
import { BelowOthers } from './home/below-others.tsx';
import { BestDeals } from './home/best-deals.tsx';
import { Live } from './home/live.tsx';
import { Movers } from './home/movers.tsx';
import { StoredItems } from './home/stored-items.tsx';

type Marketplaces = ReturnType<typeof useMarketplaces>;

/** The game chosen last, otherwise the one with the most offers; null while that is unknown. */
function gameIn(known: Marketplaces): Game | null {
  if (lastGame.value !== null && (known === null || gamesRead(known).includes(lastGame.value))) return lastGame.value;
  if (known === null) return null;
  const offersOf = (game: Game) =>
    known.flatMap((one) => one.games).reduce((sum, one) => sum + (one.game === game ? one.offerCount : 0), 0);
  return [...games].sort((a, b) => offersOf(b) - offersOf(a))[0] ?? null;
}

/** The home page. */
export function Home() {
  const known = useMarketplaces();
  const game = gameIn(known);
  const hasWatched = watched.value !== null && watched.value.length > 0;
  return (
    <>
      <Live />
      {game === null ? (
        <div class="awaited" />
      ) : (
        <>
          {known !== null && <GameTabs game={game} among={gamesRead(known)} choose={chooseGame} />}
          <div class="home-lists">
            {hasWatched && <Watchlist />}
            <BestDeals game={game} />
            <BelowOthers game={game} />
            <Movers game={game} direction="down" />
            <Movers game={game} direction="up" />
            {!hasWatched && <Watchlist />}
            <StoredItems
              id="visited"
              title={translate('Last visited')}
              about={translate('in this browser')}
              items={visited.value}
              none={translate('Items you open are listed here.')}
            />
          </div>
        </>
      )}
    </>
  );
}

/** Before everything else once something is in it. */
const Watchlist = () => (
  <StoredItems
    id="watchlist"
    title={translate('Watchlist')}
    about={translate('in every browser with your key')}
    items={watched.value}
    none={translate('Press ☆ next to an item to watch it here.')}
  />
);
