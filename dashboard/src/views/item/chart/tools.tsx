import type { Game } from '../../../games.ts';
import { Chips } from '../../../parts/chips.tsx';
import { MarketplaceChoice } from '../../../parts/choices/marketplace-choice.tsx';
import { Segments } from '../../../parts/look/segments.tsx';
import { Translated } from '../../../parts/translated.tsx';
import { zone } from '../../../text/clock.ts';
import { translate } from '../../../text/translate.ts';
import { BesideField } from './beside-field.tsx';
import { type Interval, intervals, secondsOf } from './interval.ts';
import { type ChartOptions, ranges, scales, sides } from './options.ts';

type Props = {
  readonly game: Game;
  readonly options: ChartOptions;
  readonly choose: (options: ChartOptions) => void;
  /** The width of the intervals shown; null until it is known. */
  readonly interval: Interval | null;
  /** How many intervals are shown. */
  readonly span: number | null;
  readonly marketplaces: readonly string[];
};

const daySeconds = 86_400;

/** The range that is shown, which is the shortest with all the data if none was chosen. */
function rangeOf({ days }: ChartOptions, interval: Interval | null, span: number | null): number | null {
  if (days !== null || interval === null || span === null) return days;
  const shown = span * secondsOf(interval);
  return ranges.find((one) => one.days * daySeconds >= shown - secondsOf(interval))?.days ?? 0;
}

/** What the chart shows and how. */
export function ChartTools({ game, options, choose, interval, span, marketplaces }: Props) {
  const { chart, scale } = options;
  return (
    <div class="chart-tools">
      <Chips
        legend={translate('Range')}
        options={ranges.map(({ days: value, text }) => ({ value, text }))}
        chosen={rangeOf(options, interval, span)}
        choose={(days) => choose({ ...options, days, interval: null })}
      />
      <label>
        <span class="unseen">{translate('Interval')}</span>
        <select
          value={interval ?? ''}
          onChange={({ currentTarget: { value } }) =>
            choose({ ...options, interval: intervals.find((one) => one.interval === value)?.interval ?? null })
          }
        >
          {intervals.map(({ interval: value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <Segments
        legend={translate('Chart type')}
        options={[
          { value: 'lines', text: translate('Lines') },
          { value: 'candles', text: translate('Candles') },
        ]}
        chosen={chart}
        choose={(chosen) => choose({ ...options, chart: chosen })}
      />
      <Segments
        legend={translate('Price scale')}
        options={scales}
        chosen={scale}
        choose={(chosen) => choose({ ...options, scale: chosen })}
      />
      <BesideField game={game} chosen={options.beside} choose={(beside) => choose({ ...options, beside })} />
      {chart === 'candles' && <CandleTools options={options} choose={choose} marketplaces={marketplaces} />}
    </div>
  );
}

function CandleTools({ options, choose, marketplaces }: Pick<Props, 'options' | 'choose' | 'marketplaces'>) {
  return (
    <>
      <Segments
        legend={translate('What the candles show')}
        options={sides.map(({ side: value, text }) => ({ value, text }))}
        chosen={options.of}
        choose={(of) => choose({ ...options, of })}
      />
      <MarketplaceChoice
        words={translate('Marketplace shown by the candles')}
        all={translate('All marketplaces')}
        chosen={options.on}
        marketplaces={marketplaces}
        choose={(on) => choose({ ...options, on })}
      />
    </>
  );
}

export const Credits = () => (
  <p class="quiet credits">
    {translate('times in {zone}', { zone })} · <Translated phrase="Chart by {maker}" parts={{ maker }} />
  </p>
);

const maker = (
  <a href="https://www.tradingview.com/" target="_blank" rel="noopener noreferrer">
    TradingView
  </a>
);

export function turnFullScreen(element: HTMLElement | null): void {
  const turned = document.fullscreenElement === null ? element?.requestFullscreen() : document.exitFullscreen();
  // If the visitor refuses, nothing happens, which they see
  turned?.catch(() => undefined);
}
