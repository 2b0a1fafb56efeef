import type { FoundOffer } from '@itemtape/client';
import { drawingOf } from '../parts/look/kind-of.ts';
import { Silhouette } from '../parts/look/silhouette.tsx';
import { OuterLink } from '../parts/outer-link.tsx';
import { floatText, wholeText } from '../text/number.ts';
import { percent } from '../text/percent.ts';
import { translate, translateCount } from '../text/translate.ts';
import type { Column } from './column.ts';
import { foundColumn } from './found-column.tsx';

/** Everything about an offer besides its price. */
export type SingleOffer = Pick<
  FoundOffer,
  | 'marketplace'
  | 'itemPhase'
  | 'float'
  | 'paintIndex'
  | 'paintSeed'
  | 'stickers'
  | 'daysTradeLocked'
  | 'purchaseLink'
  | 'inspectLink'
  | 'foundAt'
> &
  // Messages of changes lack them
  Partial<Pick<FoundOffer, 'charms' | 'nameTag' | 'statTrakCount' | 'patches' | 'fade'>>;

type StickerList = SingleOffer['stickers'];

const shortName = (name: string): string => name.replace('Sticker | ', '');

const stickerText = (stickers: StickerList): string | null =>
  stickers === null ? null : stickers.map(({ name }) => shortName(name)).join(', ');

const lockText = (days: number | null): string =>
  days === null ? '–' : days === 0 ? translate('no') : translateCount(days, '{count} day', '{count} days');

/** A float's position from pristine on the left to worn out on the right. */
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

const wearText = (wear: number): string => percent(Math.round(wear * 100) / 100);

/** Each sticker, with its wear if any. */
function Stickers({ stickers }: { readonly stickers: StickerList }) {
  if (stickers === null) return <>–</>;
  if (stickers.length === 0) return <span class="quiet">{translate('none')}</span>;
  return (
    <>
      {stickers.map(({ name, wear, slot }) => (
        <span
          key={`${slot} ${name}`}
          class="sticker"
          title={wear > 0 ? translate('{share} scratched off', { share: wearText(wear) }) : undefined}
        >
          <Silhouette of={drawingOf('CS2', name.includes(' | ') ? name : `Sticker | ${name}`)} />
          {shortName(name)}
          {wear > 0 && <span class="quiet"> {wearText(wear)}</span>}
        </span>
      ))}
    </>
  );
}

/** What else is on an offer, as chips. */
function Extras({ offer: { charms, patches, nameTag, statTrakCount, fade } }: { readonly offer: SingleOffer }) {
  return (
    <>
      {charms?.map(({ name, pattern }) => (
        <span key={name} class="sticker" title={pattern === null ? undefined : patternText(pattern)}>
          <Silhouette of={drawingOf('CS2', name)} />
          {name.replace('Charm | ', '')}
        </span>
      ))}
      {patches?.map(({ name, slot }) => (
        <span key={`${slot} ${name}`} class="sticker">
          <Silhouette of={drawingOf('CS2', name)} />
          {name.replace('Patch | ', '')}
        </span>
      ))}
      {nameTag != null && <span class="sticker">“{nameTag}”</span>}
      {statTrakCount != null && <span class="sticker">{counterText(statTrakCount)}</span>}
      {fade != null && <span class="sticker">{translate('{share} fade', { share: percent(fade / 100) })}</span>}
    </>
  );
}

const patternText = (pattern: number): string => translate('Pattern {pattern}', { pattern: String(pattern) });
const counterText = (count: number): string => translate('{count} on its counter', { count: wholeText(count) });

const hasExtras = ({ charms, patches, nameTag, statTrakCount, fade }: SingleOffer): boolean =>
  [charms, patches, nameTag, statTrakCount, fade].some((one) => one != null);

/** The columns that distinguish painted items. */
export const paintColumns = <Row,>(of: (row: Row) => SingleOffer): readonly Column<Row>[] => [
  {
    id: 'float',
    head: translate('Float'),
    label: translate('float'),
    value: (row) => of(row).float,
    cell: (row) => {
      const { float } = of(row);
      return float === null ? '–' : <FloatBar float={float} />;
    },
  },
  {
    id: 'seed',
    head: translate('Seed'),
    hint: translate('Pattern number'),
    kind: 'number',
    label: translate('seed'),
    value: (row) => of(row).paintSeed,
    cell: (row) => of(row).paintSeed ?? '–',
  },
  { id: 'paint index', head: 'Finish', value: (row) => of(row).paintIndex },
  {
    id: 'stickers',
    head: translate('Stickers'),
    kind: 'stickers',
    label: translate('stickers'),
    value: (row) => stickerText(of(row).stickers),
    cell: (row) => {
      const offer = of(row);
      if (!hasExtras(offer)) return <Stickers stickers={offer.stickers} />;
      return (
        <>
          {(offer.stickers ?? []).length > 0 && <Stickers stickers={offer.stickers} />}
          <Extras offer={offer} />
        </>
      );
    },
  },
  {
    id: 'charms',
    head: 'Charms',
    value: (row) =>
      of(row)
        .charms?.map(({ name }) => name)
        .join(', ') ?? null,
  },
  { id: 'patches', head: 'Patches', value: (row) => stickerText(of(row).patches ?? null) },
  { id: 'name tag', head: 'Name tag', value: (row) => of(row).nameTag ?? null },
  { id: 'stattrak count', head: 'StatTrak count', value: (row) => of(row).statTrakCount ?? null },
  { id: 'fade', head: 'Fade', value: (row) => of(row).fade ?? null },
];

export const lockColumn = <Row,>(of: (row: Row) => SingleOffer): Column<Row> => ({
  id: 'days locked',
  head: translate('Locked'),
  hint: translate('Time until it can be traded'),
  label: translate('locked'),
  value: (row) => of(row).daysTradeLocked,
  cell: (row) => lockText(of(row).daysTradeLocked),
});

/** When the offer was found, and its links; `nameOf` distinguishes links when there are several items. */
export const endColumns = <Row,>(
  of: (row: Row) => SingleOffer,
  nameOf?: (row: Row) => string,
): readonly Column<Row>[] => [
  foundColumn((row) => of(row).foundAt),
  {
    id: 'inspect link',
    head: translate('Inspect'),
    isHeadUnseen: true,
    kind: 'inspect',
    value: (row) => of(row).inspectLink,
    cell: (row) => (
      <OuterLink to={of(row).inspectLink} kind="quiet">
        {translate('Inspect')}
      </OuterLink>
    ),
  },
  {
    id: 'link',
    head: translate('Buy'),
    isHeadUnseen: true,
    kind: 'buy',
    value: (row) => of(row).purchaseLink,
    cell: (row) => (
      <OuterLink to={of(row).purchaseLink} label={nameOf && translate('Buy {name}', { name: nameOf(row) })}>
        {translate('Buy')}
      </OuterLink>
    ),
  },
];
