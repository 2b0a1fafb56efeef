import { FilterBar } from '../filters/filter-bar.tsx';
import type { Game } from '../games.ts';
import { Bound } from '../parts/bound.tsx';
import { Chips } from '../parts/chips.tsx';
import { HoldChoice } from '../parts/choices/hold-choice.tsx';
import { MarketplaceChoice } from '../parts/choices/marketplace-choice.tsx';
import { PayoutChoice } from '../parts/choices/payout-choice.tsx';
import { WayChoice } from '../parts/choices/way-choice.tsx';
import { GameTabs } from '../parts/game-tabs.tsx';
import { flagText, MarksExplained, meaningOf } from '../parts/marks.tsx';
import { alter, query } from '../router.ts';
import { firstGame, gamesRead } from '../shown-games.ts';
import { chooseGame } from '../stored/game.ts';
import { oldKind } from '../table/old-row.ts';
import { orderName } from '../table/order.tsx';
import { TablePanel } from '../table/table-panel.tsx';
import { currency, signOf } from '../text/currency.ts';
import { wholeText } from '../text/number.ts';
import { translate } from '../text/translate.ts';
import { namesIn, useMarketplaces } from '../use-marketplaces.ts';
import { activeFilters } from './deals/active.ts';
import { dealColumns, dealKey, rowItemOf } from './deals/columns.tsx';
import { ages, doubts, doubtsText, type Filters, filtersOf, maxDeals, requestOf, scopeText } from './deals/filters.ts';
import { flagsIn, sayingOf, Unknown } from './deals/unknown.tsx';
import { everySeconds, type FoundDeals, useDeals } from './deals/use-deals.ts';

type Change = Readonly<Record<string, string>>;

export function DealsView() {
  const known = useMarketplaces();
  const filters = filtersOf(query.value, firstGame(known));
  const shown = currency.value;
  const request = requestOf(filters, shown);
  const found = useDeals(request, shown);
  const deals = found.answer?.deals ?? null;
  const saying = sayingOf(deals ?? [], found.unknown, filters.payout);
  return (
    <>
      <h1 class="unseen">{translate('Deals')}</h1>
      <Choices games={gamesRead(known)} marketplaces={namesIn(known, filters.game)} filters={filters} />
      <TablePanel
        key={`${filters.sort} ${filters.game}`}
        id="deals"
        title={translate('Deals')}
        about={<Notice found={found} filters={filters} />}
        file={`${translate('Deals')} ${filters.game}`}
        kind="list deals"
        columns={dealColumns(filters.game, found.answer?.currency ?? shown, saying)}
        rows={deals}
        keyOf={dealKey}
        itemOf={(deal) => rowItemOf(deal, filters.game, found.answer?.currency)}
        rowKind={({ buy, sell }) => oldKind(Math.min(buy.seenAt, sell.seenAt))}
        failure={found.failure}
        isEarlier={found.isEarlier}
        none={translate(
          'No pair of marketplaces matches these filters. Marketplaces with an unknown seller fee are never suggested for selling, nor those with an unknown hold if it is limited.',
        )}
        shownAtFirst={50}
        below={<MarksExplained flags={flagsIn(deals ?? [], saying)} />}
      >
        <Unknown unknown={found.unknown} />
      </TablePanel>
    </>
  );
}

const refreshText: Readonly<Record<FoundDeals['how'], string>> = {
  live: translate('live'),
  waiting: translate('connecting…'),
  'asked anew': translate('refreshed every {count} s', { count: everySeconds }),
};

function Notice({ found, filters }: { readonly found: FoundDeals; readonly filters: Filters }) {
  const { answer, isEarlier, how, refusal } = found;
  if (answer === null || isEarlier) return <>{scopeText(filters)}</>;
  const count = answer.deals.length;
  const best = filters.sort === 'profit' ? translate('highest profit first') : translate('highest share first');
  const number = count === maxDeals ? translate('the best {count}', { count: wholeText(count) }) : wholeText(count);
  return (
    <>
      {number} · {best} · {scopeText(filters, answer.currency)} · {refreshText[how]}
      {refusal !== null && ` · ${refusal}`}
    </>
  );
}

type ChoicesProps = {
  readonly games: readonly Game[];
  readonly marketplaces: readonly string[] | undefined;
  readonly filters: Filters;
};

