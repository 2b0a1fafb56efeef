import type { FoundOffers } from '@itemtape/client';
import { FilterBar } from '../filters/filter-bar.tsx';
import type { Game } from '../games.ts';
import { Bound } from '../parts/bound.tsx';
import { LockChoice } from '../parts/choices/lock-choice.tsx';
import { MarketplaceChoice } from '../parts/choices/marketplace-choice.tsx';
import { GameTabs } from '../parts/game-tabs.tsx';
import { TextField } from '../parts/text-field.tsx';
import { phases } from '../phase-in.ts';
import { addressOf, alter, query } from '../router.ts';
import { firstGame, gamesRead } from '../shown-games.ts';
import { chooseGame } from '../stored/game.ts';
import { oldKind } from '../table/old-row.ts';
import { TablePanel } from '../table/table-panel.tsx';
import { serviceTape } from '../tape.ts';
import { currency, signOf } from '../text/currency.ts';
import { translate, translateCount } from '../text/translate.ts';
import { namesIn, useMarketplaces } from '../use-marketplaces.ts';
import { type QueryState, useQuery } from '../use-query.ts';
import { activeFilters } from './offers/active.ts';
import { offerColumns, orderOf } from './offers/columns.tsx';
import { defaultBelow, defaultMin, parameterOf } from './offers/defaults.ts';
import { type Filters, filtersOf, type Order, ordersOf, perPage, requestOf } from './offers/filters.ts';
import { StickerField } from './offers/sticker-field.tsx';

const everySeconds = 10;
const typingMs = 250;

type Change = Readonly<Record<string, string>>;

/** Single offers of all items, page by page. */
export function OffersView() {
  const known = useMarketplaces();
  const shown = currency.value;
  const filters = filtersOf(query.value, { game: firstGame(known), shown });
  const { game, sort, after } = filters;
  const request = requestOf(filters, shown);
  const found = useQuery(JSON.stringify(request), (signal) => serviceTape().findOffers(request, { signal }), {
    everySeconds,
    delayMs: typingMs,
  });
  // Other filters start from the first page; a shared URL must name its game
  const change = (one: Change) => alter({ game, after: null, ...one });
  const answer = found.isEarlier && found.failure !== null ? null : found.answer;
  return (
    <>
      <h1 class="unseen">{translate('Offers')}</h1>
      <Choices games={gamesRead(known)} marketplaces={namesIn(known, game)} filters={filters} change={change} />
      <TablePanel
        id="found-offers"
        title={translate('Offers')}
        about={aboutText(found, sort)}
        file={`${translate('Offers')} ${game}`}
        kind="list offers-list"
        columns={offerColumns(game, answer?.currency ?? shown)}
        rows={answer?.offers ?? null}
        order={orderOf(sort, answer?.currency ?? shown, (one) => change({ sort: one === 'newest' ? '' : one }))}
        itemOf={(offer) => ({
          ...{ game, name: offer.name, phase: offer.itemPhase },
          priceUSD: answer?.currency === 'USD' ? offer.price : null,
        })}
        rowKind={({ seenAt }) => oldKind(seenAt)}
        keyOf={({ name, marketplace, purchaseLink, float }) => [name, marketplace, purchaseLink, float].join(' ')}
        failure={found.failure}
        isEarlier={found.isEarlier}
        none={<None filters={filters} change={change} />}
        shownAtFirst={perPage}
        below={<Pages after={after} next={answer?.next ?? null} game={game} />}
      />
    </>
  );
}

const orderTexts: Readonly<Record<Order, string>> = {
  price: translate('Cheapest first'),
  priceDown: translate('Dearest first'),
  newest: translate('Newest first'),
  float: translate('Lowest float first'),
  floatDown: translate('Highest float first'),
};

function aboutText({ answer, isEarlier }: QueryState<FoundOffers>, sort: Order): string {
  const refreshText = translate('refreshed every {count} s', { count: everySeconds });
  if (answer === null || isEarlier) return refreshText;
  const count = translateCount(answer.offers.length, '{count} offer', '{count} offers');
  return [count, orderTexts[sort], refreshText].join(' · ');
}

type NoneProps = { readonly filters: Filters; readonly change: (one: Change) => void };

/** What to do where the filters leave nothing. */
const None = ({ filters: { min, below }, change }: NoneProps) => (
  <>
    {translate('No offers match right now.')}
    {(min !== '' || below !== '') && (
      <button type="button" class="small" onClick={() => change({ min: '0', below: '0' })}>
        {translate('Show offers at any price')}
      </button>
    )}
  </>
);

