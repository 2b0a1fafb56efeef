import type { Deal } from '@itemtape/client';
import type { Game } from '../../games.ts';
import { Marks } from '../../parts/marks.tsx';
import { MarketLink } from '../../parts/outer-link.tsx';
import type { StoredItem } from '../../stored/items.ts';
import type { RowItem } from '../../table/act/row-item.ts';
import type { Column } from '../../table/column.ts';
import { ItemCell } from '../../table/item-cell.tsx';
import { phaseColumn, variantIn } from '../../table/phase-column.ts';
import { type Currency, gainText, priceText } from '../../text/currency.ts';
import { changeText } from '../../text/percent.ts';
import { translate } from '../../text/translate.ts';
import { heldText, holdColumn, PaidOut, sideColumns, type Way } from './sides.tsx';
import { flagsShown, type Saying } from './unknown.tsx';

export const itemOf = ({ name, itemPhase: phase }: Way, game: Game): StoredItem => ({ game, name, phase });

/** The item, with what it is bought for. */
export const rowItemOf = (way: Way, game: Game, shown: Currency | undefined): RowItem => ({
  ...itemOf(way, game),
  priceUSD: shown === 'USD' ? way.buy.price : null,
});

export const dealKey = (deal: Way): string => {
  const { name, buy, sell } = deal;
  return [name, variantIn(deal), buy.marketplace, sell.marketplace, sell.way].join('\n');
};

const flagsOf = (side: Deal['buy']): string => side.flags.join(' ');

type ShortProps = { readonly side: Deal['buy']; readonly deed: string; readonly shown: Currency };

/** A side in one line, with what is paid or received there. */
const ShortSide = ({ side, deed, shown }: ShortProps) => (
  <>
    <MarketLink marketplace={side.marketplace} link={side.link} deed={deed} />{' '}
    {priceText(side.afterFees ?? side.price, shown)}
  </>
);

type WayProps = { readonly deal: Way; readonly shown: Currency; readonly saying: Saying };

/** Both sides in one line, with what is to be known of them. */
export const ShortWay = ({ deal: { buy, sell, holdDays }, shown, saying }: WayProps) => (
  <>
    <ShortSide side={buy} deed={translate('Buy')} shown={shown} /> →{' '}
    <ShortSide side={sell} deed={translate('Sell')} shown={shown} />{' '}
    {sell.way === 'bid' ? translate('buy order') : translate('listed')}
    {holdDays !== null && ` · ${heldText(holdDays)}`} <PaidOut payout={sell.payout} mainPayout={saying.payout} />{' '}
    <Marks flags={flagsShown([...new Set([...buy.flags, ...sell.flags])], saying)} />
  </>
);

/** The columns of a short list of deals. */
export function shortColumns(game: Game, shown: Currency, saying: Saying): Column<Deal>[] {
  return [
    {
      id: 'name',
      head: translate('Item'),
      kind: 'item lead',
      isRowHead: true,
      value: ({ name }) => name,
      cell: (deal) => {
        return (
          <ItemCell item={itemOf(deal, game)} effect={deal.unusualEffect}>
            <ShortWay deal={deal} shown={shown} saying={saying} />
          </ItemCell>
        );
      },
    },
    phaseColumn(variantIn),
    ...gainColumns(shown, saying),
    ...venueColumns(shown),
  ];
}

const atMost = (deal: Deal, gain: string, { isAtMost }: Saying): string => (isAtMost(deal) ? `≤ ${gain}` : gain);

const gainColumns = (shown: Currency, saying: Saying): Column<Deal>[] => [
  {
    id: `profit ${shown}`,
    head: translate('Profit'),
    kind: 'number price gain',
    isDownFirst: true,
    isLive: true,
    value: ({ profit }) => profit,
    cell: (deal) => atMost(deal, gainText(deal.profit, shown), saying),
  },
  {
    id: 'profit percent',
    head: '%',
    hint: translate('Profit as a share of what you pay'),
    kind: 'number gain',
    isWideOnly: true,
    isDownFirst: true,
    value: ({ profitPercent }) => profitPercent,
    cell: (deal) => atMost(deal, changeText(deal.profitPercent / 100), saying),
  },
];

/** The sides of a short list in files, where its rows show them in one cell. */
const venueColumns = (shown: Currency): Column<Deal>[] => [
  { id: 'buy on', head: 'Buy on', value: ({ buy }) => buy.marketplace },
  { id: `you pay ${shown}`, head: 'You pay', value: ({ buy }) => buy.afterFees ?? buy.price },
  { id: 'sell on', head: 'Sell on', value: ({ sell }) => sell.marketplace },
  { id: `you get ${shown}`, head: 'You get', value: ({ sell }) => sell.afterFees },
  { id: 'hold days', head: 'Hold', value: ({ holdDays }) => holdDays },
  ...fileColumns(shown),
];

/** Columns that only appear in files. */
const fileColumns = (shown: Currency): Column<Deal>[] => [
  { id: 'way', head: 'Way', value: ({ sell }) => sell.way },
  { id: `ask ${shown}`, head: 'Ask', value: ({ buy }) => buy.price },
  { id: `sold at ${shown}`, head: 'Sold at', value: ({ sell }) => sell.price },
  { id: 'buy confirmed', head: 'Confirmed', isTime: true, value: ({ buy }) => buy.seenAt },
  { id: 'sell confirmed', head: 'Confirmed', isTime: true, value: ({ sell }) => sell.seenAt },
  { id: 'buy flags', head: 'Flags', value: ({ buy }) => flagsOf(buy) },
  { id: 'sell flags', head: 'Flags', value: ({ sell }) => flagsOf(sell) },
  { id: 'payout', head: 'Payout', value: ({ sell }) => sell.payout },
  { id: 'buy hold days', head: 'Hold', value: ({ buy }) => buy.holdDays },
  { id: 'sell hold days', head: 'Hold', value: ({ sell }) => sell.holdDays },
  { id: 'buy link', head: 'Link', value: ({ buy }) => buy.link },
  { id: 'sell link', head: 'Link', value: ({ sell }) => sell.link },
];

const liquidityColumn: Column<Deal> = {
  id: 'liquidity',
  head: translate('Liquidity'),
  hint: translate('How easily the item can be bought and sold across all marketplaces, out of 100'),
  kind: 'number',
  label: translate('liquidity'),
  isWideOnly: true,
  isSpare: true,
  isDownFirst: true,
  value: ({ liquidity }) => liquidity,
  cell: ({ liquidity }) => liquidity ?? '–',
};

export function dealColumns(game: Game, shown: Currency, saying: Saying): Column<Deal>[] {
  return [
    {
      id: 'name',
      head: translate('Item'),
      kind: 'item lead',
      isRowHead: true,
      value: ({ name }) => name,
      cell: (deal) => (
        <ItemCell item={itemOf(deal, game)} effect={deal.unusualEffect}>
          <span class="narrow-only">
            <ShortWay deal={deal} shown={shown} saying={saying} /> ·{' '}
            {atMost(deal, changeText(deal.profitPercent / 100), saying)}
          </span>
        </ItemCell>
      ),
    },
    phaseColumn(variantIn),
    ...gainColumns(shown, saying),
    ...sideColumns(shown, saying),
    holdColumn,
    liquidityColumn,
    ...fileColumns(shown),
  ];
}
