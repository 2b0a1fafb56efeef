import type { BestPrices, FullComparison } from '@itemtape/client';
import { useEffect } from 'preact/hooks';
import { type Game, gameOf } from '../games.ts';
import { Translated } from '../parts/translated.tsx';
import { hasPhases } from '../phase-in.ts';
import { addressOf, alter, query } from '../router.ts';
import { noteVisit } from '../stored/items.ts';
import { variantIn } from '../table/phase-column.ts';
import { serviceTape } from '../tape.ts';
import { currency, priceIn } from '../text/currency.ts';
import { translate } from '../text/translate.ts';
import { useQuery } from '../use-query.ts';
import { Appraise } from './item/appraise.tsx';
import { BuyOrders } from './item/buy-orders.tsx';
import { ItemChart } from './item/chart/item-chart.tsx';
import { chartOptionsFrom } from './item/chart/options.ts';
import { useShownLines } from './item/chart/shown-lines.ts';
import { usePast } from './item/chart/use-past.ts';
import { BuyCheapest, ItemHead } from './item/head.tsx';
import { Ladder } from './item/ladder.tsx';
import { filtersFrom } from './item/offer-filters.ts';
import { Offers } from './item/offers.tsx';
import { ItemRatios } from './item/ratios.tsx';
import { marketplaceRows } from './item/rows.ts';
import { RecentSales } from './item/sales.tsx';
import { type ItemOffer, useOffers } from './item/use-offers.ts';
import { Variants } from './item/variants.tsx';

export function ItemView() {
  const game = gameOf(query.value.get('game'));
  const name = query.value.get('name') ?? '';
  if (game === null || name === '') {
    return (
      <section class="panel said">
        <h1>{translate('No item')}</h1>
        <p role="alert">
          <Translated
            phrase="This address names no item; {link}."
            parts={{ link: <a href="/">{translate('search for one')}</a> }}
          />
        </p>
      </section>
    );
  }
  return <KnownItem key={`${game} ${name}`} game={game} name={name} />;
}

type Props = { readonly game: Game; readonly name: string };

/** What the service knows about an item now, polled. */
function useItem({ game, name }: Props) {
  const tape = serviceTape();
  const shown = currency.value;
  const compared = useQuery('compare', (signal) => tape.compare({ game, name, fields: 'full' }, { signal }), {
    everySeconds: 5,
  });
  const best = useQuery(`best ${shown}`, (signal) => tape.best({ game, name, currency: shown }, { signal }), {
    everySeconds: 5,
  });
  const orders = useQuery(
    'orders',
    (signal) => tape.buyOrders({ game, name, limit: 5000, fields: 'full' }, { signal }),
    { everySeconds: 10 },
  );
  const terms = useQuery('terms', (signal) => tape.terms({}, { signal }), { everySeconds: 600 });
  const offers = useOffers(game, name);
  return { compared, best, orders, terms, offers };
}

function variantsOf(item: Props, bests: readonly BestPrices[], offers: readonly ItemOffer[]) {
  const variants = bests.filter((one) => variantIn(one) !== null);
  return {
    variants,
    hasVariants: variants.length > 0 || hasPhases(item) || offers.some(({ offer }) => offer.itemPhase !== null),
  };
}

/** US dollars for a unit of the displayed currency. */
function perUnit(rows: FullComparison['marketplaces']): number {
  const row = rows.find((one) => one.priceUSD !== null && priceIn(one, currency.value) !== null);
  return row === undefined ? 1 : (row.priceUSD ?? 1) / (priceIn(row, currency.value) ?? 1);
}

/** What is known of an item or the variant that the URL names, and of each marketplace. */
function useMarket(props: Props) {
  const { game, name } = props;
  const phase = query.value.get('phase');
  const item = useItem(props);
  const { compared, best, orders, offers } = item;
  const isKnown = compared.answer !== null;
  useEffect(() => {
    if (isKnown) noteVisit(game, name);
  }, [isKnown]);
  // Prices in a different currency than the displayed one are not used
  const bests = best.isEarlier ? null : (best.answer?.best ?? null);
  const { variants, hasVariants } = variantsOf(props, bests ?? [], offers.offers);
  const rows = marketplaceRows({
    compared: compared.answer?.marketplaces ?? [],
    buyOrders: orders.answer ?? [],
    hasVariants,
    phase,
    offers: offers.offers,
    currency: currency.value,
  });
  // The whole item comes first; those that differ in their effect have no phase either
  const seen = bests?.find(({ itemPhase }) => itemPhase === phase) ?? null;
  return { ...item, phase, variants, hasVariants, isWhole: hasVariants && phase === null, rows, seen };
}

function KnownItem(props: Props) {
  const { game, name } = props;
  const { compared, orders, terms, offers, ...market } = useMarket(props);
  const { phase, variants, hasVariants, isWhole, rows, seen } = market;
  const filters = filtersFrom(query.value);
  const options = chartOptionsFrom(query.value);
  const history = usePast({ ...props, phase }, options, rows, compared.answer);
  const lines = useShownLines(rows);
  if (compared.answer === null) return <NoAnswer game={game} name={name} failure={compared.failure} />;
  const isGone = compared.failure !== null;
  return (
    <article class={`item ${isGone ? 'gone' : ''}`}>
      <ItemHead
        {...{ game, name, phase, variants, isWhole }}
        best={seen}
        compared={compared.answer}
        past={history.past}
      />
      {isGone && <p role="alert">{compared.failure}</p>}
      <div class="item-market">
        <ItemChart
          {...props}
          {...{ phase, hasVariants, options, history, rows }}
          shown={lines.shown}
          perUnit={perUnit(compared.answer.marketplaces)}
        />
        <Ladder
          {...{ name, rows, hasVariants, phase, ...lines }}
          terms={terms.answer}
          isCharted={history.past !== null}
        />
      </div>
      {variants.every(({ itemPhase }) => itemPhase === null) && (
        <Variants rows={variants} game={game} name={name} shown={currency.value} />
      )}
      <Offers game={game} name={name} phase={phase} filters={filters} known={offers} choose={alter} />
      <Appraise game={game} name={name} phase={phase} known={offers} />
      <div class="columns">
        <BuyOrders name={name} orders={orders.answer} phase={phase} failure={orders.failure} />
        <RecentSales name={name} history={history.answer} isEarlier={history.isEarlier} failure={history.failure} />
      </div>
      {!isWhole && <ItemRatios game={game} name={name} phase={phase} />}
      <div class="buy-bar">
        <BuyCheapest best={seen} />
      </div>
    </article>
  );
}

type ItemRef = { readonly game: string; readonly name: string };

function NoAnswer({ game, name, failure }: ItemRef & { readonly failure: string | null }) {
  if (failure === null) return <p role="status">{translate('Looking…')}</p>;
  return (
    <section class="panel said">
      <h1>{name}</h1>
      <p role="alert">{failure}</p>
      <p>
        <a href={addressOf('/', { q: name, game })}>{translate('Search for it')}</a>
      </p>
    </section>
  );
}
