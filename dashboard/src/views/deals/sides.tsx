import type { Deal } from '@itemtape/client';
import { Age } from '../../parts/age.tsx';
import { Marks } from '../../parts/marks.tsx';
import { MarketLink } from '../../parts/outer-link.tsx';
import type { Column } from '../../table/column.ts';
import { type Currency, priceText } from '../../text/currency.ts';
import { feeText } from '../../text/fee.ts';
import { wholeText } from '../../text/number.ts';
import { type Payout, payoutText } from '../../text/payout.ts';
import { translate, translateCount } from '../../text/translate.ts';
import { flagsShown, type Saying } from './unknown.tsx';

/** What rows that buy on one marketplace and sell on another have in common. */
export type Way = Pick<Deal, 'name' | 'itemPhase' | 'unusualEffect' | 'buy' | 'sell' | 'holdDays'>;

/** What a deal is sold to: a buy order, or the lowest ask that it is listed next to. */
const depthOf = ({ way, count }: Deal['sell']): string =>
  way === 'bid'
    ? translateCount(count, '{count} buy order', '{count} buy orders')
    : translateCount(count, '{count} other offer', '{count} other offers');

type SideProps = {
  readonly side: Deal['buy'] | Deal['sell'];
  readonly depth: string;
  readonly deed: string;
  readonly saying: Saying;
};

const Side = ({ side, depth, deed, saying }: SideProps) => (
  <>
    <MarketLink marketplace={side.marketplace} link={side.link} deed={deed} />{' '}
    {'payout' in side && <PaidOut payout={side.payout} mainPayout={saying.payout} />}
    <span class="quiet detail">
      {depth} · <Age at={side.seenAt} /> <Marks flags={flagsShown(side.flags, saying)} />
    </span>
  </>
);

type PaidProps = { readonly payout: Payout | null; readonly mainPayout: Payout };

/** What one gets there, where it is not what one gets in all rows. */
export const PaidOut = ({ payout, mainPayout }: PaidProps) =>
  payout === mainPayout ? null : <span class="mark paid-out">{payoutText(payout)}</span>;

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

/** Days until the money is free, in a sentence. */
export const heldText = (days: number): string =>
  translateCount(days, 'free after {count} day', 'free after {count} days');

const daysText = (days: number | null): string => (days === null ? '?' : wholeText(days));

export const holdColumn: Column<Way> = {
  id: 'hold days',
  head: translate('Hold'),
  hint: translate(
    'Days until what you receive is free: until the item can be sold elsewhere, and until what it is sold for is free; ? is not known',
  ),
  kind: 'number',
  label: translate('hold'),
  isWideOnly: true,
  isSpare: true,
  value: ({ holdDays }) => holdDays,
  cell: ({ holdDays, buy, sell }) => (
    <>
      {holdDays === null ? '–' : translate('{count} d', { count: wholeText(holdDays) })}
      <span class="quiet detail">{`${daysText(buy.holdDays)}\u00a0+\u00a0${daysText(sell.holdDays)}`}</span>
    </>
  ),
};

/** Where to buy, and where to sell. */
export const sideColumns = (shown: Currency, saying: Saying): Column<Way>[] => [
  {
    id: 'buy on',
    head: translate('Buy on'),
    kind: 'side',
    label: translate('buy on'),
    isWideOnly: true,
    value: ({ buy }) => buy.marketplace,
    cell: ({ buy }) => (
      <Side
        side={buy}
        depth={translateCount(buy.count, '{count} offer', '{count} offers')}
        deed={translate('Buy')}
        saying={saying}
      />
    ),
  },
  {
    id: `you pay ${shown}`,
    head: translate('You pay'),
    kind: 'number',
    label: translate('for'),
    isWideOnly: true,
    hint: translate('After fees, where they are known'),
    value: ({ buy }) => buy.afterFees ?? buy.price,
    cell: ({ buy }) => <Money side={buy} word={translate('ask')} shown={shown} />,
  },
  {
    id: 'sell on',
    head: translate('Sell on'),
    kind: 'side',
    label: translate('sell on'),
    isWideOnly: true,
    value: ({ sell }) => sell.marketplace,
    cell: ({ sell }) => <Side side={sell} depth={depthOf(sell)} deed={translate('Sell')} saying={saying} />,
  },
  {
    id: `you get ${shown}`,
    head: translate('You get'),
    kind: 'number',
    label: translate('for'),
    isWideOnly: true,
    hint: translate('After fees: immediately from a buy order, or when somebody buys at the lowest ask there'),
    value: ({ sell }) => sell.afterFees,
    cell: ({ sell }) => (
      <Money side={sell} word={sell.way === 'bid' ? translate('bid') : translate('list at')} shown={shown} />
    ),
  },
];
