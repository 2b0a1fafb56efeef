import { Age } from '../../parts/age.tsx';
import { Marks, MarksExplained } from '../../parts/marks.tsx';
import { MarketLink } from '../../parts/outer-link.tsx';
import type { Column } from '../../table/column.ts';
import { TablePanel } from '../../table/table-panel.tsx';
import { type Currency, currency, priceText, rangeText } from '../../text/currency.ts';
import { wholeText } from '../../text/number.ts';
import { percent } from '../../text/percent.ts';
import { translate, translateKnown } from '../../text/translate.ts';
import type { MarketplaceRow } from './rows.ts';

/** The range of its sources' evidence, strongest first. */
const evidenceText = (evidence: readonly string[]): string =>
  evidence.length < 2
    ? translateKnown('evidence', evidence[0] ?? '–')
    : translate('{surest} to {least}', {
        surest: translateKnown('evidence', evidence[0] ?? ''),
        least: translateKnown('evidence', evidence.at(-1) ?? ''),
      });

type Props = {
  readonly name: string;
  readonly rows: readonly MarketplaceRow[];
  /** The row mixes prices and buy orders of several variants. */
  readonly hasVariants: boolean;
  readonly phase: string | null;
};

/** How trustworthy the figures are. */
const readingColumns: readonly Column<MarketplaceRow>[] = [
  {
    id: 'changed',
    head: translate('Changed'),
    hint: translate('Price or count last changed'),
    kind: 'number',
    label: translate('changed'),
    isTime: true,
    isDownFirst: true,
    value: ({ updatedAt }) => updatedAt,
    cell: ({ updatedAt }) => <Age at={updatedAt} />,
  },
  {
    id: 'read',
    head: translate('Read'),
    hint: translate('When one of its sources was last read completely, since the service started'),
    kind: 'number',
    label: translate('read'),
    isTime: true,
    isDownFirst: true,
    value: ({ readAt }) => readAt,
    cell: ({ readAt }) => <Age at={readAt} none={translate('not yet')} />,
  },
  { id: 'confirmed', head: 'Confirmed', isTime: true, value: ({ seenAt }) => seenAt },
  {
    id: 'flags',
    head: translate('Flags'),
    kind: 'marks',
    value: ({ flags }) => flags.join(' '),
    cell: ({ flags }) => <Marks flags={flags} />,
  },
  {
    id: 'evidence',
    head: translate('Evidence'),
    hint: translate('How the format of its answers is known'),
    kind: 'quiet evidence',
    value: ({ evidence }) => evidence.join(' '),
    cell: ({ evidence }) => evidenceText(evidence),
  },
];

const columnsIn = (shown: Currency): readonly Column<MarketplaceRow>[] => [
  {
    id: 'marketplace',
    head: translate('Marketplace'),
    kind: 'lead',
    isRowHead: true,
    value: ({ marketplace }) => marketplace,
    cell: ({ marketplace, link }) => <MarketLink marketplace={marketplace} link={link} />,
  },
  {
    id: `price ${shown}`,
    head: translate('Price'),
    kind: 'number price',
    value: ({ price }) => price,
    cell: ({ price }) => priceText(price, shown),
  },
  {
    id: 'offers',
    head: translate('Offers'),
    kind: 'number',
    label: translate('offers'),
    isDownFirst: true,
    value: ({ offerCount }) => offerCount,
    cell: ({ offerCount }) => wholeText(offerCount),
  },
  {
    id: `best bid ${shown}`,
    head: translate('Best bid'),
    hint: translate('The highest buy order'),
    kind: 'number',
    label: translate('bid'),
    isDownFirst: true,
    value: ({ bestBuyOrder, bidRange }) => bestBuyOrder ?? bidRange?.highest ?? null,
    cell: ({ bestBuyOrder, bidRange }) =>
      bidRange === null ? priceText(bestBuyOrder, shown) : rangeText(bidRange, shown),
  },
  {
    id: 'spread',
    head: translate('Spread'),
    hint: translate('How far the best bid is below the price'),
    kind: 'number',
    label: translate('spread'),
    value: ({ spread }) => spread,
    cell: ({ spread }) => percent(spread),
  },
  ...readingColumns,
];

/** All marketplaces that know the item, side by side. */
export function Marketplaces({ name, rows, hasVariants, phase }: Props) {
  return (
    <TablePanel
      id="marketplaces"
      title={translate('Marketplaces')}
      about={
        phase === null
          ? translate('best bid: the highest buy order; spread: how far it is below the price')
          : translate('{phase} only; best bid: the highest buy order that includes it', { phase })
      }
      file={[translate('Marketplaces'), name, phase].filter(Boolean).join(' ')}
      kind="cards marketplaces"
      columns={columnsIn(currency.value)}
      rows={rows}
      keyOf={({ marketplace }) => marketplace}
      rowData={({ marketplace }) => ({ 'data-marketplace': marketplace })}
      none={translate('None of the marketplaces read here knows it.')}
      shownAtFirst={100}
      below={<MarksExplained flags={rows.flatMap(({ flags }) => flags)} />}
    >
      {hasVariants && phase === null && (
        <p class="quiet">
          {translate(
            'This item has variants: prices here are those of the cheapest one, and bids range from variant to variant.',
          )}
        </p>
      )}
    </TablePanel>
  );
}
