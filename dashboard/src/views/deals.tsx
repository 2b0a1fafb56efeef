import { chooseGame } from '../kept/game.ts';
import { Bound } from '../parts/bound.tsx';
import { Chips } from '../parts/chips.tsx';
import { MarketplaceChoice } from '../parts/choices/marketplace-choice.tsx';
import { GameTabs } from '../parts/game-tabs.tsx';
import { flagText, MarksExplained, meaningOf } from '../parts/marks.tsx';
import { alter, query } from '../router.ts';
import { firstGame } from '../shown-games.ts';
import { orderName } from '../table/data-table.tsx';
import { TablePanel } from '../table/table-panel.tsx';
import { currency, signOf } from '../text/currency.ts';
import { wholeText } from '../text/number.ts';
import { say } from '../text/say.ts';
import { namesIn, useMarketplaces } from '../use-marketplaces.ts';
import { dealColumns, dealKey } from './deals/columns.tsx';
import { everySeconds, type FoundDeals, useDeals } from './deals/use-deals.ts';
import { ages, askedOf, doubts, mostDeals, type Wishes, wishesOf } from './deals/wishes.ts';
import type { ViewProps } from './view.ts';

type Change = Readonly<Record<string, string>>;

export function DealsView({ apiKey }: ViewProps) {
  const known = useMarketplaces(apiKey);
  const wishes = wishesOf(query.value, firstGame(known));
  const shown = currency.value;
  const asked = askedOf(wishes, shown);
  const found = useDeals(apiKey, asked, shown);
  const deals = found.answer?.deals ?? null;
  const flags = deals?.flatMap(({ buy, sell }) => [...buy.flags, ...sell.flags]) ?? [];
  return (
    <>
      <h1 class="unseen">{say('Deals')}</h1>
      <Choices marketplaces={namesIn(known, wishes.game)} wishes={wishes} />
      <TablePanel
        key={`${wishes.sort} ${wishes.game}`}
        id="deals"
        title={say('Deals')}
        about={<Said found={found} wishes={wishes} />}
        file={`${say('Deals')} ${wishes.game}`}
        kind="cards deals"
        columns={dealColumns(wishes.game, found.answer?.currency ?? shown)}
        rows={deals}
        keyOf={dealKey}
        failure={found.failure}
        isEarlier={found.isEarlier}
        none={say(
          'No pair of marketplaces matches these filters. Marketplaces with an unknown seller fee are never suggested for selling.',
        )}
        shownAtFirst={50}
        below={<MarksExplained flags={flags} />}
      />
    </>
  );
}

const said: Readonly<Record<FoundDeals['how'], string>> = {
  live: say('live'),
  waiting: say('connecting…'),
  'asked anew': say('refreshed every {count} s', { count: everySeconds }),
};

function Said({ found, wishes }: { readonly found: FoundDeals; readonly wishes: Wishes }) {
  const { answer, isEarlier, how } = found;
  if (answer === null || isEarlier) return <>{say('buy here, sell there, after fees')}</>;
  const count = answer.deals.length;
  const best = wishes.sort === 'profit' ? say('highest profit first') : say('highest share first');
  const number = count === mostDeals ? say('the best {count}', { count: wholeText(count) }) : wholeText(count);
  return (
    <>
      {number} · {best} · {say('in {currency}, after known fees', { currency: answer.currency })} · {said[how]}
    </>
  );
}

type ChoicesProps = { readonly marketplaces: readonly string[] | undefined; readonly wishes: Wishes };

function Choices({ marketplaces, wishes }: ChoicesProps) {
  // A shared URL must not depend on the game chosen last in this browser
  const change = (one: Change) => alter({ game: wishes.game, ...one });
  return (
    <form class="filters panel" aria-label={say('Filters')} onSubmit={(event) => event.preventDefault()}>
      <div class="fields">
        <GameTabs
          game={wishes.game}
          choose={(game) => {
            chooseGame(game);
            change({ game, from: '', to: '' });
          }}
        />
        <MarketplaceChoice
          words={say('Buy on')}
          all={say('Buy anywhere')}
          chosen={wishes.from}
          marketplaces={marketplaces}
          choose={(from) => change({ from })}
        />
        <MarketplaceChoice
          words={say('Sell on')}
          all={say('Sell anywhere')}
          chosen={wishes.to}
          marketplaces={marketplaces}
          choose={(to) => change({ to })}
        />
        <Amounts wishes={wishes} change={change} />
      </div>
      <div class="fields">
        <Chips
          legend={say('Order by')}
          options={[
            { value: 'profit', text: say('Most profit') },
            { value: 'percent', text: say('Most %') },
          ]}
          chosen={wishes.sort}
          choose={(sort) => change({ sort: sort === 'profit' ? '' : sort, [orderName('deals')]: '' })}
        />
        <Chips
          legend={say('How to sell')}
          options={[
            { value: 'any', text: say('Sell any way') },
            { value: 'bid', text: say('To a buy order') },
            { value: 'list', text: say('By listing') },
          ]}
          chosen={wishes.way}
          choose={(way) => change({ way: way === 'any' ? '' : way })}
        />
        <Doubts without={wishes.without} choose={(without) => change({ without })} />
      </div>
    </form>
  );
}

type AmountsProps = { readonly wishes: Wishes; readonly change: (one: Change) => void };

function Amounts({ wishes, change }: AmountsProps) {
  const shown = currency.value;
  const sign = signOf(shown);
  return (
    <>
      <Bound
        words={say('Minimum profit, in {currency}', { currency: shown })}
        hint={say('Profit from {sign}', { sign })}
        value={wishes.minProfit}
        choose={(minProfit) => change({ minProfit })}
      />
      <Bound
        words={say('Minimum profit, in percent')}
        hint={say('Profit from %')}
        value={wishes.minPercent}
        choose={(minPercent) => change({ minPercent })}
      />
      <Bound
        words={say('Maximum that you pay, in {currency}', { currency: shown })}
        hint={say('Pay up to {sign}', { sign })}
        value={wishes.maxPrice}
        choose={(maxPrice) => change({ maxPrice })}
      />
      <label>
        <span class="unseen">{say('Age')}</span>
        <select value={wishes.age} onChange={(event) => change({ age: event.currentTarget.value })}>
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

type DoubtsProps = { readonly without: Wishes['without']; readonly choose: (without: string) => void };

/** Doubtful deals are shown with a flag unless excluded. */
function Doubts({ without, choose }: DoubtsProps) {
  return (
    <fieldset class="chips">
      <legend class="seen">{say('Exclude')}</legend>
      {doubts.map((doubt) => {
        const isOut = without.includes(doubt);
        const others = without.filter((one) => one !== doubt);
        return (
          <button
            key={doubt}
            type="button"
            aria-pressed={isOut}
            title={meaningOf(doubt)}
            onClick={() => choose((isOut ? others : [...others, doubt]).join(','))}
          >
            {flagText(doubt)}
          </button>
        );
      })}
    </fieldset>
  );
}
