import { Age } from '../../parts/age.tsx';
import { type Drawing, drawings } from '../../parts/look/drawings.ts';
import { Silhouette } from '../../parts/look/silhouette.tsx';
import { Skeleton } from '../../parts/look/skeleton.tsx';
import { MarketLink } from '../../parts/outer-link.tsx';
import { Thumbnail } from '../../parts/thumbnail.tsx';
import type { Column } from '../../table/column.ts';
import { TablePanel } from '../../table/table-panel.tsx';
import { nowSeconds } from '../../text/age.ts';
import { priceText } from '../../text/currency.ts';
import { changeText } from '../../text/percent.ts';
import { translate } from '../../text/translate.ts';

/** What a list shows while it has no rows, and what went wrong. */
export const States = () => (
  <>
    <Skeleton lines={3} />
    <p class="empty">{translate('None right now.')}</p>
    <p role="alert">{translate('The service answered {status}.', { status: 503 })}</p>
  </>
);

export const Silhouettes = () => (
  <div class="silhouettes">
    {Object.keys(drawings).map((kind) => (
      <Silhouette key={kind} of={kind as Drawing} />
    ))}
  </div>
);

type Row = {
  readonly name: string;
  readonly price: number;
  readonly change: number;
  readonly ago: number;
  readonly move?: 'up' | 'down';
};

// Prices of nothing, and said to be samples
const rows: readonly Row[] = [
  { name: 'AK-47 | Redline (Field-Tested)', price: 28.13, change: 0.021, ago: 3, move: 'up' },
  { name: '★ Karambit | Doppler (Factory New)', price: 1_184.5, change: -0.064, ago: 41, move: 'down' },
  { name: '★ Sport Gloves | Vice (Minimal Wear)', price: 2_406, change: 0.002, ago: 190 },
  { name: 'Sticker | Titan (Holo) | Katowice 2014', price: 61_300, change: -0.01, ago: 8_400 },
];

const columns: readonly Column<Row>[] = [
  {
    id: 'name',
    head: translate('Item'),
    kind: 'item lead',
    isRowHead: true,
    value: ({ name }) => name,
    cell: ({ name }) => (
      <span class="with-picture">
        <Thumbnail game="CS2" name={name} isKnown={false} />
        {name}
      </span>
    ),
  },
  {
    id: 'price',
    head: translate('Price'),
    kind: 'number price',
    value: ({ price }) => price,
    cell: ({ price }) => priceText(price, 'USD'),
  },
  {
    id: 'change',
    head: translate('Change'),
    kind: 'number',
    value: ({ change }) => change,
    cell: ({ change }) => <span class={change > 0 ? 'gain' : 'loss'}>{changeText(change)}</span>,
  },
  { id: 'marketplace', head: translate('Marketplace'), cell: () => <MarketLink marketplace="CSFloat" link={null} /> },
  {
    id: 'seen',
    head: translate('Seen'),
    kind: 'number',
    value: ({ ago }) => ago,
    cell: ({ ago }) => <Age at={nowSeconds.value - ago} />,
  },
];

/** A table: numbers to the right, a change as it comes, and a row that is old. */
export const Rows = () => (
  <TablePanel
    id="sample-rows"
    title={translate('Rows')}
    about={translate('samples, not prices')}
    kind="cards"
    columns={columns}
    rows={rows}
    keyOf={({ name }) => name}
    rowKind={({ ago, move }) => (ago > 3_600 ? 'old' : move === undefined ? undefined : `flash-${move}`)}
    none=""
  />
);
