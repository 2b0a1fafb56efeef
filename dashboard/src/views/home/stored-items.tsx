import { Age } from '../../parts/age.tsx';
import { Marks } from '../../parts/marks.tsx';
import { MarketLink } from '../../parts/outer-link.tsx';
import type { StoredItem } from '../../stored/items.ts';
import type { Column } from '../../table/column.ts';
import { ItemCell } from '../../table/item-cell.tsx';
import { phaseColumn } from '../../table/phase-column.ts';
import { TablePanel } from '../../table/table-panel.tsx';
import { type Currency, currency, priceText, rangeText } from '../../text/currency.ts';
import { percent } from '../../text/percent.ts';
import { translate } from '../../text/translate.ts';
import { type BestOf, useBests } from '../../use-bests.ts';

type Props = {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  /** Null until they are known. */
  readonly items: readonly StoredItem[] | null;
  readonly none: string;
};

const markOf = (best: BestOf['best']): string[] => (best?.crossed ? ['crossed'] : best?.locked ? ['locked'] : []);

type Best = NonNullable<BestOf['best']>;

type SideProps = {
  readonly side: Best['ask'] | Best['bid'];
  /** Of the variants of an item as a whole. */
  readonly range: Best['variantAsks'];
  readonly shown: Currency;
};

/** The lowest ask or the highest bid, with its marketplace; from variant to variant for an item as a whole. */
function Side({ side, range, shown }: SideProps) {
  if (range !== null)
    return (
      <>
        <span class="main">{rangeText(range, shown)}</span>
        <span class="quiet detail">{translate('from variant to variant')}</span>
      </>
    );
  if (side === null) return <span class="quiet">–</span>;
  return (
    <>
      <span class="main">{priceText(side.price, shown)}</span>
      <span class="quiet detail">
        <MarketLink marketplace={side.marketplace} link={side.link} /> · <Age at={side.seenAt} />
      </span>
    </>
  );
}

const columnsIn = (shown: Currency): Column<BestOf>[] => [
  {
    id: 'name',
    head: translate('Item'),
    kind: 'item lead',
    isRowHead: true,
    value: ({ item }) => item.name,
    cell: ({ item, best }) => (
      <ItemCell item={item}>
        {item.game}{' '}
        {best === null ? `· ${translate('nothing is known about it right now')}` : <Marks flags={markOf(best)} />}
      </ItemCell>
    ),
  },
  phaseColumn(({ item }) => item.phase),
  { id: 'game', head: 'Game', value: ({ item }) => item.game },
  {
    id: `lowest ask ${shown}`,
    head: translate('Lowest ask'),
    kind: 'number price',
    isLive: true,
    value: ({ best }) => best?.ask?.price ?? null,
    cell: ({ best }) => <Side side={best?.ask ?? null} range={best?.variantAsks ?? null} shown={shown} />,
  },
  { id: 'asked on', head: 'On', value: ({ best }) => best?.ask?.marketplace ?? null },
  {
    id: `best bid ${shown}`,
    head: translate('Best bid'),
    hint: translate('The highest buy order where selling pays out money'),
    kind: 'number',
    label: translate('bid'),
    isWideOnly: true,
    isLive: true,
    isDownFirst: true,
    value: ({ best }) => best?.bid?.price ?? null,
    cell: ({ best }) => <Side side={best?.bid ?? null} range={best?.variantBids ?? null} shown={shown} />,
  },
  { id: 'bid on', head: 'On', value: ({ best }) => best?.bid?.marketplace ?? null },
  {
    id: 'spread percent',
    head: translate('Spread'),
    hint: translate('How far the best bid is below the lowest ask'),
    kind: 'number',
    label: translate('spread'),
    isWideOnly: true,
    value: ({ best }) => best?.spreadPercent ?? null,
    cell: ({ best }) => percent(best?.spreadPercent == null ? null : best.spreadPercent / 100),
  },
];

// Each is a request of its own
const maxShown = 100;

/** The visitor's own items with their current prices. */
export function StoredItems({ id, title, about, items, none }: Props) {
  const [inCurrency, shown] = [currency.value, items?.slice(0, maxShown) ?? []];
  const { answer, failure, isEarlier } = useBests(shown);
  const isAwaited = items === null || (isEarlier && answer?.length === 0);
  const rows = items?.length === 0 ? [] : isAwaited ? null : answer;
  return (
    <TablePanel
      id={id}
      title={title}
      about={
        items !== null && items.length > maxShown
          ? `${about} · ${translate('the newest {count}', { count: maxShown })}`
          : about
      }
      kind="short"
      columns={columnsIn(inCurrency)}
      rows={rows}
      keyOf={({ item }) => `${item.game} ${item.name} ${item.phase}`}
      itemOf={({ item, best }) => ({ ...item, priceUSD: inCurrency === 'USD' ? (best?.ask?.price ?? null) : null })}
      failure={failure}
      isEarlier={isEarlier && shown.length > 0}
      none={none}
    />
  );
}
