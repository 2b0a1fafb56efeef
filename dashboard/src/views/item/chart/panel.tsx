import { useEffect, useRef, useState } from 'preact/hooks';
import type { Game } from '../../../games.ts';
import { look } from '../../../stored/theme.ts';
import type { Column } from '../../../table/column.ts';
import { TakeAway } from '../../../table/take-away.tsx';
import { priceText } from '../../../text/currency.ts';
import { translate } from '../../../text/translate.ts';
import { AlertLine } from './alert-line.tsx';
import { DayBand } from './day-band.tsx';
import type { Chart, Picture } from './draw.ts';
import { Legend } from './legend.tsx';
import type { ChartOptions } from './options.ts';
import type { Bar, Past } from './past.ts';
import { type Beside, pictureOf, spokenOf } from './picture.ts';
import { ChartTools, Credits, turnFullScreen } from './tools.tsx';

type Props = {
  readonly game: Game;
  readonly name: string;
  /** Null until it is known. */
  readonly past: Past | null;
  /** Candles that were asked for apart; null for those of the best ask. */
  readonly bars: readonly Bar[] | null;
  readonly beside: Beside | null;
  readonly failure: string | null;
  readonly isEarlier: boolean;
  readonly options: ChartOptions;
  readonly choose: (options: ChartOptions) => void;
  /** Marketplaces with a line. */
  readonly shown: ReadonlySet<string>;
  /** The variant shown; null when there are variants and none is selected, undefined when there are none. */
  readonly phase: string | null | undefined;
  readonly marketplaces: readonly string[];
  readonly onPriceLine: (price: number) => void;
};

/** The past of an item: the best ask over all marketplaces or candles, lines of some of them, sales, completeness. */
export function ChartPanel(props: Props) {
  const { name, past, bars, failure, isEarlier, options, choose, phase, marketplaces } = props;
  const panel = useRef<HTMLElement>(null);
  const drawn = bars ?? past?.best ?? [];
  return (
    <section ref={panel} class="panel chart-panel" aria-labelledby="history" aria-busy={isEarlier}>
      <div class="panel-head">
        <h2 id="history">
          {translate('Price history')}{' '}
          {phase !== undefined && (
            <span class="quiet">{phase ?? translate('of the cheapest variant at each moment')}</span>
          )}
        </h2>
        <span class="tools">
          {document.fullscreenEnabled && (
            <button type="button" class="tool" onClick={() => turnFullScreen(panel.current)}>
              {translate('Full screen')}
            </button>
          )}
          {past !== null && drawn.length > 0 && (
            <TakeAway name={`${translate('Price history')} ${name}`} columns={barColumns(past)} rows={drawn} />
          )}
        </span>
      </div>
      <ChartTools
        game={props.game}
        options={options}
        choose={choose}
        interval={past?.interval ?? null}
        span={past === null ? null : past.times.length}
        marketplaces={marketplaces}
      />
      <figure class="chart">
        {failure !== null && <p role="alert">{failure}</p>}
        {past === null && failure === null && <p class="empty plot">{translate('Looking…')}</p>}
        {past !== null && <Drawn key={`${look.value} ${past.currency}`} {...props} past={past} bars={drawn} />}
      </figure>
    </section>
  );
}

type DrawnProps = Omit<Props, 'past' | 'bars'> & { readonly past: Past; readonly bars: readonly Bar[] };

/** Draws into the returned ref, once; what is to be seen can change. */
function useChart(picture: Picture, past: Past) {
  const container = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<Chart | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const [, setScaled] = useState(0);
  useEffect(() => {
    let isGone = false;
    let made: Chart | null = null;
    void import('./draw.ts').then(({ drawChart }) => {
      if (isGone || container.current === null) return;
      made = drawChart(container.current, {
        priceText: (price) => priceText(price, past.currency),
        point: setPointed,
        rescaled: () => setScaled((count) => count + 1),
      });
      setChart(made);
    });
    return () => {
      isGone = true;
      made?.remove();
    };
  }, []);
  useEffect(() => {
    chart?.show(picture);
    setScaled((count) => count + 1);
  }, [chart, picture]);
  return { container, chart, pointed };
}

/** The same picture until one of its parts changes. */
function usePicture({ past, bars, shown, beside, options }: DrawnProps): Picture {
  const last = useRef<{ parts: readonly unknown[]; picture: Picture } | null>(null);
  const parts = [past, bars, shown, beside, options.chart, options.scale];
  if (last.current === null || parts.some((part, at) => part !== last.current?.parts[at]))
    last.current = { parts, picture: pictureOf({ past, bars, shown, beside, options }) };
  return last.current.picture;
}

function Drawn(props: DrawnProps) {
  const { past, bars, shown, beside, options, onPriceLine } = props;
  const { container, chart, pointed } = useChart(usePicture(props), past);
  const last = past.times.length - 1;
  const at = pointed !== null && pointed >= 0 ? pointed : last;
  const price = past.best.at(-1)?.prices?.close ?? null;
  return (
    <>
      <Legend past={past} bars={bars} shown={shown} beside={beside} at={at} options={options} />
      <section
        class="plot-frame"
        aria-label={translate('Chart: arrow keys scroll, + and − zoom, 0 shows all')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls and zooms must be reachable by keyboard
        tabIndex={0}
        onKeyDown={(event) => steer(event, chart)}
      >
        <div ref={container} class="plot" role="img" aria-label={spokenOf({ past, bars, shown }, options)} />
        {chart !== null && price !== null && options.scale !== 'percent' && beside === null && (
          <AlertLine chart={chart} price={price} currency={past.currency} onPriceLine={onPriceLine} />
        )}
      </section>
      <figcaption>
        <DayBand past={past} />
        <Credits />
      </figcaption>
    </>
  );
}

const moves = {
  ArrowLeft: { scroll: -0.1 },
  ArrowRight: { scroll: 0.1 },
  '+': { zoom: 0.8 },
  '=': { zoom: 0.8 },
  '-': { zoom: 1.25 },
} as const;

function steer(event: KeyboardEvent, chart: Chart | null): void {
  const move = Object.entries(moves).find(([key]) => key === event.key)?.[1];
  if (event.key === '0') chart?.fit();
  else if (move !== undefined) chart?.move(move);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** The bars of the chart as rows. */
const barColumns = ({ currency, sold }: Past): readonly Column<Bar>[] => [
  { id: 'time', head: 'Time', isTime: true, value: ({ time }) => time },
  ...(['open', 'high', 'low', 'close'] as const).map((name) => ({
    id: `${name} ${currency}`,
    head: name,
    value: ({ prices }: Bar) => prices?.[name] ?? null,
  })),
  { id: 'moved', head: 'Moved', value: ({ moved }) => moved },
  { id: 'sold', head: 'Sold', value: ({ time }) => sold.get(time)?.count ?? 0 },
  { id: `paid ${currency}`, head: 'Paid', value: ({ time }) => sold.get(time)?.volume ?? 0 },
];
