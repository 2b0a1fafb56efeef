import type { MarketplaceTerms } from '@itemtape/client';
import type { Column } from '../../table/column.ts';
import { payoutText } from '../../text/payout.ts';
import { translate } from '../../text/translate.ts';
import {
  chargesText,
  type FactNote,
  feesOf,
  feesText,
  holdsText,
  isSet,
  maxPricesText,
  sourcesText,
} from './term-words.ts';

type Fact = { readonly text: string | null; readonly facts: readonly FactNote[] };

/** A fact, with its source at hand, and a mark if the operator has set it. */
const Cell = ({ text, facts }: Fact) => (
  <span title={sourcesText(facts) || undefined}>
    {text ?? <span class="quiet">{translate('not known')}</span>}
    {isSet(facts) && <span class="mark set"> {translate('set here')}</span>}
  </span>
);

type Head = Pick<Column<MarketplaceTerms>, 'id' | 'head' | 'hint'>;

const column = ({ head, ...rest }: Head, of: (row: MarketplaceTerms) => Fact): Column<MarketplaceTerms> => ({
  ...rest,
  head,
  label: head.toLocaleLowerCase(),
  value: (row) => of(row).text,
  cell: (row) => <Cell {...of(row)} />,
});

const factColumns: readonly Column<MarketplaceTerms>[] = [
  column({ id: 'payout', head: translate('Pays out') }, ({ payout }) => ({
    text: payout === null ? null : payoutText(payout.kind),
    facts: payout === null ? [] : [payout],
  })),
  column({ id: 'seller fee', head: translate('Seller fee') }, ({ fees }) => ({
    text: feesText(fees, 'seller'),
    facts: feesOf(fees, 'seller'),
  })),
  column({ id: 'buyer fee', head: translate('Buyer fee') }, ({ fees }) => ({
    text: feesText(fees, 'buyer'),
    facts: feesOf(fees, 'buyer'),
  })),
  column({ id: 'pay-out cost', head: translate('Paying out') }, ({ payOut }) => ({
    text: chargesText(payOut),
    facts: payOut,
  })),
  column(
    { id: 'item hold', head: translate('Item hold'), hint: translate('Days until a bought item can be sold') },
    ({ itemHolds }) => ({ text: holdsText(itemHolds), facts: itemHolds }),
  ),
  column(
    { id: 'money hold', head: translate('Money hold'), hint: translate('Days until the money is free') },
    ({ moneyHolds }) => ({ text: holdsText(moneyHolds), facts: moneyHolds }),
  ),
  column({ id: 'highest price', head: translate('Highest price') }, ({ maxPrices }) => ({
    text: maxPricesText(maxPrices),
    facts: maxPrices,
  })),
];

export const termColumns = (change: (row: MarketplaceTerms) => void): readonly Column<MarketplaceTerms>[] => [
  {
    id: 'marketplace',
    head: translate('Marketplace'),
    kind: 'lead',
    isRowHead: true,
    value: ({ marketplace }) => marketplace,
    cell: ({ marketplace }) => marketplace,
  },
  ...factColumns,
  {
    id: 'change',
    head: translate('Change'),
    isHeadUnseen: true,
    kind: 'buttons',
    cell: (row) => (
      <button
        type="button"
        class="small"
        onClick={() => change(row)}
        aria-label={translate('Change {name}', { name: row.marketplace })}
      >
        {translate('Change …')}
      </button>
    ),
  },
];
