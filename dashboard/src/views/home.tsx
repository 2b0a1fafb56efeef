import { type Game, games } from '../games.ts';
import { watched } from '../own/watchlist.ts';
import { GameTabs } from '../parts/game-tabs.tsx';
import { chooseGame, lastGame } from '../stored/game.ts';
import { visited } from '../stored/items.ts';
import { translate } from '../text/translate.ts';
import { useMarketplaces } from '../use-marketplaces.ts';
import { BelowOthers } from './home/below-others.tsx';
import { BestDeals } from './home/best-deals.tsx';
import { Live } from './home/live.tsx';
import { Movers } from './home/movers.tsx';
import { StoredItems } from './home/stored-items.tsx';

type Props = { readonly apiKey: string };

/** The game chosen last, otherwise the one with the most offers; null while that is unknown. */
function useGame(apiKey: string): Game | null {
  const known = useMarketplaces(apiKey);
  if (lastGame.value !== null) return lastGame.value;
  if (known === null) return null;
  const offersOf = (game: Game) =>
    known.flatMap((one) => one.games).reduce((sum, one) => sum + (one.game === game ? one.offerCount : 0), 0);
  return [...games].sort((a, b) => offersOf(b) - offersOf(a))[0] ?? null;
}

/** The home page. */
export function Home({ apiKey }: Props) {
  const game = useGame(apiKey);
  return (
    <>
      <Live apiKey={apiKey} />
      {game === null ? (
        <div class="awaited" />
      ) : (
        <>
          <GameTabs game={game} choose={chooseGame} />
          <div class="columns">
            <BestDeals apiKey={apiKey} game={game} />
            <BelowOthers apiKey={apiKey} game={game} />
            <Movers apiKey={apiKey} game={game} direction="down" />
            <Movers apiKey={apiKey} game={game} direction="up" />
          </div>
        </>
      )}
      <div class="columns">
        <StoredItems
          apiKey={apiKey}
          id="watchlist"
          title={translate('Watchlist')}
          about={translate('in every browser with your key')}
          items={watched.value}
          none={translate('Press ☆ next to an item to watch it here.')}
        />
        <StoredItems
          apiKey={apiKey}
          id="visited"
          title={translate('Last visited')}
          about={translate('in this browser')}
          items={visited.value}
          none={translate('Items you open are listed here.')}
        />
      </div>
    </>
  );
}
