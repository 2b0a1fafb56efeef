import { gameOf } from '../games.ts';
import { Thumbnail } from '../parts/thumbnail.tsx';
import { addressOf, go, query } from '../router.ts';
import { tapeOf } from '../tape.ts';
import { currency, priceText } from '../text/currency.ts';
import { useMirror } from '../use-mirror.ts';
import { useQuery } from '../use-query.ts';
import { BuyOrders } from './item/buy-orders.tsx';
import { History } from './item/history.tsx';
import { askPast, ranges } from './item/load-history.ts';
import { Marketplaces } from './item/marketplaces.tsx';
import { Offers } from './item/offers.tsx';
import { marketplaceRows, variantRows } from './item/rows.ts';
import { RecentSales } from './item/sales.tsx';
import { Variants } from './item/variants.tsx';
import type { ViewProps } from './view.ts';

export function ItemView({ apiKey }: ViewProps) {
  const game = gameOf(query.value.get('game'));
  const name = query.value.get('name') ?? '';
  if (game === null || name === '') {
    return (
      <section class="panel said">
        <h1>No item</h1>
        <p role="alert">
          This address names no item; <a href="/">search for one</a>.
        </p>
      </section>
    );
  }
  return <KnownItem key={`${game} ${name}`} apiKey={apiKey} game={game} name={name} />;
}

type Props = { readonly apiKey: string; readonly game: string; readonly name: string };

// Lines beyond this many cannot be told apart
const mostLines = 8;

/** All that the service tells of an item, asked for again and again. */
function useItem({ apiKey, game, name }: Props, days: number | null, phase: string | null) {
  const tape = tapeOf(apiKey);
  const compared = useQuery('compare', (signal) => tape.compare({ game, name }, { signal }), { everySeconds: 5 });
  const orders = useQuery('orders', (signal) => tape.buyOrders({ game, name, limit: 5000 }, { signal }), {
    everySeconds: 10,
  });
  const sources = useQuery('sources', (signal) => tape.sources({ signal }), { everySeconds: 30 });
  const mirrored = useMirror(apiKey, game, name);
  const busiest = [...(compared.answer?.marketplaces ?? [])]
    .sort((a, b) => b.offerCount - a.offerCount)
    .slice(0, mostLines)
    .map(({ marketplace }) => marketplace)
    .sort();
  const past = useQuery(
    busiest.length === 0 ? null : [days, phase, currency.value, ...busiest].join(),
    (signal) => askPast({ tape, game, name, days, phase, currency: currency.value, marketplaces: busiest, signal }),
    { everySeconds: 60 },
  );
  return { compared, orders, sources, mirrored, past };
}

function KnownItem(props: Props) {
  const { game, name } = props;
  const days = ranges.find((range) => String(range.days) === query.value.get('days'))?.days ?? null;
  const phase = query.value.get('phase');
  const { compared, orders, sources, mirrored, past } = useItem(props, days, phase);
  if (compared.answer === null) return <NoAnswer game={game} name={name} failure={compared.failure} />;
  const look = (change: { readonly phase?: string | null; readonly days?: string | null | undefined }) =>
    go(addressOf('/item', { game, name, phase, days: query.value.get('days'), ...change }), 'replace');
  const hasVariants = mirrored.offers.some((offer) => offer.phase != null);
  const rows = marketplaceRows({
    compared: compared.answer.marketplaces,
    buyOrders: orders.answer ?? [],
    sources: sources.answer ?? [],
    game,
    hasVariants,
    currency: currency.value,
  });
  return (
    <article>
      <ItemHead game={game} name={name} cheapest={rows[0]} />
      {compared.failure !== null && <p role="alert">{compared.failure}</p>}
      <div class="columns uneven">
        <Marketplaces rows={rows} hasVariants={hasVariants} />
        <History
          past={past}
          days={days}
          phase={hasVariants ? phase : undefined}
          choose={(chosen) => look({ days: chosen?.toString() })}
        />
      </div>
      <Variants rows={variantRows(mirrored.offers, orders.answer ?? [], currency.value)} />
      <Offers game={game} phase={phase} mirrored={mirrored} choose={(chosen) => look({ phase: chosen })} />
      <div class="columns">
        <BuyOrders orders={orders.answer} failure={orders.failure} />
        <RecentSales past={past.answer} isEarlier={past.isEarlier} failure={past.failure} />
      </div>
    </article>
  );
}

type Named = { readonly game: string; readonly name: string };

function NoAnswer({ game, name, failure }: Named & { readonly failure: string | null }) {
  if (failure === null) return <p role="status">Looking…</p>;
  return (
    <section class="panel said">
      <h1>{name}</h1>
      <p role="alert">{failure}</p>
      <p>
        <a href={addressOf('/', { q: name, game })}>Search for it</a>
      </p>
    </section>
  );
}

type HeadProps = Named & { readonly cheapest: ReturnType<typeof marketplaceRows>[number] | undefined };

function ItemHead({ game, name, cheapest }: HeadProps) {
  return (
    <header class="item-head">
      <Thumbnail game={game} name={name} isKnown />
      <div>
        <h1>{name}</h1>
        <p class="quiet">
          {game}
          {cheapest?.price != null && (
            <>
              {' '}
              · from <strong class="price">{priceText(cheapest.price, currency.value)}</strong> on{' '}
              {cheapest.marketplace}
            </>
          )}
        </p>
      </div>
    </header>
  );
}
