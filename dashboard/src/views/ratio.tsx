import type { Game } from '../games.ts';
import { Bound } from '../parts/bound.tsx';
import { HoldChoice } from '../parts/choices/hold-choice.tsx';
import { WayChoice } from '../parts/choices/way-choice.tsx';
import { GameTabs } from '../parts/game-tabs.tsx';
import { MarksExplained } from '../parts/marks.tsx';
import { alter, query } from '../router.ts';
import { firstGame, gamesRead } from '../shown-games.ts';
import { chooseGame } from '../stored/game.ts';
import { oldKind } from '../table/old-row.ts';
import { TablePanel } from '../table/table-panel.tsx';
import { serviceTape } from '../tape.ts';
import { currency, signOf } from '../text/currency.ts';
import type { Payout } from '../text/payout.ts';
import { translate } from '../text/translate.ts';
import { useMarketplaces } from '../use-marketplaces.ts';
import { useQuery } from '../use-query.ts';
import { dealKey, rowItemOf } from './deals/columns.tsx';
import { flagsIn, sayingOf, Unknown, unknownFees } from './deals/unknown.tsx';
import { ratioColumns } from './ratio/columns.tsx';
import { type Filters, filtersOf, requestOf } from './ratio/filters.ts';
import type { Ratio } from './ratio/ratio.ts';
import { meaningOf, ratioText, type Way } from './ratio/words.ts';

const everySeconds = 15;
const typingMs = 250;

const directions = [
  {
    way: 'into',
    payout: 'steamBalance',
    title: translate('Money into Steam balance'),
    about: translate('buy with money, sell on Steam'),
  },
  {
    way: 'back',
    payout: 'money',
    title: translate('Steam balance to money'),
    about: translate('buy on Steam, sell for money'),
  },
] as const satisfies readonly {
  readonly way: Way;
  readonly payout: Payout;
  readonly title: string;
  readonly about: string;
}[];

/** What money is worth as Steam balance, and back. */
export function RatioView() {
  const known = useMarketplaces();
  const filters = filtersOf(query.value, firstGame(known));
  const request = requestOf(filters);
  const { answer, failure, isEarlier } = useQuery(
    JSON.stringify(request),
    (signal) => serviceTape().ratio(request, { signal }),
    { everySeconds, delayMs: typingMs },
  );
  return (
    <>
      <h1 class="unseen">{translate('Ratio')}</h1>
      <Choices filters={filters} games={gamesRead(known)} />
      <div class="ratios">
        {directions.map(({ way, title }) => (
          <div key={way} class="panel ratio" aria-busy={isEarlier}>
            <h2 id={`${way}-ratio`}>{title}</h2>
            <p class="large">{ratioText(answer?.[way].ratio ?? null)}</p>
            <p>{answer === null ? (failure ?? translate('Looking…')) : meaningOf(way, answer[way], answer)}</p>
          </div>
        ))}
      </div>
      {directions.map((direction) => (
        <Rows
          key={direction.way}
          {...direction}
          answer={answer}
          filters={filters}
          failure={failure}
          isEarlier={isEarlier}
        />
      ))}
    </>
  );
}

type RowsProps = (typeof directions)[number] & {
  readonly answer: Ratio | null;
  readonly filters: Filters;
  readonly failure: string | null;
  readonly isEarlier: boolean;
};

/** The items that carry value one way. */
function Rows({ way, payout, title, about, answer, filters: { game }, failure, isEarlier }: RowsProps) {
  const rows = answer?.[way].rows ?? null;
  const unknown = unknownFees(rows ?? []);
  const saying = sayingOf(rows ?? [], unknown, payout);
  return (
    <TablePanel
      id={way}
      title={title}
      about={`${about} · ${translate('the best of each item')} · ${translate('refreshed every {count} s', { count: everySeconds })}`}
      file={`${title} ${game}`}
      kind="list deals"
      columns={ratioColumns(game, answer?.currency ?? currency.value, saying)}
      rows={rows}
      keyOf={dealKey}
      itemOf={(row) => rowItemOf(row, game, answer?.currency)}
      rowKind={({ buy, sell }) => oldKind(Math.min(buy.seenAt, sell.seenAt))}
      failure={failure}
      isEarlier={isEarlier}
      none={translate('No item is bought and sold this way right now.')}
      below={<MarksExplained flags={flagsIn(rows ?? [], saying)} />}
    >
      <Unknown unknown={unknown} />
    </TablePanel>
  );
}

function Choices({ filters, games }: { readonly filters: Filters; readonly games: readonly Game[] }) {
  // A shared URL must not depend on the game chosen last in this browser
  const change = (one: Readonly<Record<string, string>>) => alter({ game: filters.game, ...one });
  const shown = currency.value;
  return (
    <form class="filters panel" aria-label={translate('Filters')} onSubmit={(event) => event.preventDefault()}>
      <div class="fields">
        <GameTabs
          game={filters.game}
          among={games}
          choose={(game) => {
            chooseGame(game);
            change({ game });
          }}
        />
        <WayChoice chosen={filters.way} choose={(way) => change({ way })} />
        <Bound
          words={translate('Amount to carry across in a day, in {currency}', { currency: shown })}
          hint={translate('Amount, {sign}', { sign: signOf(shown) })}
          value={filters.amount}
          choose={(amount) => change({ amount })}
        />
        <HoldChoice hold={filters.maxHold} choose={(maxHold) => change({ maxHold })} />
      </div>
    </form>
  );
}
