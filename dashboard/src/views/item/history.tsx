import type { SourceConditions } from '@itemtape/client';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { keepsPast } from '../../health.ts';
import { Chips } from '../../parts/chips.tsx';
import { MarketplaceChoice } from '../../parts/choices/marketplace-choice.tsx';
import type { Column } from '../../table/column.ts';
import { TakeAway } from '../../table/take-away.tsx';
import { instantText, zone } from '../../text/clock.ts';
import { priceText } from '../../text/currency.ts';
import { wholeText } from '../../text/number.ts';
import { translate } from '../../text/translate.ts';
import type { QueryState } from '../../use-query.ts';
import { BarsAway, Candles } from './candles/figure.tsx';
import type { ItemCandles } from './candles/load.ts';
import type { Chart, View } from './chart.ts';
import type { Scale } from './chart-look.ts';
import { type ChartOptions, intervals, ranges, sides } from './chart-options.ts';
import { ChartTools } from './chart-tools.tsx';
import { DayBand } from './day-band.tsx';
import { type Grid, type GridLine, gridOf } from './grid.ts';
import type { ItemHistory, Point } from './load-history.ts';

type Props = {
  readonly past: QueryState<ItemHistory>;
  readonly candles: QueryState<ItemCandles>;
  readonly chartOptions: ChartOptions;
  readonly choose: (chartOptions: ChartOptions) => void;
  /** The variant shown; null when there are variants and none is selected, undefined when there are none. */
  readonly phase: string | null | undefined;
  /** Where the item is sold. */
  readonly marketplaces: readonly string[];
  /** Conditions of its sources by day. */
  readonly conditions: readonly SourceConditions[];
};

/** Prices over time: a line for each marketplace and a dot for each sale, or candles. */
export function History({ past, candles, chartOptions, choose, phase, marketplaces, conditions }: Props) {
  if (keepsPast.value === false) return null;
  const drawn = chartOptions.chart === 'lines' ? past : candles;
  return (
    <section class="panel" aria-labelledby="history" aria-busy={drawn.isEarlier}>
      <div class="panel-head">
        <h2 id="history">
          {translate('Price history')}{' '}
          {phase !== undefined && (
            <span class="quiet">{phase ?? translate('of the cheapest variant at each moment')}</span>
          )}
        </h2>
        <span class="tools">
          {chartOptions.chart === 'lines' ? <PointsAway past={past} /> : <BarsAway candles={candles} />}
        </span>
      </div>
      <Choices chartOptions={chartOptions} choose={choose} marketplaces={marketplaces} />
      {chartOptions.chart === 'lines' ? (
        <Lines past={past} days={chartOptions.days} />
      ) : (
        <Candles candles={candles} options={chartOptions} />
      )}
      {chartOptions.chart === 'lines' ? (
        <DayBand
          conditions={conditions}
          marketplaces={past.answer?.series.map(({ marketplace }) => marketplace) ?? []}
          since={past.answer === null ? null : beginOf(past.answer)}
        />
      ) : (
        <DayBand
          conditions={conditions}
          marketplaces={chartOptions.on === '' ? marketplaces : [chartOptions.on]}
          since={candles.answer?.bars[0]?.time ?? null}
        />
      )}
    </section>
  );
}

function Choices({ chartOptions, choose, marketplaces }: Pick<Props, 'chartOptions' | 'choose' | 'marketplaces'>) {
  const { chart, days, interval, of, on } = chartOptions;
  return (
    <div class="fields narrow">
      <Chips
        legend={translate('Chart type')}
        options={[
          { value: 'lines', text: translate('Lines') },
          { value: 'candles', text: translate('Candles') },
        ]}
        chosen={chart}
        choose={(chosen) => choose({ ...chartOptions, chart: chosen })}
      />
      {chart === 'lines' ? (
        <Chips
          legend={translate('Range')}
          options={ranges.map(({ days: value, text }) => ({ value, text }))}
          chosen={days}
          choose={(chosen) => choose({ ...chartOptions, days: chosen })}
        />
      ) : (
        <>
          <Chips
            legend={translate('Interval')}
            options={intervals.map(({ interval: value, text }) => ({ value, text }))}
            chosen={interval}
            choose={(chosen) => choose({ ...chartOptions, interval: chosen })}
          />
          <Chips
            legend={translate('What the candles show')}
            options={sides.map(({ side: value, text }) => ({ value, text }))}
            chosen={of}
            choose={(chosen) => choose({ ...chartOptions, of: chosen })}
          />
          <MarketplaceChoice
            words={translate('Marketplace shown by the candles')}
            all={translate('All marketplaces')}
            chosen={on}
            marketplaces={marketplaces}
            choose={(chosen) => choose({ ...chartOptions, on: chosen })}
          />
        </>
      )}
    </div>
  );
}

function Lines({ past: { answer, failure, isEarlier }, days }: Pick<Props, 'past'> & Pick<ChartOptions, 'days'>) {
  const isEmpty = answer !== null && answer.series.length === 0;
  if (failure !== null) return <p role="alert">{failure}</p>;
  if (answer === null || (isEmpty && isEarlier)) return <p class="empty plot">{translate('Looking…')}</p>;
  if (isEmpty) return <p class="empty plot">{translate('No data is stored for this period yet.')}</p>;
  return <Drawn key={days} past={answer} />;
}

function PointsAway({ past: { answer } }: Pick<Props, 'past'>) {
  if (answer === null || answer.series.length === 0) return null;
  return <TakeAway name={translate('Price history')} columns={pointColumns(answer.currency)} rows={pointsOf(answer)} />;
}

