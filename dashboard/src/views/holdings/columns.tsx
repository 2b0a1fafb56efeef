import type { Holding, InventoryItem, SoldLot, Transaction } from '@itemtape/client';
import { Age } from '../../parts/age.tsx';
import { Marks } from '../../parts/marks.tsx';
import { MarketLink } from '../../parts/outer-link.tsx';
import type { Column } from '../../table/column.ts';
import { ItemCell } from '../../table/item-cell.tsx';
import { phaseColumn, variantIn } from '../../table/phase-column.ts';
import { moneyColumn } from '../../table/plain-columns.ts';
import { timeColumn } from '../../table/time-column.tsx';
import { dateText } from '../../text/clock.ts';
import { type Currency, gainText, priceText } from '../../text/currency.ts';
import { wholeText } from '../../text/number.ts';
import { translate } from '../../text/translate.ts';
import { heldText } from '../deals/sides.tsx';

type ItemFields = Pick<Holding, 'game' | 'name' | 'itemPhase' | 'unusualEffect'>;

const itemOf = ({ game, name, itemPhase: phase }: ItemFields) => ({ game, name, phase });

const piecesColumn = <Row extends { readonly quantity: number }>(): Column<Row> => ({
  id: 'pieces',
  head: translate('Pieces'),
  kind: 'number',
  label: translate('Pieces'),
  value: ({ quantity }) => quantity,
  cell: ({ quantity }) => wholeText(quantity),
});

function remarkOf({ isKnown, nearest, needsVariant, sale }: Holding): string | null {
  if (!isKnown && nearest !== null) return translate('not known; did you mean “{name}”?', { name: nearest });
  if (!isKnown) return translate('not known');
  if (needsVariant) return translate('its variant is missing');
  return sale === null ? translate('nobody is known to pay for it') : null;
}

const nameColumn = <Row extends ItemFields>(remark: (row: Row) => string | null = () => null): Column<Row> => ({
  id: 'name',
  head: translate('Item'),
  kind: 'item lead',
  isRowHead: true,
  value: ({ name }) => name,
  cell: (row) => (
    <ItemCell item={itemOf(row)} effect={row.unusualEffect}>
      {remark(row)}
    </ItemCell>
  ),
});

export const holdingColumns = (shown: Currency): Column<Holding>[] => [
  nameColumn(remarkOf),
  phaseColumn(variantIn),
  piecesColumn(),
  moneyColumn('cost', translate('Cost'), shown, ({ cost }) => cost),
  {
    id: 'sell on',
    head: translate('Sell on'),
    kind: 'side',
    label: translate('sell on'),
    isWideOnly: true,
    value: ({ sale }) => sale?.marketplace ?? null,
    cell: ({ sale }) =>
      sale !== null && (
        <>
          <MarketLink marketplace={sale.marketplace} link={sale.link} deed={translate('Sell')} />
          <span class="quiet detail">
            {sale.holdDays !== null && `${heldText(sale.holdDays)} · `}
            <Age at={sale.seenAt} /> <Marks flags={sale.flags} />
          </span>
        </>
      ),
  },
  moneyColumn('value', translate('Value'), shown, ({ value }) => value),
  moneyColumn('profit', translate('Profit'), shown, ({ profit }) => profit, gainText),
];

const dayColumn = <Row,>(id: string, head: string, value: (row: Row) => number | null): Column<Row> => ({
  ...timeColumn(id, head, value),
  cell: (row) => {
    const at = value(row);
    return at === null ? '–' : dateText(at);
  },
});

export const soldColumns = (shown: Currency): Column<SoldLot>[] => [
  nameColumn<SoldLot>(),
  phaseColumn(variantIn),
  piecesColumn(),
  dayColumn('bought', translate('Bought'), ({ boughtAt }) => boughtAt),
  dayColumn('sold', translate('Sold'), ({ soldAt }) => soldAt),
  moneyColumn('cost', translate('Cost'), shown, ({ cost }) => cost),
  moneyColumn('received', translate('Received'), shown, ({ proceeds }) => proceeds),
  moneyColumn('profit', translate('Profit'), shown, ({ profit }) => profit, gainText),
];

const kindText = (kind: Transaction['kind']): string => (kind === 'buy' ? translate('Bought') : translate('Sold'));

export const transactionColumns = (remove: (id: string) => void): Column<Transaction>[] => [
  nameColumn<Transaction>(),
  phaseColumn(variantIn),
  { id: 'kind', head: translate('Kind'), value: ({ kind }) => kind, cell: ({ kind }) => kindText(kind) },
  dayColumn('date', translate('Day'), ({ at }) => at),
  piecesColumn(),
  {
    id: 'price',
    head: translate('Price'),
    kind: 'number',
    label: translate('Price'),
    value: ({ price }) => price,
    cell: ({ price, currency }) => priceText(price, currency),
  },
  { id: 'currency', head: translate('Currency'), value: ({ currency }) => currency },
  { id: 'fee', head: translate('Fee'), value: ({ fee }) => fee },
  {
    id: 'marketplace',
    head: translate('Marketplace'),
    value: ({ marketplace }) => marketplace,
    cell: ({ marketplace }) => marketplace ?? '–',
  },
  {
    id: 'delete',
    head: translate('Delete'),
    isHeadUnseen: true,
    cell: ({ id, name }) => (
      <button
        type="button"
        class="small"
        aria-label={translate('Delete the transaction of {name}', { name })}
        onClick={() => remove(id)}
      >
        {translate('Delete')}
      </button>
    ),
  },
];

export const inventoryColumns = (shown: Currency): Column<InventoryItem & Pick<Holding, 'game'>>[] => [
  nameColumn<InventoryItem & Pick<Holding, 'game'>>(),
  phaseColumn(variantIn),
  piecesColumn(),
  {
    id: 'float',
    head: translate('Float'),
    kind: 'number',
    label: translate('Float'),
    value: ({ float }) => float,
    cell: ({ float }) => float?.toFixed(4) ?? '–',
  },
  {
    id: 'sell on',
    head: translate('Sell on'),
    label: translate('sell on'),
    value: ({ sale }) => sale?.marketplace ?? null,
    cell: ({ sale }) => sale?.marketplace ?? '–',
  },
  moneyColumn('value', translate('Value'), shown, ({ value }) => value),
];
