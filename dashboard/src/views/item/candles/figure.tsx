import { useEffect, useRef, useState } from 'preact/hooks';
import { theme } from '../../../stored/theme.ts';
import type { Column } from '../../../table/column.ts';
import { TakeAway } from '../../../table/take-away.tsx';
import { instantText, zone } from '../../../text/clock.ts';
import { priceText } from '../../../text/currency.ts';
import { wholeText } from '../../../text/number.ts';
import { translate, translateKnown } from '../../../text/translate.ts';
import type { QueryState } from '../../../use-query.ts';
import type { Scale } from '../chart-look.ts';
import { type ChartOptions, intervals, type Side } from '../chart-options.ts';
import { ChartTools } from '../chart-tools.tsx';
import type { CandleChart } from './chart.ts';
import type { Bar, ItemCandles } from './load.ts';

type Props = {
  readonly candles: QueryState<ItemCandles>;
  readonly options: ChartOptions;
};

/** Candles of the lowest ask or the highest bid, and how many were sold. */
export function Candles({ candles: { answer, failure, isEarlier }, options }: Props) {
  if (failure !== null) return <p role="alert">{failure}</p>;
  if (answer === null || isEarlier) return <p class="empty plot">{translate('Looking…')}</p>;
  if (answer.bars.length === 0) return <p class="empty plot">{translate('No data is stored for this period yet.')}</p>;
  // Colours are those of the page when the chart was drawn
  return <Drawn key={`${theme.value} ${answer.currency}`} candles={answer} options={options} />;
}

function Drawn({ candles, options }: { readonly candles: ItemCandles; readonly options: ChartOptions }) {
  const { bars, currency } = candles;
  const figure = useRef<HTMLElement>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const [scale, setScale] = useState<Scale>('linear');
  const container = useCandles(candles, scale, setPointed);
  const bar = bars.find(({ time }) => time === pointed) ?? bars.at(-1);
  const { text, span } = intervals.find(({ interval }) => interval === options.interval) ?? intervals[1];
  const where = options.on === '' ? translate('all marketplaces') : options.on;
  const sold = bars.reduce((sum, one) => sum + one.sold, 0);
  return (
    <figure ref={figure} class="chart">
      <div ref={container} class="plot" role="img" aria-label={spoken(options.of, { where, text, span, sold })} />
      <figcaption>
        <p class="quiet" id="pointed">
          {bar === undefined ? '' : `${instantText(bar.time)}, ${text}`} · {translate('times in {zone}', { zone })}
          {sold > 0 && ` · ${translate('bars show how many were sold: {count} here', { count: wholeText(sold) })}`} ·{' '}
          {translate('grey: nothing changed')}
        </p>
        {bar !== undefined && <Values bar={bar} currency={currency} />}
        <ChartTools scale={scale} choose={setScale} figure={figure} />
      </figcaption>
    </figure>
  );
}

function spoken(of: Side, words: Readonly<Record<'where' | 'text' | 'span', string> & { sold: number }>): string {
  return of === 'ask'
    ? translate('Candles of the lowest ask on {where}, {text} each over {span}, and sales: {sold}', words)
    : translate('Candles of the highest bid on {where}, {text} each over {span}, and sales: {sold}', words);
}

/** Draws into the returned ref. */
function useCandles({ bars, currency }: ItemCandles, scale: Scale, point: (time: number | null) => void) {
  const container = useRef<HTMLDivElement>(null);
  const chart = useRef<CandleChart | null>(null);
  const newest = useRef({ bars, scale });
  newest.current = { bars, scale };
  useEffect(() => {
    let isGone = false;
    void import('./chart.ts').then(({ drawCandles }) => {
      if (isGone || container.current === null) return;
      const amount = (price: number) => priceText(price, currency);
      chart.current = drawCandles(container.current, { scale: newest.current.scale, priceText: amount, point });
      chart.current.show(newest.current.bars);
    });
    return () => {
      isGone = true;
      chart.current?.remove();
      chart.current = null;
    };
  }, []);
  useEffect(() => chart.current?.show(bars), [bars]);
  useEffect(() => chart.current?.scale(scale), [scale]);
  return container;
}

/** The values of one bar. */
function Values({ bar, currency }: { readonly bar: Bar } & Pick<ItemCandles, 'currency'>) {
  const { prices, moved, sold, paid } = bar;
  const values = [
    ...(['open', 'high', 'low', 'close'] as const).map(
      (name) => [translateKnown('candle', name), priceText(prices?.[name] ?? null, currency)] as const,
    ),
    [translate('moved'), wholeText(moved)],
    [
      translate('sold'),
      sold === 0 ? '–' : translate('{count} for {price}', { count: wholeText(sold), price: priceText(paid, currency) }),
    ],
  ] as const;
  return (
    <dl class="legend values">
      {values.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function BarsAway({ candles: { answer } }: Pick<Props, 'candles'>) {
  if (answer === null || answer.bars.length === 0) return null;
  return <TakeAway name={translate('Candles')} columns={barColumns(answer.currency)} rows={answer.bars} />;
}

const barColumns = (currency: string): readonly Column<Bar>[] => [
  { id: 'time', head: 'Time', isTime: true, value: ({ time }) => time },
  ...(['open', 'high', 'low', 'close'] as const).map((name) => ({
    id: `${name} ${currency}`,
    head: name,
    value: ({ prices }: Bar) => prices?.[name] ?? null,
  })),
  { id: 'moved', head: 'Moved', value: ({ moved }) => moved },
  { id: 'sold', head: 'Sold', value: ({ sold }) => sold },
  { id: `paid ${currency}`, head: 'Paid', value: ({ paid }) => paid },
];
