import { type FoundItem, foundItems } from '@itemtape/client';
import { useState } from 'preact/hooks';
import { type Game, gameOf } from '../games.ts';
import { unread } from '../health.ts';
import { GameChoice } from '../parts/choices/game-choice.tsx';
import { phaseIn } from '../phase-in.ts';
import { useRate } from '../rate.ts';
import { alter, query } from '../router.ts';
import { gamesRead, ofShownGames } from '../shown-games.ts';
import { serviceTape } from '../tape.ts';
import { currency } from '../text/currency.ts';
import { translate, translateCount } from '../text/translate.ts';
import { useMarketplaces } from '../use-marketplaces.ts';
import { useQuery } from '../use-query.ts';
import { Home } from './home.tsx';
import { FoundRow } from './search/found-row.tsx';
import { useVariants } from './search/use-variants.ts';

// Results per game, initially and per "show more"; the service returns at most 1,000
const perGame = [50, 250, 999] as const;
const maxNear = 8;
// Longer than the pause between two letters typed fast
const typingMs = 90;
// Until a marketplace has been read, results can change at any time
const unreadSeconds = 5;

type SearchResult = {
  readonly items: readonly FoundItem[];
  /** Their names only resemble the query, as nothing contains it or what it stands for. */
  readonly isNear: boolean;
  /** Whether a game has more than these. */
  readonly isCut: boolean;
};

/** The results of a query, or the most similar names when there are none. */
function useFound(game: Game | null, wanted: string, limit: number) {
  return useQuery<SearchResult>(
    wanted === '' ? null : `${game} ${wanted} ${limit}`,
    async (signal) => {
      const tape = serviceTape();
      const find = async (how: { readonly limit: number; readonly nearest?: true }) => {
        const findIn = async (one: Game) => [await tape.findItems({ game: one, query: wanted, ...how }, { signal })];
        return game === null ? await ofShownGames(findIn) : await findIn(game);
      };
      const ofGames = await find({ limit: limit + 1 });
      const some = ofGames.some((found) => found.some((one) => !one.isNear));
      const shown = ofGames.filter((found) => !some || found.some((one) => !one.isNear));
      const items = foundItems(shown.flatMap((found) => found.slice(0, limit)));
      if (items.length > 0) return { items, isNear: !some, isCut: shown.some((found) => found.length > limit) };
      const near = foundItems((await find({ limit: maxNear, nearest: true })).flat());
      return { items: near.slice(0, maxNear), isNear: true, isCut: false };
    },
    { delayMs: typingMs, everySeconds: unread.value === null ? undefined : unreadSeconds },
  );
}

export function SearchView() {
  const rate = useRate();
  const known = useMarketplaces();
  const text = query.value.get('q') ?? '';
  const game = gameOf(query.value.get('game'));
  const wanted = text.trim();
  // Another query or game starts from the beginning
  const about = `${game} ${wanted}`;
  const [shownStep, setShownStep] = useState({ about, step: 0 });
  const step = shownStep.about === about ? shownStep.step : 0;
  const { answer, failure, isEarlier } = useFound(game, wanted, perGame[step] ?? perGame[0]);
  const variants = useVariants(failure === null ? (answer?.items ?? []) : [], currency.value);

  return (
    <div class="stack">
      <h1 class="unseen">{wanted === '' ? translate('Home') : translate('Search')}</h1>
      {wanted !== '' && (
        <div class="fields">
          <GameChoice game={game} among={gamesRead(known)} choose={(one) => alter({ game: one })} />
        </div>
      )}
      <p class={wanted === '' ? 'unseen' : 'quiet'} role="status">
        {noticeOf({ wanted, answer: isEarlier ? null : answer, failure })}
      </p>
      {wanted === '' && <Home />}
      <ol class="found panel" data-list aria-busy={isEarlier}>
        {(failure === null ? answer : null)?.items.map((found) => (
          <FoundRow
            key={`${found.game} ${found.name}`}
            found={found}
            phase={phaseIn(found, wanted)}
            variants={variants.get(found.name) ?? []}
            shown={currency.value}
            rate={rate}
          />
        ))}
      </ol>
      {answer?.isCut && failure === null && step + 1 < perGame.length && (
        <button type="button" class="more-found" onClick={() => setShownStep({ about, step: step + 1 })}>
          {translate('Show more')}
        </button>
      )}
    </div>
  );
}

type SearchNotice = {
  readonly wanted: string;
  /** Whether the answer belongs to the current query rather than an earlier one. */
  readonly answer: SearchResult | null;
  readonly failure: string | null;
};

function noticeOf({ wanted, answer, failure }: SearchNotice): string {
  if (failure !== null) return failure;
  if (wanted === '') return '';
  if (answer === null) return translate('Looking…');
  const { items, isNear, isCut } = answer;
  if (items.length === 0 && unread.value !== null)
    return translate('Nothing can be found until a marketplace has been read.');
  const unknown = translate('None of the marketplaces read here knows “{wanted}”.', { wanted });
  if (items.length === 0) return unknown;
  if (isNear) return `${unknown} ${translate('Did you mean:')}`;
  const count = translateCount(items.length, '{count} item', '{count} items');
  return isCut ? `${count} · ${translate('there are more; type further words to narrow them down')}` : count;
}
