import { Age } from '../../parts/age.tsx';
import { Marks, MarksExplained } from '../../parts/marks.tsx';
import type { Column } from '../../table/column.ts';
import { TablePanel } from '../../table/table-panel.tsx';
import { type Currency, currency, priceText } from '../../text/currency.ts';
import { wholeText } from '../../text/number.ts';
import { percent } from '../../text/percent.ts';
import { say, sayKnown } from '../../text/say.ts';
import type { MarketplaceRow } from './rows.ts';

/** The range of its sources' evidence, strongest first. */
const evidenceText = (evidence: readonly string[]): string =>
  evidence.length < 2
    ? sayKnown('evidence', evidence[0] ?? '–')
    : say('{surest} to {least}', {
        surest: sayKnown('evidence', evidence[0] ?? ''),
        least: sayKnown('evidence', evidence.at(-1) ?? ''),
      });

type Props = {
  readonly name: string;
  readonly rows: readonly MarketplaceRow[];
  /** The row mixes prices and buy orders of several variants. */
  readonly hasVariants: boolean;
};

/** How trustworthy the figures are. */
const readingColumns: readonly Column<MarketplaceRow>[] = [
  {
    id: 'changed',
    head: say('Changed'),
    hint: say('Price or count last changed'),
    kind: 'number',
    label: say('changed'),
    isTime: true,
    isDownFirst: true,
    value: ({ updatedAt }) => updatedAt,
    cell: ({ updatedAt }) => <Age at={updatedAt} />,
  },
  {
    id: 'read',
    head: say('Read'),
    hint: say('When one of its sources was last read completely, since the service started'),
    kind: 'number',
    label: say('read'),
    isTime: true,
    isDownFirst: true,
    value: ({ readAt }) => readAt,
    cell: ({ readAt }) => <Age at={readAt} none={say('not yet')} />,
  },
  { id: 'confirmed', head: 'Confirmed', isTime: true, value: ({ seenAt }) => seenAt },
  {
    id: 'flags',
    head: say('Flags'),
    kind: 'marks',
    value: ({ flags }) => flags.join(' '),
    cell: ({ flags }) => <Marks flags={flags} />,
  },
  {
    id: 'evidence',
    head: say('Evidence'),
    hint: say('How the format of its answers is known'),
    kind: 'quiet evidence',
    value: ({ evidence }) => evidence.join(' '),
    cell: ({ evidence }) => evidenceText(evidence),
  },
];

const columnsIn = (shown: Currency): readonly Column<MarketplaceRow>[] => [
  {
    id: 'marketplace',
    head: say('Marketplace'),
    kind: 'lead',
    isRowHead: true,
    value: ({ marketplace }) => marketplace,
    cell: ({ marketplace }) => marketplace,
  },
  {
    id: `price ${shown}`,
    head: say('Price'),
    kind: 'number price',
    value: ({ price }) => price,
    cell: ({ price }) => priceText(price, shown),
  },
  {
    id: 'offers',
    head: say('Offers'),
    kind: 'number',
    label: say('offers'),
    isDownFirst: true,
    value: ({ offerCount }) => offerCount,
    cell: ({ offerCount }) => wholeText(offerCount),
  },
  {
    id: `best bid ${shown}`,
    head: say('Best bid'),
    hint: say('The highest buy order'),
    kind: 'number',
    label: say('bid'),
    isDownFirst: true,
    value: ({ bestBuyOrder }) => bestBuyOrder,
    cell: ({ bestBuyOrder }) => priceText(bestBuyOrder, shown),
  },
  {
    id: 'spread',
    head: say('Spread'),
    hint: say('How far the best bid is below the price'),
    kind: 'number',
    label: say('spread'),
    value: ({ spread }) => spread,
    cell: ({ spread }) => percent(spread),
  },
  ...readingColumns,
];

/** All marketplaces that know the item, side by side. */
export function Marketplaces({ name, rows, hasVariants }: Props) {
  return (
    <TablePanel
      id="marketplaces"
      title={say('Marketplaces')}
      about={say('best bid: the highest buy order; spread: how far it is below the price')}
      file={`${say('Marketplaces')} ${name}`}
      kind="cards marketplaces"
      columns={columnsIn(currency.value)}
      rows={rows}
      keyOf={({ marketplace }) => marketplace}
      rowData={({ marketplace }) => ({ 'data-marketplace': marketplace })}
      none={say('None of the marketplaces read here knows it.')}
      shownAtFirst={100}
      below={<MarksExplained flags={rows.flatMap(({ flags }) => flags)} />}
    >
      {hasVariants && (
        <p class="quiet">
          {say(
            'This item has variants: prices here are those of the cheapest one, and a best bid may be for a dearer one. Below they are listed separately.',
          )}
        </p>
      )}
    </TablePanel>
  );
}
