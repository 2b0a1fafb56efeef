import type { Appraisal, AppraisedRow, SellOption } from '@itemtape/client';
import type { Column } from '../../table/column.ts';
import { floatColumn, marketplaceColumn, moneyColumn } from '../../table/plain-columns.ts';
import { TablePanel } from '../../table/table-panel.tsx';
import { timeColumn } from '../../table/time-column.tsx';
import { type Currency, priceText } from '../../text/currency.ts';
import { wholeText } from '../../text/number.ts';
import { percent } from '../../text/percent.ts';
import { translate } from '../../text/translate.ts';
import { Figure } from './figure.tsx';

type Props = {
  readonly answer: Appraisal;
  readonly failure: string | null;
  readonly isEarlier: boolean;
};

const whyNot: Readonly<Record<NonNullable<Appraisal['notEnoughKnown']>, string>> = {
  variantUnknown: translate('Not enough is known: choose its variant.'),
  tooFewRows: translate('Not enough is known: there are too few comparable sales and offers.'),
};

const propertyText: Readonly<Record<Appraisal['giveToo'][number], string>> = {
  float: translate('float'),
  paintSeed: translate('seed'),
  stickers: translate('stickers'),
  charms: translate('charms'),
};

/** What one copy is worth, where it can be sold, and what this rests on. */
export function Appraised({ answer, failure, isEarlier }: Props) {
  const { notEnoughKnown, giveToo, currency: shown, sell, rows } = answer;
  return (
    <>
      <div class="panel" aria-busy={isEarlier} role="status">
        {notEnoughKnown === null ? <Figures answer={answer} /> : <p>{whyNot[notEnoughKnown]}</p>}
        {giveToo.length > 0 && (
          <p class="quiet">
            {translate('Not told: {what}. Give it above for a better price.', {
              what: giveToo.map((one) => propertyText[one]).join(', '),
            })}
          </p>
        )}
      </div>
      {notEnoughKnown === null && (
        <>
          <TablePanel
            id="sell-options"
            title={translate('Where to sell it')}
            about={translate('at this price, by what a seller gets')}
            kind="cards"
            columns={optionColumns(shown)}
            rows={sell}
            keyOf={({ marketplace }) => marketplace}
            failure={failure}
            isEarlier={isEarlier}
            none={translate('No marketplace is known that pays for it.')}
          />
          <details class="folded-filters">
            <summary>{translate('Sales and offers it rests on')}</summary>
            <TablePanel
              id="appraised-rows"
              title={translate('Heaviest first')}
              kind="cards"
              columns={rowColumns(shown)}
              rows={rows}
              keyOf={({ kind, marketplace, id }) => `${kind} ${marketplace} ${id}`}
              isEarlier={isEarlier}
              none=""
            />
          </details>
        </>
      )}
    </>
  );
}

function Figures({ answer }: { readonly answer: Appraisal }) {
  const { price, low, high, currency: shown, sell, count, lowestAsk, stickersAsk, stickersPercent } = answer;
  const [best] = sell;
  return (
    <dl class="figures quote">
      <Figure
        name={translate('Worth')}
        kind="price"
        detail={translate('eight of ten sales: {low} to {high}', {
          low: priceText(low, shown),
          high: priceText(high, shown),
        })}
      >
        {priceText(price, shown)}
      </Figure>
      <Figure name={translate('You get, after fees')} detail={best?.marketplace ?? translate('none is known')}>
        {priceText(best?.afterFees ?? null, shown)}
      </Figure>
      <Figure
        name={translate('Sold within a day')}
        detail={best === undefined ? '' : translate('there, as number {rank} by price', { rank: wholeText(best.rank) })}
      >
        {percent(chanceIn(best, 24))}
      </Figure>
      <Figure name={translate('Lowest ask')} detail={translate('of any copy')}>
        {priceText(lowestAsk, shown)}
      </Figure>
      {stickersAsk !== 0 && (
        <Figure
          name={translate('Its stickers cost')}
          detail={translate('{share} of it counts', { share: percent((stickersPercent ?? 0) / 100) })}
        >
          {priceText(stickersAsk, shown)}
        </Figure>
      )}
      <Figure name={translate('Rests on')} detail={translate('equal sales')}>
        {count}
      </Figure>
    </dl>
  );
}

const chanceIn = (option: SellOption | undefined, hours: number): number | null =>
  option?.sellsWithin.find((one) => one.hours === hours)?.probability ?? null;

const chanceColumn = (hours: number, head: string): Column<SellOption> => ({
  id: `sold within ${hours} h`,
  head,
  kind: 'number',
  label: head,
  isDownFirst: true,
  value: (row) => chanceIn(row, hours),
  cell: (row) => percent(chanceIn(row, hours)),
});

const optionColumns = (shown: Currency): readonly Column<SellOption>[] => [
  marketplaceColumn((row) => row),
  moneyColumn('price', translate('Price'), shown, ({ price }) => price),
  moneyColumn('after fees', translate('You get, after fees'), shown, ({ afterFees }) => afterFees),
  {
    id: 'rank',
    head: translate('Rank'),
    hint: translate('Which of the offers there it would be, from the cheapest'),
    kind: 'number',
    label: translate('Rank'),
    value: ({ rank }) => rank,
    cell: ({ rank }) => wholeText(rank),
  },
  chanceColumn(1, translate('In 1 h')),
  chanceColumn(24, translate('In 1 d')),
  chanceColumn(168, translate('In 7 d')),
];

const rowColumns = (shown: Currency): readonly Column<AppraisedRow>[] => [
  marketplaceColumn((row) => row),
  {
    id: 'weight',
    head: translate('Weight'),
    kind: 'number',
    label: translate('Weight'),
    isDownFirst: true,
    value: ({ weightPercent }) => weightPercent,
    cell: ({ weightPercent }) => percent(weightPercent / 100),
  },
  moneyColumn('says', translate('Says'), shown, ({ worth }) => worth),
  {
    id: 'kind',
    head: translate('Kind'),
    value: ({ kind }) => kind,
    cell: ({ kind }) => (kind === 'sale' ? translate('sale') : translate('offer')),
  },
  moneyColumn('price', translate('Price'), shown, ({ price }) => price),
  floatColumn((row) => row),
  {
    id: 'seed',
    head: translate('Seed'),
    kind: 'number',
    label: translate('seed'),
    value: ({ paintSeed }) => paintSeed,
    cell: ({ paintSeed }) => paintSeed ?? '–',
  },
  {
    ...timeColumn<AppraisedRow>('at', translate('Age'), ({ timestamp }) => timestamp),
    kind: 'number',
    label: translate('age'),
  },
];
