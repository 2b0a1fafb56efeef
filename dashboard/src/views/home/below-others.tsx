import type { FoundOffer } from '@itemtape/client';
import type { Game } from '../../games.ts';
import { Age } from '../../parts/age.tsx';
import { OuterLink } from '../../parts/outer-link.tsx';
import { Translated } from '../../parts/translated.tsx';
import { addressOf } from '../../router.ts';
import type { Column } from '../../table/column.ts';
import { ItemCell } from '../../table/item-cell.tsx';
import { phaseColumn, variantIn } from '../../table/phase-column.ts';
import { TablePanel } from '../../table/table-panel.tsx';
import { serviceTape } from '../../tape.ts';
import { type Currency, currency, priceText } from '../../text/currency.ts';
import { changeText, percent } from '../../text/percent.ts';
import { translate } from '../../text/translate.ts';
import { useQuery } from '../../use-query.ts';
import { filtersOf, requestOf } from '../offers/filters.ts';
import { newLows } from './new-lows.ts';

const shown = 8;
// More than are shown, as some are filtered out
const maxRequested = 40;

const columnsIn = (game: Game, inCurrency: Currency): Column<FoundOffer>[] => [
  {
    id: 'name',
    head: translate('Item'),
    kind: 'item lead',
    isRowHead: true,
    value: ({ name }) => name,
    cell: ({ name, itemPhase, unusualEffect, marketplace, foundAt, othersAsk, usualAsk }) => (
      <ItemCell item={{ game, name, phase: itemPhase }} effect={unusualEffect}>
        {marketplace} · <Translated phrase="found {age} ago" parts={{ age: <Age at={foundAt} /> }} /> ·{' '}
        {translate('elsewhere from {price}', { price: priceText(othersAsk, inCurrency) })}
        {usualAsk !== null && ` · ${translate('usually {price}', { price: priceText(usualAsk, inCurrency) })}`}
      </ItemCell>
    ),
  },
  phaseColumn(variantIn),
  { id: 'marketplace', head: 'Marketplace', value: ({ marketplace }) => marketplace },
  {
    id: `price ${inCurrency}`,
    head: translate('Price'),
    kind: 'number price',
    value: ({ price }) => price,
    cell: ({ price }) => priceText(price, inCurrency),
  },
  { id: `others ask ${inCurrency}`, head: 'Others', value: ({ othersAsk }) => othersAsk },
  {
    id: 'below others percent',
    head: translate('Others'),
    hint: translate('Against the lowest ask of every other marketplace'),
    kind: 'number gain',
    isWideOnly: true,
    isDownFirst: true,
    value: ({ belowOthersPercent }) => belowOthersPercent,
    cell: ({ belowOthersPercent }) => changeText(belowOthersPercent === null ? null : -belowOthersPercent / 100),
  },
  { id: `usual ask ${inCurrency}`, head: 'Usually', value: ({ usualAsk }) => usualAsk },
  { id: 'found', head: 'Found', isTime: true, value: ({ foundAt }) => foundAt },
  {
    id: 'link',
    head: translate('Buy'),
    isHeadUnseen: true,
    kind: 'buy',
    value: ({ purchaseLink }) => purchaseLink,
    cell: ({ purchaseLink, name }) => (
      <OuterLink to={purchaseLink} label={translate('Buy {name}', { name })}>
        {translate('Buy')}
      </OuterLink>
    ),
  },
];

/** Recently found offers well below all other marketplaces, and below the usual price. */
export function BelowOthers({ game }: { readonly game: Game }) {
  const inCurrency = currency.value;
  const filters = filtersOf(new URLSearchParams({ game }), { shown: inCurrency });
  const request = { ...requestOf(filters, inCurrency), limit: maxRequested };
  const { answer, failure, isEarlier } = useQuery(
    JSON.stringify(request),
    (signal) => serviceTape().findOffers(request, { signal }),
    { everySeconds: 10 },
  );
  const about = translate(
    'the newest offers from {price} that are at least {share} below every other marketplace, and below the usual price where that is known',
    { price: priceText(Number(filters.min), inCurrency), share: percent(Number(filters.below) / 100) },
  );
  return (
    <TablePanel
      id="below-others"
      title={translate('New lows')}
      about={<span title={about}>{about}</span>}
      tools={
        <a class="tool" href={addressOf('/offers', { game })}>
          {translate('all of them')}
        </a>
      }
      file={`${translate('New lows')} ${game}`}
      kind="short"
      columns={columnsIn(game, answer?.currency ?? inCurrency)}
      rows={answer === null ? null : newLows(answer.offers, shown)}
      keyOf={({ marketplace, purchaseLink, name }, index) => `${marketplace} ${purchaseLink ?? index} ${name}`}
      itemOf={({ name, itemPhase: phase, price }) => ({
        ...{ game, name, phase },
        priceUSD: answer?.currency === 'USD' ? price : null,
      })}
      failure={failure}
      isEarlier={isEarlier}
      none={translate('None right now.')}
    />
  );
}
