import type { BestPrices } from '@itemtape/client';
import type { Game } from '../../games.ts';
import { Marks, MarksExplained } from '../../parts/marks.tsx';
import { MarketLink } from '../../parts/outer-link.tsx';
import { Watch } from '../../parts/watch.tsx';
import { addressOf, query } from '../../router.ts';
import type { Column } from '../../table/column.ts';
import { variantIn } from '../../table/phase-column.ts';
import { TablePanel } from '../../table/table-panel.tsx';
import { type Currency, priceText } from '../../text/currency.ts';
import { feeText } from '../../text/fee.ts';
import { wholeText } from '../../text/number.ts';
import { percent } from '../../text/percent.ts';
import { translate } from '../../text/translate.ts';

export const crossing = ({ crossed, locked }: BestPrices): string[] =>
  crossed ? ['crossed'] : locked ? ['locked'] : [];

const sides = {
  ask: { title: 'Price', hint: 'The lowest ask' },
  askAfterFees: { title: 'You pay', hint: 'The least that a buyer pays after fees, where they are known' },
  bid: { title: 'Best bid', hint: 'The highest buy order where selling pays out money, for this variant or for any' },
  bidAfterFees: { title: 'You get', hint: 'The most that a seller gets after fees, where they are known' },
} as const;

/** One side before or after fees, with its marketplace. */
const sideColumns = (side: keyof typeof sides, shown: Currency): Column<BestPrices>[] => {
  const { title, hint } = sides[side];
  const head = translate(title);
  const figure = side === 'ask' || side === 'bid' ? 'price' : 'afterFees';
  return [
    {
      id: `${title} ${shown}`,
      head,
      hint: translate(hint),
      kind: side === 'ask' ? 'number price' : 'number',
      label: head.toLowerCase(),
      isDownFirst: side.startsWith('bid'),
      value: (best) => best[side]?.[figure] ?? null,
      cell: (best) => {
        const at = best[side];
        return (
          <>
            {priceText(at?.[figure] ?? null, shown)}
            <span class="quiet detail">
              {at !== null && <MarketLink marketplace={at.marketplace} link={at.link} />}
              {at !== null && figure === 'afterFees' && ` · ${feeText(at)}`}
            </span>
          </>
        );
      },
    },
    { id: `${title} on`, head, value: (best) => best[side]?.marketplace ?? null },
  ];
};

type VariantsOf = { readonly game: Game; readonly name: string; readonly shown: Currency };

const columnsOf = ({ game, name, shown }: VariantsOf): readonly Column<BestPrices>[] => [
  {
    id: 'variant',
    head: translate('Variant'),
    kind: 'lead',
    isRowHead: true,
    value: variantIn,
    cell: (best) =>
      best.itemPhase === null ? (
        variantIn(best)
      ) : (
        <a class="item-link" href={variantAddress(best.itemPhase)}>
          {best.itemPhase}
        </a>
      ),
  },
  ...sideColumns('ask', shown),
  ...sideColumns('askAfterFees', shown),
  {
    id: 'offers',
    head: translate('Offers'),
    kind: 'number',
    label: translate('offers'),
    isDownFirst: true,
    value: ({ offerCount }) => offerCount,
    cell: ({ offerCount }) => wholeText(offerCount),
  },
  ...sideColumns('bid', shown),
  ...sideColumns('bidAfterFees', shown),
  {
    id: 'spread percent',
    head: translate('Spread'),
    hint: translate('How far the best bid is below the price'),
    kind: 'number',
    label: translate('spread'),
    value: ({ spreadPercent }) => spreadPercent,
    cell: (best) => (
      <>
        <Marks flags={crossing(best)} /> {percent(best.spreadPercent === null ? null : best.spreadPercent / 100)}
      </>
    ),
  },
  {
    id: 'watched',
    head: translate('Watch'),
    isHeadUnseen: true,
    kind: 'star-cell',
    cell: ({ itemPhase }) => itemPhase !== null && <Watch item={{ game, name, phase: itemPhase }} />,
  },
];

type Props = VariantsOf & { readonly rows: readonly BestPrices[] };

/** The page of one variant; what else was chosen stays. */
export const variantAddress = (phase: string | null): string =>
  addressOf('/item', { ...Object.fromEntries(query.value), phase });

/** Variants listed separately: under one name their prices differ several times over. */
export function Variants({ rows, ...setup }: Props) {
  if (rows.length === 0) return null;
  return (
    <TablePanel
      id="variants"
      title={translate('Variants')}
      about={translate('the best across all marketplaces; a bid for any variant counts for each')}
      file={`${translate('Variants')} ${setup.name}`}
      kind="cards"
      columns={columnsOf(setup)}
      rows={rows}
      keyOf={(best) => variantIn(best) ?? ''}
      none={translate('None known.')}
      below={<MarksExplained flags={rows.flatMap(crossing)} />}
    />
  );
}