function Choices({ games, marketplaces, filters }: ChoicesProps) {
  // A shared URL must not depend on the game chosen last in this browser
  const change = (one: Change) => alter({ game: filters.game, ...one });
  const first = <FirstChoices games={games} marketplaces={marketplaces} filters={filters} change={change} />;
  return (
    <FilterBar active={activeFilters(filters, change)} first={first}>
      <HoldChoice hold={filters.maxHold} choose={(maxHold) => change({ maxHold })} />
      <Amounts filters={filters} change={change} />
      <WayChoice chosen={filters.way} choose={(way) => change({ way })} />
      <Chips
        legend={translate('Pairs of marketplaces')}
        options={[
          { value: 'best', text: translate('Best of each item') },
          { value: 'all', text: translate('All pairs') },
        ]}
        chosen={filters.pairs}
        choose={(pairs) => change({ pairs: pairs === 'best' ? '' : pairs })}
      />
      <Doubts without={filters.without} choose={(without) => change({ without })} />
    </FilterBar>
  );
}

/** The game, where to buy and to sell, what for, and the order. */
const FirstChoices = ({ games, marketplaces, filters, change }: ChoicesProps & ChangeProps) => (
  <>
    <GameTabs
      game={filters.game}
      among={games}
      choose={(game) => {
        chooseGame(game);
        change({ game, from: '', to: '' });
      }}
    />
    <MarketplaceChoice
      words={translate('Buy on')}
      all={translate('Buy anywhere')}
      chosen={filters.from}
      marketplaces={marketplaces}
      choose={(from) => change({ from })}
    />
    <MarketplaceChoice
      words={translate('Sell on')}
      all={translate('Sell anywhere')}
      chosen={filters.to}
      marketplaces={marketplaces}
      choose={(to) => change({ to })}
    />
    <PayoutChoice chosen={filters.payout} choose={(payout) => change({ payout: payout === 'money' ? '' : payout })} />
    <Chips
      legend={translate('Order by')}
      options={[
        { value: 'profit', text: translate('Most profit') },
        { value: 'percent', text: translate('Most %') },
      ]}
      chosen={filters.sort}
      choose={(sort) => change({ sort: sort === 'profit' ? '' : sort, [orderName('deals')]: '' })}
    />
  </>
);

type ChangeProps = { readonly filters: Filters; readonly change: (one: Change) => void };

function Amounts({ filters, change }: ChangeProps) {
  const shown = currency.value;
  const sign = signOf(shown);
  return (
    <>
      <Bound
        words={translate('Minimum profit, in {currency}', { currency: shown })}
        hint={translate('Profit from {sign}', { sign })}
        value={filters.minProfit}
        choose={(minProfit) => change({ minProfit })}
      />
      <Bound
        words={translate('Minimum profit, in percent')}
        hint={translate('Profit from %')}
        value={filters.minPercent}
        choose={(minPercent) => change({ minPercent })}
      />
      <Bound
        words={translate('Maximum that you pay, in {currency}', { currency: shown })}
        hint={translate('Pay up to {sign}', { sign })}
        value={filters.maxPrice}
        choose={(maxPrice) => change({ maxPrice })}
      />
      <label>
        <span class="unseen">{translate('Age')}</span>
        <select value={filters.age} onChange={(event) => change({ age: event.currentTarget.value })}>
          {ages.map(({ seconds, text }) => (
            <option key={seconds} value={seconds}>
              {text}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

type DoubtsProps = { readonly without: Filters['without']; readonly choose: (without: string) => void };

/** Doubtful deals are shown with a flag unless excluded. */
const Doubts = ({ without, choose }: DoubtsProps) => (
  <fieldset class="chips">
    <legend class="seen">{translate('Exclude')}</legend>
    {doubts.map((doubt) => {
      const isOut = without.includes(doubt);
      const others = without.filter((one) => one !== doubt);
      return (
        <button
          key={doubt}
          type="button"
          aria-pressed={isOut}
          title={meaningOf(doubt)}
          onClick={() => choose(doubtsText(isOut ? others : [...others, doubt]))}
        >
          {flagText(doubt)}
        </button>
      );
    })}
  </fieldset>
);
