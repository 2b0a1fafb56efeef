import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Chips } from '../../parts/chips.tsx';
import type { Column } from '../../table/column.ts';
import { TakeAway } from '../../table/take-away.tsx';
import { instantText, zone } from '../../text/clock.ts';
import { priceText } from '../../text/currency.ts';
import { wholeText } from '../../text/number.ts';
import type { QueryState } from '../../use-query.ts';
import type { Chart, Scale, View } from './chart.ts';
import { type Grid, type GridLine, gridOf } from './grid.ts';
import { type ItemHistory, type Point, ranges } from './load-history.ts';

type Props = {
  readonly past: QueryState<ItemHistory>;
  readonly days: number | null;
  readonly choose: (days: number | null) => void;
  /** The variant whose past it is; null when there are variants and none is chosen, undefined when there are none. */
  readonly phase: string | null | undefined;
};

/** Prices over time, a line for each marketplace and a dot for each sale. */
export function History({ past, days, choose, phase }: Props) {
  const { answer, failure, isEarlier } = past;
  const isEmpty = answer !== null && answer.series.length === 0;
  return (
    <section class="panel" aria-labelledby="history" aria-busy={isEarlier}>
      <div class="panel-head">
        <h2 id="history">
          Price history{' '}
          {phase !== undefined && <span class="quiet">{phase ?? 'of the cheapest variant at each time'}</span>}
        </h2>
        {answer !== null && !isEmpty && (
          <span class="tools">
            <TakeAway name="Price history" columns={pointColumns(answer.currency)} rows={pointsOf(answer)} />
          </span>
        )}
      </div>
      <Chips
        legend="Range"
        options={ranges.map(({ days: value, text }) => ({ value, text }))}
        chosen={days}
        choose={choose}
      />
      {failure !== null && <p role="alert">{failure}</p>}
      {failure === null && (answer === null || (isEmpty && isEarlier)) && <p class="empty plot">Looking…</p>}
      {isEmpty && !isEarlier && <p class="empty plot">Nothing is kept of this time yet.</p>}
      {answer !== null && !isEmpty && <Drawn key={days} past={answer} />}
    </section>
  );
}

type PastPoint = { readonly marketplace: string; readonly what: 'price' | 'sale' } & Point;

/** Everything that is drawn, as rows. */
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

type Shown = {
  readonly hidden: ReadonlySet<string>;
  readonly scale: Scale;
  readonly point: (at: number | null) => void;
};

/** Draws into the place that it gives back, anew with every grid; with the colours of the lines once they are known. */
function useChart(past: ItemHistory, grid: Grid, { hidden, scale, point }: Shown) {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<Chart | null>(null);
  const view = useRef<View | null>(null);
  const [colours, setColours] = useState<readonly string[]>([]);
  useEffect(() => {
    let isGone = false;
    point(null);
    void import('./chart.ts').then(({ colourOf, drawChart }) => {
      if (isGone || place.current === null) return;
      setColours(past.series.map((_, at) => colourOf(at)));
      const amount = (price: number) => priceText(price, past.currency);
      chart.current = drawChart(place.current, { grid, hidden, scale, view: view.current, priceText: amount, point });
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
  return { place, colours };
}

function Drawn({ past }: { readonly past: ItemHistory }) {
  const figure = useRef<HTMLElement>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [scale, setScale] = useState<Scale>('linear');
  const grid = useMemo(() => gridOf(past.series, past.from, past.until), [past]);
  const { place, colours } = useChart(past, grid, { hidden, scale, point: setPointed });
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
      <div ref={place} class="plot" role="img" aria-label={`Prices on ${names}, and ${shown} sales`} />
      <figcaption>
        <p class="quiet" id="pointed">
          {at === grid.times.length - 1 ? 'Now' : instantText(grid.times[at] ?? 0)} · times in {zone}
          {sales.length > 0 && ` · a dot is a sale, a bar how many: ${wholeText(shown)} here`}
          {shown < sales.length && `, ${wholeText(sales.length - shown)} earlier`}
        </p>
        <ul class="legend" aria-label="Lines, each with its price">
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
        <Tools scale={scale} choose={setScale} figure={figure} />
        <p class="quiet">
          Chart by{' '}
          <a href="https://www.tradingview.com/" target="_blank" rel="noopener noreferrer">
            TradingView
          </a>
        </p>
      </figcaption>
    </figure>
  );
}

type LineProps = {
  readonly series: GridLine;
  /** Place in the grid that is told of. */
  readonly at: number;
  readonly past: ItemHistory;
  readonly colour: string | undefined;
  readonly isHidden: boolean;
  readonly turn: (marketplace: string) => void;
};

/** A line with its price, and whether it is drawn. */
function Line({ series, at, past, colour, isHidden, turn }: LineProps) {
  return (
    <button
      type="button"
      aria-pressed={!isHidden}
      title={isHidden ? 'Show this line' : 'Hide this line'}
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

type ToolsProps = {
  readonly scale: Scale;
  readonly choose: (scale: Scale) => void;
  readonly figure: RefObject<HTMLElement | null>;
};

function Tools({ scale, choose, figure }: ToolsProps) {
  return (
    <div class="tools">
      <Chips
        legend="Scale of prices"
        options={[
          { value: 'linear', text: 'Linear' },
          { value: 'logarithmic', text: 'Logarithmic' },
        ]}
        chosen={scale}
        choose={choose}
      />
      {document.fullscreenEnabled && (
        <button type="button" onClick={() => turnFullScreen(figure.current)}>
          Full screen
        </button>
      )}
    </div>
  );
}

function turnFullScreen(element: HTMLElement | null): void {
  const turned = document.fullscreenElement === null ? element?.requestFullscreen() : document.exitFullscreen();
  // Whoever refuses it sees that nothing happens
  turned?.catch(() => undefined);
}

function soldText({ sales, sold }: GridLine, at: number, { currency }: ItemHistory): string {
  const last = sales[at] ?? null;
  const count = sold[at] ?? 0;
  return last === null ? '' : ` · sold ${count > 1 ? `${count}, last ` : ''}${priceText(last, currency)}`;
}