type PagesProps = Pick<Filters, 'after' | 'game'> & { readonly next: string | null };

/** Links to the next page, if any, and back to the first. */
function Pages({ after, next, game }: PagesProps) {
  if (after === '' && next === null) return null;
  const page = (cursor: string | null) =>
    addressOf('/offers', { ...Object.fromEntries(query.value), game, after: cursor });
  return (
    <nav class="pages" aria-label={translate('Pages')}>
      {after !== '' && <a href={page(null)}>{translate('← First page')}</a>}
      {next !== null && (
        <a href={page(next)} rel="next">
          {translate('Next page →')}
        </a>
      )}
    </nav>
  );
}

type ChoicesProps = {
  readonly games: readonly Game[];
  readonly marketplaces: readonly string[] | undefined;
  readonly filters: Filters;
  readonly change: (one: Change) => void;
};

function Choices({ games, marketplaces, filters, change }: ChoicesProps) {
  const { game, q, marketplace } = filters;
  return (
    <FilterBar
      active={activeFilters(filters, change)}
      first={
        <>
          <GameTabs
            game={game}
            among={games}
            choose={(one) => {
              chooseGame(one);
              change({ game: one, marketplace: '' });
            }}
          />
          <TextField words={translate('Words in the name')} value={q} choose={(one) => change({ q: one })} />
          <MarketplaceChoice
            words={translate('Marketplace')}
            all={translate('All marketplaces')}
            chosen={marketplace}
            marketplaces={marketplaces}
            choose={(one) => change({ marketplace: one })}
          />
          <OrderChoice filters={filters} change={change} />
        </>
      }
    >
      <Amounts filters={filters} change={change} />
      <LockChoice lock={filters.lock} choose={(lock) => change({ lock })} />
      {game === 'CS2' && <Paint filters={filters} change={change} />}
    </FilterBar>
  );
}

type ChangeProps = Pick<ChoicesProps, 'filters' | 'change'>;

function Amounts({ filters, change }: ChangeProps) {
  const shown = currency.value;
  const sign = signOf(shown);
  return (
    <>
      <Bound
        words={translate('From, in {currency}', { currency: shown })}
        hint={translate('From {sign}', { sign })}
        value={filters.min}
        choose={(min) => change({ min: parameterOf(min, defaultMin(shown)) })}
      />
      <Bound
        words={translate('Up to, in {currency}', { currency: shown })}
        hint={translate('Up to {sign}', { sign })}
        value={filters.max}
        choose={(max) => change({ max })}
      />
      <Bound
        words={translate('Percent below every other marketplace')}
        hint={translate('% below')}
        max={100}
        value={filters.below}
        choose={(below) => change({ below: parameterOf(below, defaultBelow) })}
      />
    </>
  );
}

/** Filters that only apply to painted items. */
function Paint({ filters, change }: ChangeProps) {
  return (
    <>
      <Bound words={translate('Float from')} max={1} value={filters.fmin} choose={(fmin) => change({ fmin })} />
      <Bound words={translate('Float up to')} max={1} value={filters.fmax} choose={(fmax) => change({ fmax })} />
      <TextField words={translate('Seeds: 661, 4')} value={filters.seeds} choose={(seeds) => change({ seeds })} />
      <StickerField value={filters.stickers} choose={(stickers) => change({ stickers })} />
      <TextField words={translate('Charm')} value={filters.charm} choose={(charm) => change({ charm })} />
      <Bound
        words={translate('Fade from, in percent')}
        hint={translate('% fade')}
        max={100}
        value={filters.fade}
        choose={(fade) => change({ fade })}
      />
      <label>
        <span class="unseen">{translate('Variant')}</span>
        <select value={filters.phase} onChange={(event) => change({ phase: event.currentTarget.value })}>
          <option value="">{translate('All variants')}</option>
          {phases.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
    </>
  );
}

const OrderChoice = ({ filters, change }: ChangeProps) => (
  <label>
    <span class="unseen">{translate('Order')}</span>
    <select
      value={filters.sort}
      onChange={({ currentTarget: { value } }) => change({ sort: value === 'newest' ? '' : value })}
    >
      {ordersOf(filters.game).map((one) => (
        <option key={one} value={one}>
          {orderTexts[one]}
        </option>
      ))}
    </select>
  </label>
);