const beginOf = ({ series, from }: ItemHistory): number =>
  from ??
  Math.min(
    ...series.flatMap(({ prices, sales }) => [...prices.slice(0, 1), ...sales.slice(0, 1)]).map(({ time }) => time),
  );

type PastPoint = { readonly marketplace: string; readonly what: 'price' | 'sale' } & Point;

/** All drawn data as rows. */
const pointsOf = ({ series }: ItemHistory): PastPoint[] =>
  series.flatMap(({ marketplace, prices, sales }) => [
    ...prices.map(({ time, value }) => ({ marketplace, what: 'price' as const, time, value })),
    ...sales.map(({ time, value }) => ({ marketplace, what: 'sale' as const, time, value })),
  ]);

const pointColumns = (currency: string): readonly Column<PastPoint>[] => [
  { id: 'marketplace', head: 'Marketplace', value: ({ marketplace }) => marketplace },
  { id: 'what', head: 'What', value: ({ what }) => what },
  { id: 'time', head: 'Time', isTime: true, value: ({ time }) => time },
  { id: `price ${currency}`, head: 'Price', value: ({ value }) => value },
];

type ShownLines = {
  readonly hidden: ReadonlySet<string>;
  readonly scale: Scale;
  readonly point: (at: number | null) => void;
};

/** Draws into the returned ref, again for every grid, and in the line colours once they are known. */
function useChart(past: ItemHistory, grid: Grid, { hidden, scale, point }: ShownLines) {
  const container = useRef<HTMLDivElement>(null);
  const chart = useRef<Chart | null>(null);
  const view = useRef<View | null>(null);
  const [colours, setColours] = useState<readonly string[]>([]);
  useEffect(() => {
    let isGone = false;
    point(null);
    void import('./chart.ts').then(({ colourOf, drawChart }) => {
      if (isGone || container.current === null) return;
      setColours(past.series.map((_, at) => colourOf(at)));
      const amount = (price: number) => priceText(price, past.currency);
      chart.current = drawChart(container.current, {
        grid,
        hidden,
        scale,
        view: view.current,
        priceText: amount,
        point,
      });
    });
    return () => {
      isGone = true;
      view.current = chart.current?.view() ?? null;
      chart.current?.remove();
      chart.current = null;
    };
  }, [grid]);
  useEffect(() => chart.current?.hide(hidden), [hidden]);
  useEffect(() => chart.current?.scale(scale), [scale]);
  return { container, colours };
}

function Drawn({ past }: { readonly past: ItemHistory }) {
  const figure = useRef<HTMLElement>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [scale, setScale] = useState<Scale>('linear');
  const grid = useMemo(() => gridOf(past.series, past.from, past.until), [past]);
  const { container, colours } = useChart(past, grid, { hidden, scale, point: setPointed });
  const turn = (marketplace: string) =>
    setHidden(
      (before) =>
        new Set(before.has(marketplace) ? [...before].filter((one) => one !== marketplace) : [...before, marketplace]),
    );
  const at = pointed !== null && pointed >= 0 ? pointed : grid.times.length - 1;
  const sales = past.series.flatMap((series) => series.sales);
  const shown = sales.filter(({ time }) => time >= (grid.times[0] ?? 0)).length;
  const names = past.series.map(({ marketplace }) => marketplace).join(', ');
  return (
    <figure ref={figure} class="chart">
      <div
        ref={container}
        class="plot"
        role="img"
        aria-label={translate('Prices on {names}, and sales: {count}', { names, count: shown })}
      />
      <figcaption>
        <p class="quiet" id="pointed">
          {at === grid.times.length - 1 ? translate('Now') : instantText(grid.times[at] ?? 0)} ·{' '}
          {translate('times in {zone}', { zone })}
          {sales.length > 0 &&
            ` · ${translate('dots are sales, bars show how many: {count} here', { count: wholeText(shown) })}`}
          {shown < sales.length && `, ${translate('{count} earlier', { count: wholeText(sales.length - shown) })}`}
        </p>
        <ul class="legend" aria-label={translate('Lines and their prices')}>
          {grid.lines.map((series, nth) => (
            <li key={series.marketplace}>
              <Line
                series={series}
                at={at}
                past={past}
                colour={colours[nth]}
                isHidden={hidden.has(series.marketplace)}
                turn={turn}
              />
            </li>
          ))}
        </ul>
        <ChartTools scale={scale} choose={setScale} figure={figure} />
      </figcaption>
    </figure>
  );
}

type LineProps = {
  readonly series: GridLine;
  /** Grid index whose values are shown. */
  readonly at: number;
  readonly past: ItemHistory;
  readonly colour: string | undefined;
  readonly isHidden: boolean;
  readonly turn: (marketplace: string) => void;
};

/** A line with its price and a switch to show or hide it. */
function Line({ series, at, past, colour, isHidden, turn }: LineProps) {
  return (
    <button
      type="button"
      aria-pressed={!isHidden}
      title={isHidden ? translate('Show this line') : translate('Hide this line')}
      onClick={() => turn(series.marketplace)}
    >
      <svg width="12" height="12" aria-hidden="true">
        <circle cx="6" cy="6" r="5" fill={colour ?? 'currentColor'} />
      </svg>
      {series.marketplace} <strong>{priceText(series.prices[at] ?? null, past.currency)}</strong>
      {soldText(series, at, past)}
    </button>
  );
}

function soldText({ sales, sold }: GridLine, at: number, { currency }: ItemHistory): string {
  const last = sales[at] ?? null;
  const count = sold[at] ?? 0;
  if (last === null) return '';
  const price = priceText(last, currency);
  return ` · ${count > 1 ? translate('sold {count}, last {price}', { count, price }) : translate('sold {price}', { price })}`;
}
