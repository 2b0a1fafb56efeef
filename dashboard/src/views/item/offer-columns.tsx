import type { MirroredOffer } from '@itemtape/client';
import { OuterLink } from '../../parts/outer-link.tsx';
import type { Column } from '../../table/column.ts';
import { foundColumn } from '../../table/found-column.tsx';
import { type Currency, priceText } from '../../text/currency.ts';
import { floatText } from '../../text/number.ts';
import { changeText } from '../../text/percent.ts';
import { say, sayCount } from '../../text/say.ts';

export type OfferRow = {
  readonly offer: MirroredOffer;
  readonly price: number | null;
  /** By which share it is dearer than the cheapest that is shown. */
  readonly above: number | null;
};

type Painted = Extract<MirroredOffer['data'], { readonly float: number | null }>;

const painted = ({ offer: { data } }: OfferRow): Painted | null => ('float' in data ? data : null);

const shortName = (name: string): string => name.replace('Sticker | ', '');

const stickerText = (stickers: Painted['stickers'] | undefined): string | null =>
  stickers == null ? null : stickers.map(({ name }) => shortName(name)).join(', ');

const lockText = (days: number | null): string =>
  days === null ? '–' : days === 0 ? say('no') : sayCount(days, '{count} day', '{count} days');

/** Where a float lies between pristine on the left and worn out. */
function FloatBar({ float }: { readonly float: number }) {
  return (
    <span class="float">
      <svg width="50" height="10" aria-hidden="true">
        <rect class="track" x="1" y="3" width="48" height="4" rx="2" />
        <rect class="mark" x={float * 46} y="0" width="4" height="10" rx="1" />
      </svg>
      {floatText(float)}
    </span>
  );
}

/** Each with how far it is scratched off, where it is. */
function Stickers({ stickers }: { readonly stickers: Painted['stickers'] | undefined }) {
  if (stickers == null) return <>–</>;
  if (stickers.length === 0) return <span class="quiet">{say('none')}</span>;
  return (
    <>
      {stickers.map(({ name, wear, slot }, at) => (
        <span
          key={`${slot} ${name}`}
          title={wear > 0 ? say('{percent} % scratched off', { percent: Math.round(wear * 100) }) : undefined}
        >
          {at > 0 && ', '}
          {shortName(name)}
          {wear > 0 && <span class="quiet"> {Math.round(wear * 100)} %</span>}
        </span>
      ))}
    </>
  );
}

const paintColumns: readonly Column<OfferRow>[] = [
  {
    id: 'float',
    head: say('Float'),
    label: say('float'),
    value: (row) => painted(row)?.float ?? null,
    cell: (row) => {
      const float = painted(row)?.float ?? null;
      return float === null ? '–' : <FloatBar float={float} />;
    },
  },
  {
    id: 'seed',
    head: say('Seed'),
    hint: say('Number of the pattern'),
    kind: 'number',
    label: say('seed'),
    value: (row) => painted(row)?.paintSeed ?? null,
    cell: (row) => painted(row)?.paintSeed ?? '–',
  },
  { id: 'paint index', head: 'Finish', value: (row) => painted(row)?.paintIndex ?? null },
  {
    id: 'stickers',
    head: say('Stickers'),
    kind: 'stickers',
    label: say('stickers'),
    value: (row) => stickerText(painted(row)?.stickers),
    cell: (row) => <Stickers stickers={painted(row)?.stickers} />,
  },
];

const phaseColumn: Column<OfferRow> = {
  id: 'variant',
  head: say('Variant'),
  value: ({ offer }) => offer.phase,
  cell: ({ offer }) => offer.phase ?? '–',
};

const endColumns: readonly Column<OfferRow>[] = [
  {
    id: 'days locked',
    head: say('Locked'),
    hint: say('Until it can be traded'),
    label: say('locked'),
    value: ({ offer }) => offer.data.daysTradeLocked,
    cell: ({ offer }) => lockText(offer.data.daysTradeLocked),
  },
  foundColumn(({ offer }) => offer.data.foundAt),
  {
    id: 'inspect link',
    head: say('Inspect'),
    isHeadUnseen: true,
    kind: 'inspect',
    value: (row) => painted(row)?.inspectLink ?? null,
    cell: (row) => (
      <OuterLink to={painted(row)?.inspectLink ?? null} kind="quiet">
        {say('Inspect')}
      </OuterLink>
    ),
  },
  {
    id: 'link',
    head: say('Buy'),
    isHeadUnseen: true,
    kind: 'buy',
    value: ({ offer }) => offer.data.purchaseLink,
    cell: ({ offer }) => <OuterLink to={offer.data.purchaseLink}>{say('Buy')}</OuterLink>,
  },
];

type Setup = { readonly game: string; readonly hasPhases: boolean; readonly currency: Currency };

export const offerColumns = ({ game, hasPhases, currency }: Setup): readonly Column<OfferRow>[] => [
  {
    id: `price ${currency}`,
    head: say('Price'),
    kind: 'number price',
    value: ({ price }) => price,
    cell: ({ price }) => priceText(price, currency),
  },
  {
    id: 'marketplace',
    head: say('Marketplace'),
    kind: 'where',
    value: ({ offer }) => offer.marketplace,
    cell: ({ offer }) => offer.marketplace,
  },
  ...(hasPhases ? [phaseColumn] : []),
  {
    id: 'above cheapest',
    head: say('Above'),
    hint: say('By which share it is dearer than the cheapest that is shown'),
    kind: 'number quiet',
    label: say('above'),
    value: ({ above }) => above,
    cell: ({ above }) => (above === 0 ? '' : changeText(above)),
  },
  ...(game === 'CS2' ? paintColumns : []),
  ...endColumns,
];
