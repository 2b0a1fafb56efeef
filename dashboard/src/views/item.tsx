import type { BestPrices } from '@itemtape/client';
import { useEffect } from 'preact/hooks';
import { type Game, gameOf } from '../games.ts';
import { keepsPast } from '../health.ts';
import { Translated } from '../parts/translated.tsx';
import { hasPhases } from '../phase-in.ts';
import { addressOf, alter, query } from '../router.ts';
import { noteVisit } from '../stored/items.ts';
import { variantIn } from '../table/phase-column.ts';
import { tapeOf } from '../tape.ts';
import { currency } from '../text/currency.ts';
import { translate } from '../text/translate.ts';
import { useQuery } from '../use-query.ts';
import { BuyOrders } from './item/buy-orders.tsx';
import { loadCandles } from './item/candles/load.ts';
import { type ChartOptions, chartOptionsFrom, chartOptionsIn } from './item/chart-options.ts';
import { bandMs } from './item/day-band.tsx';
import { ItemHead } from './item/head.tsx';
import { History } from './item/history.tsx';
import { loadPast } from './item/load-history.ts';
import { Marketplaces } from './item/marketplaces.tsx';
import { filtersFrom } from './item/offer-filters.ts';
import { Offers } from './item/offers.tsx';
import { ItemRatios } from './item/ratios.tsx';
import { marketplaceRows } from './item/rows.ts';
import { RecentSales } from './item/sales.tsx';
import { type ItemOffer, useOffers } from './item/use-offers.ts';
import { Variants } from './item/variants.tsx';
import type { ViewProps } from './view.ts';

export function ItemView({ apiKey }: ViewProps) {
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
  return <KnownItem key={`${game} ${name}`} apiKey={apiKey} game={game} name={name} />;
}

type Props = { readonly apiKey: string; readonly game: Game; readonly name: string };

// More lines than this cannot be told apart
const maxLines = 8;

/** Everything the service knows about an item, polled. */
function useItem({ apiKey, game, name }: Props, { chart, days, interval, of, on }: ChartOptions, phase: string | null) {
  const tape = tapeOf(apiKey);
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
  const sources = useQuery('sources', (signal) => tape.sources({ signal }), { everySeconds: 30 });
  const offers = useOffers(apiKey, game, name);
  const busiest = [...(compared.answer?.marketplaces ?? [])]
    .sort((a, b) => b.offerCount - a.offerCount)
    .slice(0, maxLines)
    .map(({ marketplace }) => marketplace)
    .sort();
  const isAsked = keepsPast.value === true;
  const past = useQuery(
    !isAsked || busiest.length === 0 ? null : [days, phase, shown, ...busiest].join(),
    (signal) => loadPast({ tape, game, name, days, phase, currency: shown, marketplaces: busiest, signal }),
    { everySeconds: 60 },
  );
  const candles = useQuery(
    isAsked && chart === 'candles' ? ['candles', interval, of, on, phase, shown].join() : null,
    (signal) => loadCandles({ tape, game, name, phase, interval, of, marketplace: on, currency: shown, signal }),
    { everySeconds: 60 },
  );
  const conditions = useQuery(
    isAsked ? 'conditions' : null,
    (signal) => tape.conditions({ game, from: new Date(Date.now() - bandMs) }, { signal }),
    { everySeconds: 300 },
  );
  return { compared, best, orders, sources, offers, past, candles, conditions };
}

function variantsOf(item: Props, bests: readonly BestPrices[], offers: readonly ItemOffer[]) {
  const variants = bests.filter((one) => variantIn(one) !== null);
  return {
    variants,
    phases: bests.flatMap(({ itemPhase }) => itemPhase ?? []),
    hasVariants: variants.length > 0 || hasPhases(item) || offers.some(({ offer }) => offer.itemPhase !== null),
  };
}

function KnownItem(props: Props) {
  const { game, name } = props;
  const charted = chartOptionsFrom(query.value);
  const phase = query.value.get('phase');
  const filters = filtersFrom(query.value);
  const { compared, best, orders, sources, offers, past, candles, conditions } = useItem(props, charted, phase);
  const isKnown = compared.answer !== null;
  useEffect(() => {
    if (isKnown) noteVisit(game, name);
  }, [isKnown]);
  if (compared.answer === null) return <NoAnswer game={game} name={name} failure={compared.failure} />;
  // Prices in a different currency than the displayed one are not used
  const bests = best.isEarlier ? null : (best.answer?.best ?? null);
  const { variants, phases, hasVariants } = variantsOf(props, bests ?? [], offers.offers);
  const isWhole = hasVariants && phase === null;
  const rows = marketplaceRows({
    compared: compared.answer.marketplaces,
    buyOrders: orders.answer ?? [],
    sources: sources.answer ?? [],
    game,
    hasVariants,
    phase,
    offers: offers.offers,
    currency: currency.value,
  });
  // The whole item comes first; those that differ in their effect have no phase either
  const seen = bests?.find(({ itemPhase }) => itemPhase === phase) ?? null;
  return (
    <article>
      <ItemHead
        game={game}
        name={name}
        phase={phase}
        best={seen}
        compared={compared.answer}
        past={past.answer}
        phases={phases}
        isWhole={isWhole}
        ratios={isWhole ? null : <ItemRatios apiKey={props.apiKey} game={game} name={name} phase={phase} />}
      />
      {compared.failure !== null && <p role="alert">{compared.failure}</p>}
      <div class="columns uneven">
        <Marketplaces name={name} rows={rows} hasVariants={hasVariants} phase={phase} />
        <History
          past={past}
          candles={candles}
          conditions={conditions.answer?.sources ?? []}
          chartOptions={charted}
          choose={(chosen) => alter(chartOptionsIn(chosen))}
          phase={hasVariants ? phase : undefined}
          marketplaces={rows.map(({ marketplace }) => marketplace)}
        />
      </div>
      <Variants rows={variants} game={game} name={name} shown={currency.value} />
      <Offers game={game} name={name} phase={phase} filters={filters} known={offers} choose={alter} />
      <Trades name={name} phase={phase} orders={orders} past={past} />
    </article>
  );
}

type TradesProps = Pick<ReturnType<typeof useItem>, 'orders' | 'past'> & {
  readonly name: string;
  readonly phase: string | null;
};

const Trades = ({ name, phase, orders, past }: TradesProps) => (
  <div class="columns">
    <BuyOrders name={name} orders={orders.answer} phase={phase} failure={orders.failure} />
    <RecentSales name={name} past={past.answer} isEarlier={past.isEarlier} failure={past.failure} />
  </div>
);

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
