import type { FoundOffer } from '@itemtape/client';
import type { Game } from '../../games.ts';
import { Age } from '../../parts/age.tsx';
import { Translated } from '../../parts/translated.tsx';
import type { Column } from '../../table/column.ts';
import { ItemCell } from '../../table/item-cell.tsx';
import { endColumns, lockColumn, paintColumns } from '../../table/offer-columns.tsx';
import type { Order as TableOrder } from '../../table/order.tsx';
import { phaseColumn, variantIn } from '../../table/phase-column.ts';
import { marketplaceColumn } from '../../table/plain-columns.ts';
import { type Currency, priceText } from '../../text/currency.ts';
import { changeText } from '../../text/percent.ts';
import { translate } from '../../text/translate.ts';
import type { Order } from './filters.ts';

const offerOf = (offer: FoundOffer): FoundOffer => offer;

const nameOf = (offer: FoundOffer): string => [offer.name, variantIn(offer)].filter((part) => part !== null).join(' ');

/** The lowest ask elsewhere and the usual price, where known. */
const othersText = ({ othersAsk, usualAsk }: FoundOffer, shown: Currency): string =>
  [
    ...(othersAsk === null ? [] : [translate('elsewhere from {price}', { price: priceText(othersAsk, shown) })]),
    ...(usualAsk === null ? [] : [translate('usually {price}', { price: priceText(usualAsk, shown) })]),
  ].join(' · ');

const itemColumns = (game: Game, shown: Currency): readonly Column<FoundOffer>[] => [
  {
    id: 'name',
    head: translate('Item'),
    kind: 'item lead',
    isRowHead: true,
    value: ({ name }) => name,
    cell: (offer) => (
      <ItemCell item={{ game, name: offer.name, phase: offer.itemPhase }} effect={offer.unusualEffect}>
        <span class="narrow-only">
          {offer.belowOthersPercent !== null && `${changeText(-offer.belowOthersPercent / 100)} · `}
          {offer.marketplace} · <Age at={offer.foundAt} />
          {offer.float !== null && ` · ${offer.float.toFixed(4)}`}
          {' · '}
        </span>
        {othersText(offer, shown)}
      </ItemCell>
    ),
  },
  phaseColumn(variantIn),
  {
    id: `price ${shown}`,
    head: translate('Price'),
    kind: 'number price',
    isLive: true,
    value: ({ price }) => price,
    cell: ({ price }) => priceText(price, shown),
  },
  {
    id: 'below others percent',
    head: translate('Others'),
    hint: translate('Against the lowest ask of every other marketplace'),
    kind: 'number',
    isWideOnly: true,
    label: translate('versus others'),
    value: ({ belowOthersPercent }) => belowOthersPercent,
    cell: ({ belowOthersPercent: below }) => (
      <span class={below !== null && below > 0 ? 'gain' : 'quiet'}>
        {changeText(below === null ? null : -below / 100)}
      </span>
    ),
  },
  { id: `others ask ${shown}`, head: 'Others', value: ({ othersAsk }) => othersAsk },
  { id: `usual ask ${shown}`, head: 'Usually', value: ({ usualAsk }) => usualAsk },
];

/** The marketplace, and when it last confirmed the offer. */
const whereColumn: Column<FoundOffer> = {
  ...marketplaceColumn(offerOf),
  isWideOnly: true,
  cell: ({ marketplace, seenAt }) => (
    <>
      <span class="main">{marketplace}</span>
      <span class="quiet detail">
        <Translated phrase="seen {age} ago" parts={{ age: <Age at={seenAt} /> }} />
      </span>
    </>
  ),
};

// On phones the line below the name has them
const inDetail = new Set(['float', 'seed', 'stickers', 'days locked', 'found', 'inspect link']);
const spare = new Set(['seed', 'days locked', 'inspect link']);

const paced = <Row,>(column: Column<Row>): Column<Row> => ({
  ...column,
  isWideOnly: inDetail.has(column.id) || column.isWideOnly === true,
  isSpare: spare.has(column.id),
});

export const offerColumns = (game: Game, shown: Currency): readonly Column<FoundOffer>[] => [
  ...itemColumns(game, shown),
  whereColumn,
  { id: 'seen', head: 'Seen', isTime: true, value: ({ seenAt }) => seenAt },
  ...[...(game === 'CS2' ? paintColumns(offerOf) : []), lockColumn(offerOf), ...endColumns(offerOf, nameOf)].map(paced),
  { id: `stickers ask ${shown}`, head: 'Stickers', value: ({ stickersAsk }) => stickersAsk },
];

/** The order that pressing a column head selects, and the one that pressing it again selects. */
const ordersBy: Readonly<Record<string, readonly [Order, Order]>> = {
  price: ['price', 'priceDown'],
  float: ['float', 'floatDown'],
  found: ['newest', 'newest'],
};

/** Maps the service's order to the table's, so that column heads can request other orders. */
export function orderOf(sort: Order, shown: Currency, choose: (sort: Order) => void): TableOrder<FoundOffer> {
  const named = ({ id }: Pick<Column<FoundOffer>, 'id'>) => (id === `price ${shown}` ? 'price' : id);
  const by = Object.keys(ordersBy).find((one) => ordersBy[one]?.includes(sort)) ?? 'price';
  const sorting = { id: by === 'price' ? `price ${shown}` : by, isDown: sort !== 'price' && sort !== 'float' };
  return {
    sorting,
    press(column) {
      const [first, again] = ordersBy[named(column)] ?? [];
      if (first === undefined || again === undefined) return null;
      return () => choose(sort === first ? again : first);
    },
  };
}
