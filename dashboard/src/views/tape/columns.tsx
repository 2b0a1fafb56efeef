import type { OfferMessage } from '@itemtape/client';
import { gameOf } from '../../games.ts';
import { itemAddress } from '../../item-ref.ts';
import { OuterLink } from '../../parts/outer-link.tsx';
import type { RowItem } from '../../table/act/row-item.ts';
import type { Column } from '../../table/column.ts';
import { marketplaceColumn } from '../../table/plain-columns.ts';
import { timeText } from '../../text/clock.ts';
import { type Currency, priceIn, priceText } from '../../text/currency.ts';
import { floatText } from '../../text/number.ts';
import { translate, translateKnown } from '../../text/translate.ts';
import type { TapeRow } from './retained.ts';

const floatOf = ({ data }: OfferMessage): number | null => ('float' in data ? data.float : null);

/** The item of a row, with the price of its message. */
export function itemOf({ message: { game: given, phase, data } }: TapeRow): RowItem | null {
  const game = gameOf(given);
  return game === null ? null : { game, name: data.name, phase: phase ?? null, priceUSD: data.priceUSD };
}

export const kindOf = ({ message: { eventType }, move }: TapeRow): string =>
  [eventType.toLowerCase(), ...(move === null ? [] : [`flash-${move}`])].join(' ');

const whenColumns: readonly Column<TapeRow>[] = [
  {
    id: 'time',
    head: translate('Time'),
    kind: 'time',
    isTime: true,
    value: ({ message }) => message.timestamp / 1000,
    cell: ({ message }) => timeText(message.timestamp / 1000),
  },
  {
    id: 'event',
    head: translate('Event'),
    kind: 'event',
    value: ({ message }) => message.eventType,
    cell: ({ message }) => translateKnown('event', message.eventType),
  },
];

const whereColumns: readonly Column<TapeRow>[] = [
  { id: 'variant', head: 'Variant', value: ({ message }) => message.phase ?? null },
  {
    id: 'float',
    head: translate('Float'),
    kind: 'wear number',
    value: ({ message }) => floatOf(message),
    cell: ({ message }) => {
      const float = floatOf(message);
      return float === null ? '' : floatText(float);
    },
  },
  { id: 'game', head: 'Game', value: ({ message }) => message.game },
  marketplaceColumn(({ message }) => message),
  {
    id: 'link',
    head: translate('Buy'),
    isHeadUnseen: true,
    kind: 'buy',
    value: ({ message }) => message.data.purchaseLink,
    cell: ({ message: { eventType, data } }) =>
      eventType !== 'Removed' && (
        <OuterLink to={data.purchaseLink} label={translate('Buy {name}', { name: data.name })}>
          {translate('Buy')}
        </OuterLink>
      ),
  },
];

/** The columns of the tape. They have no pictures: hundreds of rows come in a second. */
export const tapeColumns = (shown: Currency): readonly Column<TapeRow>[] => [
  ...whenColumns,
  {
    id: `price ${shown}`,
    head: translate('Price'),
    kind: 'amount number price',
    value: ({ message }) => priceIn(message.data, shown),
    cell: ({ message }) => priceText(priceIn(message.data, shown), shown),
  },
  {
    id: 'name',
    head: translate('Item'),
    kind: 'item',
    isRowHead: true,
    value: ({ message }) => message.data.name,
    cell: ({ message: { game, phase, data } }) => (
      <a href={itemAddress({ game, name: data.name, phase })} title={data.name}>
        {phase == null ? data.name : `${data.name} · ${phase}`}
      </a>
    ),
  },
  ...whereColumns,
];
