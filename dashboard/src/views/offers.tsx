import type { FoundOffers } from '@itemtape/client';
import { chooseGame } from '../kept/game.ts';
import { Bound } from '../parts/bound.tsx';
import { LockChoice } from '../parts/choices/lock-choice.tsx';
import { MarketplaceChoice } from '../parts/choices/marketplace-choice.tsx';
import { GameTabs } from '../parts/game-tabs.tsx';
import { TextField } from '../parts/text-field.tsx';
import { phases } from '../phase-in.ts';
import { addressOf, alter, query } from '../router.ts';
import { firstGame } from '../shown-games.ts';
import { TablePanel } from '../table/table-panel.tsx';
import { tapeOf } from '../tape.ts';
import { currency, signOf } from '../text/currency.ts';
import { say, sayCount } from '../text/say.ts';
import { namesIn, useMarketplaces } from '../use-marketplaces.ts';
import { type QueryState, useQuery } from '../use-query.ts';
import { offerColumns, orderOf } from './offers/columns.tsx';
import { StickerField } from './offers/sticker-field.tsx';
import { askedOf, type Order, ordersOf, perPage, type Wishes, wishesOf } from './offers/wishes.ts';
import type { ViewProps } from './view.ts';

const everySeconds = 10;
const typingMs = 250;

type Change = Readonly<Record<string, string>>;

/** Single offers of all items, page by page. */
export function OffersView({ apiKey }: ViewProps) {
  const known = useMarketplaces(apiKey);
  const wishes = wishesOf(query.value, firstGame(known));
  const { game, sort, after } = wishes;
  const shown = currency.value;
  const asked = askedOf(wishes, shown);
  const found = useQuery(JSON.stringify(asked), (signal) => tapeOf(apiKey).findOffers(asked, { signal }), {
    everySeconds,
    delayMs: typingMs,
  });
  // Other filters start from the first page; a shared URL must name its game
  const change = (one: Change) => alter({ game, after: null, ...one });
  const answer = found.isEarlier && found.failure !== null ? null : found.answer;
  return (
    <>
      <h1 class="unseen">{say('Offers')}</h1>
      <Choices apiKey={apiKey} marketplaces={namesIn(known, game)} wishes={wishes} change={change} />
      <TablePanel
        id="found-offers"
        title={say('Offers')}
        about={aboutText(found, sort)}
        file={`${say('Offers')} ${game}`}
        kind="offers cards"
        columns={offerColumns(game, answer?.currency ?? shown)}
        rows={answer?.offers ?? null}
        order={orderOf(sort, answer?.currency ?? shown, (one) => change({ sort: one === 'price' ? '' : one }))}
        keyOf={({ name, marketplace, purchaseLink, float }) => [name, marketplace, purchaseLink, float].join(' ')}
        failure={found.failure}
        isEarlier={found.isEarlier}
        none={say('No offers match right now.')}
        shownAtFirst={perPage}
        below={<Pages after={after} next={answer?.next ?? null} game={game} />}
      />
    </>
  );
}

const orderTexts: Readonly<Record<Order, string>> = {
  price: say('Cheapest first'),
  priceDown: say('Dearest first'),
  newest: say('Newest first'),
  float: say('Lowest float first'),
  floatDown: say('Highest float first'),
};

function aboutText({ answer, isEarlier }: QueryState<FoundOffers>, sort: Order): string {
  const asked = say('refreshed every {count} s', { count: everySeconds });
  if (answer === null || isEarlier) return asked;
  const count = sayCount(answer.offers.length, '{count} offer', '{count} offers');
  return [count, orderTexts[sort], asked].join(' · ');
}

type PagesProps = Pick<Wishes, 'after' | 'game'> & { readonly next: string | null };

/** Links to the next page, if any, and back to the first. */
function Pages({ after, next, game }: PagesProps) {
  if (after === '' && next === null) return null;
  const page = (place: string | null) =>
    addressOf('/offers', { ...Object.fromEntries(query.value), game, after: place });
  return (
    <nav class="pages" aria-label={say('Pages')}>
      {after !== '' && <a href={page(null)}>{say('← First page')}</a>}
      {next !== null && (
        <a href={page(next)} rel="next">
          {say('Next page →')}
        </a>
      )}
    </nav>
  );
}

type ChoicesProps = {
  readonly apiKey: string;
  readonly marketplaces: readonly string[] | undefined;
  readonly wishes: Wishes;
  readonly change: (one: Change) => void;
};

function Choices({ apiKey, marketplaces, wishes, change }: ChoicesProps) {
  const { game, q, marketplace } = wishes;
  return (
    <form class="filters panel" aria-label={say('Filters')} onSubmit={(event) => event.preventDefault()}>
      <div class="fields">
        <GameTabs
          game={game}
          choose={(one) => {
            chooseGame(one);
            change({ game: one, marketplace: '' });
          }}
        />
        <TextField words={say('Words in the name')} value={q} choose={(one) => change({ q: one })} />
        <MarketplaceChoice
          words={say('Marketplace')}
          all={say('All marketplaces')}
          chosen={marketplace}
          marketplaces={marketplaces}
          choose={(one) => change({ marketplace: one })}
        />
        <Amounts wishes={wishes} change={change} />
      </div>
      <div class="fields narrow">
        {game === 'CS2' && <Paint apiKey={apiKey} wishes={wishes} change={change} />}
        <Selects wishes={wishes} change={change} />
      </div>
    </form>
  );
}

function Amounts({ wishes, change }: Pick<ChoicesProps, 'wishes' | 'change'>) {
  const shown = currency.value;
  const sign = signOf(shown);
  return (
    <>
      <Bound
        words={say('From, in {currency}', { currency: shown })}
        hint={say('From {sign}', { sign })}
        value={wishes.min}
        choose={(min) => change({ min })}
      />
      <Bound
        words={say('Up to, in {currency}', { currency: shown })}
        hint={say('Up to {sign}', { sign })}
        value={wishes.max}
        choose={(max) => change({ max })}
      />
      <Bound
        words={say('Percent below every other marketplace')}
        hint={say('% below')}
        most={100}
        value={wishes.below}
        choose={(below) => change({ below })}
      />
    </>
  );
}

/** Filters that only apply to painted items. */
function Paint({ apiKey, wishes, change }: Omit<ChoicesProps, 'marketplaces'>) {
  return (
    <>
      <Bound words={say('Float from')} most={1} value={wishes.fmin} choose={(fmin) => change({ fmin })} />
      <Bound words={say('Float up to')} most={1} value={wishes.fmax} choose={(fmax) => change({ fmax })} />
      <TextField words={say('Seeds: 661, 4')} value={wishes.seeds} choose={(seeds) => change({ seeds })} />
      <StickerField apiKey={apiKey} value={wishes.stickers} choose={(stickers) => change({ stickers })} />
      <label>
        <span class="unseen">{say('Variant')}</span>
        <select value={wishes.phase} onChange={(event) => change({ phase: event.currentTarget.value })}>
          <option value="">{say('All variants')}</option>
          {phases.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
    </>
  );
}

function Selects({ wishes, change }: Pick<ChoicesProps, 'wishes' | 'change'>) {
  return (
    <>
      <LockChoice lock={wishes.lock} choose={(lock) => change({ lock })} />
      <label>
        <span class="unseen">{say('Order')}</span>
        <select
          value={wishes.sort}
          onChange={({ currentTarget: { value } }) => change({ sort: value === 'price' ? '' : value })}
        >
          {ordersOf(wishes.game).map((one) => (
            <option key={one} value={one}>
              {orderTexts[one]}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}
