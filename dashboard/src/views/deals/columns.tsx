import type { Deal } from '@itemtape/client';
import type { Game } from '../../games.ts';
import type { KeptItem } from '../../kept/items.ts';
import { Age } from '../../parts/age.tsx';
import { ItemLink } from '../../parts/item-link.tsx';
import { Marks } from '../../parts/marks.tsx';
import { Watch } from '../../parts/watch.tsx';
import type { Column } from '../../table/column.ts';
import { phaseColumn, variantIn } from '../../table/phase-column.ts';
import { type Currency, gainText, priceText } from '../../text/currency.ts';
import { feeText } from '../../text/fee.ts';
import { changeText } from '../../text/percent.ts';
import { translate, translateCount } from '../../text/translate.ts';

export const itemOf = ({ name, itemPhase: phase }: Deal, game: Game): KeptItem => ({ game, name, phase });

export const dealKey = (deal: Deal): string => {
  const { name, buy, sell } = deal;
  return [name, variantIn(deal), buy.marketplace, sell.marketplace, sell.way].join('\n');
};

/** What a deal is sold to: a buy order, or the lowest ask that it is listed next to. */
const depthOf = ({ way, count }: Deal['sell']): string =>
  way === 'bid'
    ? translateCount(count, '{count} buy order', '{count} buy orders')
    : translateCount(count, '{count} other offer', '{count} other offers');

type SideProps = { readonly side: Deal['buy'] | Deal['sell']; readonly depth: string };

const Side = ({ side, depth }: SideProps) => (
  <>
    <span class="main">{side.marketplace}</span> <Marks flags={side.flags} />
    <span class="quiet detail">
      {depth} · <Age at={side.seenAt} />
    </span>
  </>
);

type MoneyProps = { readonly side: Deal['buy']; readonly word: string; readonly shown: Currency };

/** What is paid or received, with the price before fees where that differs. */
const Money = ({ side, word, shown }: MoneyProps) => {
  const { price, afterFees } = side;
  const isOther = afterFees !== null && afterFees !== price;
  const detail = isOther ? `${word} ${priceText(price, shown)} · ${feeText(side)}` : feeText(side);
  return (
    <>
      <span class="main">{priceText(afterFees ?? price, shown)}</span>
      <span class="quiet detail">{detail}</span>
    </>
  );
};

const flagsOf = (side: Deal['buy']): string => side.flags.join(' ');

/** The columns of a short list of deals. */
export function shortColumns(game: Game, shown: Currency): Column<Deal>[] {
  return [
    {
      id: 'name',
      head: translate('Item'),
      kind: 'item lead',
      isRowHead: true,
      value: ({ name }) => name,
      cell: (deal) => (
        <>
          <ItemLink item={itemOf(deal, game)} effect={deal.unusualEffect} />
          <span class="quiet detail">
            {deal.buy.marketplace} {priceText(deal.buy.afterFees ?? deal.buy.price, shown)} → {deal.sell.marketplace}{' '}
            {deal.sell.way === 'bid' ? translate('buy order') : translate('listed')}{' '}
            {priceText(deal.sell.afterFees, shown)}{' '}
            <Marks flags={[...new Set([...deal.buy.flags, ...deal.sell.flags])]} />
          </span>
        </>
      ),
    },
    phaseColumn(variantIn),
    ...gainColumns(shown),
  ];
}

/** If the buyer fee is unknown, the gain is an upper bound. */
const atMost = ({ buy }: Deal, gain: string): string => (buy.flags.includes('feeUnknown') ? `≤ ${gain}` : gain);

const gainColumns = (shown: Currency): Column<Deal>[] => [
  {
    id: `profit ${shown}`,
    head: translate('Profit'),
    kind: 'number price gain',
    isDownFirst: true,
    value: ({ profit }) => profit,
    cell: (deal) => atMost(deal, gainText(deal.profit, shown)),
  },
  {
    id: 'profit percent',
    head: '%',
    hint: translate('Profit as a share of what you pay'),
    kind: 'number gain',
    isDownFirst: true,
    value: ({ profitPercent }) => profitPercent,
    cell: (deal) => atMost(deal, changeText(deal.profitPercent / 100)),
  },
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
];

const liquidityColumn: Column<Deal> = {
  id: 'liquidity',
  head: translate('Liquidity'),
  hint: translate('How easily the item can be bought and sold across all marketplaces, out of 100'),
  kind: 'number',
  label: translate('liquidity'),
  isDownFirst: true,
  value: ({ liquidity }) => liquidity,
  cell: ({ liquidity }) => liquidity ?? '–',
};

export function dealColumns(game: Game, shown: Currency): Column<Deal>[] {
  return [
    {
      id: 'watched',
      head: translate('Watch'),
      isHeadUnseen: true,
      kind: 'star-cell',
      cell: (deal) => <Watch item={itemOf(deal, game)} />,
    },
    {
      id: 'name',
      head: translate('Item'),
      kind: 'item lead',
      isRowHead: true,
      value: ({ name }) => name,
      cell: (deal) => <ItemLink item={itemOf(deal, game)} effect={deal.unusualEffect} />,
    },
    phaseColumn(variantIn),
    ...gainColumns(shown),
    {
      id: 'buy on',
      head: translate('Buy on'),
      kind: 'side',
      label: translate('buy on'),
      value: ({ buy }) => buy.marketplace,
      cell: ({ buy }) => <Side side={buy} depth={translateCount(buy.count, '{count} offer', '{count} offers')} />,
    },
    {
      id: `you pay ${shown}`,
      head: translate('You pay'),
      kind: 'number',
      label: translate('for'),
      hint: translate('After fees, where they are known'),
      value: ({ buy }) => buy.afterFees ?? buy.price,
      cell: ({ buy }) => <Money side={buy} word={translate('ask')} shown={shown} />,
    },
    {
      id: 'sell on',
      head: translate('Sell on'),
      kind: 'side',
      label: translate('sell on'),
      value: ({ sell }) => sell.marketplace,
      cell: ({ sell }) => <Side side={sell} depth={depthOf(sell)} />,
    },
    {
      id: `you get ${shown}`,
      head: translate('You get'),
      kind: 'number',
      label: translate('for'),
      hint: translate('After fees: immediately from a buy order, or when somebody buys at the lowest ask there'),
      value: ({ sell }) => sell.afterFees,
      cell: ({ sell }) => (
        <Money side={sell} word={sell.way === 'bid' ? translate('bid') : translate('list at')} shown={shown} />
      ),
    },
    liquidityColumn,
    ...fileColumns(shown),
  ];
}
