import type { Column } from '../../table/column.ts';
import { endColumns, lockColumn, paintColumns } from '../../table/offer-columns.tsx';
import { marketplaceColumn } from '../../table/plain-columns.ts';
import { type Currency, priceText } from '../../text/currency.ts';
import { changeText } from '../../text/percent.ts';
import { translate } from '../../text/translate.ts';
import type { ItemOffer } from './use-offers.ts';

export type OfferRow = ItemOffer & {
  /** Price above the cheapest one shown, as a share. */
  readonly above: number | null;
};

const offerOf = ({ offer }: OfferRow): OfferRow['offer'] => offer;

const phaseColumn: Column<OfferRow> = {
  id: 'variant',
  head: translate('Variant'),
  value: ({ offer }) => offer.itemPhase,
  cell: ({ offer }) => offer.itemPhase ?? '–',
};

type Setup = { readonly game: string; readonly hasPhases: boolean; readonly currency: Currency };

export const offerColumns = ({ game, hasPhases, currency }: Setup): readonly Column<OfferRow>[] => [
  {
    id: `price ${currency}`,
    head: translate('Price'),
    kind: 'number price',
    value: ({ price }) => price,
    cell: ({ price }) => priceText(price, currency),
  },
  marketplaceColumn(offerOf),
  ...(hasPhases ? [phaseColumn] : []),
  {
    id: 'above cheapest',
    head: translate('Above'),
    hint: translate('How much dearer it is than the cheapest one shown, in percent'),
    kind: 'number quiet',
    label: translate('above'),
    value: ({ above }) => above,
    cell: ({ above }) => (above === 0 ? '' : changeText(above)),
  },
  ...(game === 'CS2' ? paintColumns(offerOf) : []),
  lockColumn(offerOf),
  ...endColumns(offerOf),
];
