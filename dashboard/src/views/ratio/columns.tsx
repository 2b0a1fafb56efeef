import type { Game } from '../../games.ts';
import type { Column } from '../../table/column.ts';
import { ItemCell } from '../../table/item-cell.tsx';
import { phaseColumn, variantIn } from '../../table/phase-column.ts';
import type { Currency } from '../../text/currency.ts';
import { locale } from '../../text/language.ts';
import { translate } from '../../text/translate.ts';
import { itemOf, ShortWay } from '../deals/columns.tsx';
import { holdColumn, sideColumns } from '../deals/sides.tsx';
import type { Saying } from '../deals/unknown.tsx';
import type { RatioRow } from './ratio.ts';
import { ratioText } from './words.ts';

const sales = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });

const salesColumn: Column<RatioRow> = {
  id: 'sales per day',
  head: translate('Sold a day'),
  hint: translate('Sales of the item a day over the last week, on all marketplaces'),
  kind: 'number',
  label: translate('sold a day'),
  isWideOnly: true,
  isDownFirst: true,
  value: ({ salesPerDay }) => salesPerDay,
  cell: ({ salesPerDay }) => (salesPerDay === null ? '–' : sales.format(salesPerDay)),
};

export const ratioColumns = (game: Game, shown: Currency, saying: Saying): Column<RatioRow>[] => [
  {
    id: 'name',
    head: translate('Item'),
    kind: 'item lead',
    isRowHead: true,
    value: ({ name }) => name,
    cell: (row) => (
      <ItemCell item={itemOf(row, game)} effect={row.unusualEffect}>
        <span class="narrow-only">
          <ShortWay deal={row} shown={shown} saying={saying} />
        </span>
      </ItemCell>
    ),
  },
  phaseColumn(variantIn),
  {
    id: 'ratio',
    head: translate('Ratio'),
    hint: translate('What is received for one unit paid'),
    kind: 'number price',
    isDownFirst: true,
    value: ({ ratio }) => ratio,
    cell: (row) => `${saying.isAtMost(row) ? '≤ ' : ''}${ratioText(row.ratio)}`,
  },
  ...sideColumns(shown, saying),
  holdColumn,
  salesColumn,
];
