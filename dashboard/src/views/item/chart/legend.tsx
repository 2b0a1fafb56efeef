import { instantText } from '../../../text/clock.ts';
import { priceText } from '../../../text/currency.ts';
import { wholeText } from '../../../text/number.ts';
import { translate, translateKnown } from '../../../text/translate.ts';
import { colourOf } from './colours.ts';
import type { ChartOptions } from './options.ts';
import type { Bar, Past } from './past.ts';
import { type Beside, besideColour } from './picture.ts';

type Props = {
  readonly past: Past;
  readonly bars: readonly Bar[];
  readonly shown: ReadonlySet<string>;
  readonly beside: Beside | null;
  /** Index of the interval whose values are shown. */
  readonly at: number;
  readonly options: ChartOptions;
};

/** What the chart shows, with the values at the pointer. */
export function Legend({ past, bars, shown, beside, at, options }: Props) {
  const { currency, times } = past;
  const time = times[at] ?? 0;
  const bar = bars[at];
  const isLast = at === times.length - 1;
  return (
    <div class="chart-legend">
      <p class="quiet" id="pointed">
        {isLast ? translate('Now') : instantText(time)}
      </p>
      {options.chart === 'candles' && bar !== undefined && <Values bar={bar} past={past} />}
      <ul class="legend" aria-label={translate('Lines and their prices')}>
        {options.chart === 'lines' && (
          <Line
            words={translate('Best ask')}
            colour="var(--accent)"
            text={priceText(bar?.prices?.close ?? null, currency)}
          />
        )}
        {[...past.lines]
          .filter(([name]) => shown.has(name))
          .map(([name, values]) => {
            const isMedian = time < (past.medianUntil.get(name) ?? 0);
            const words = isMedian ? translate('{name}, median sale', { name }) : name;
            return (
              <Line key={name} words={words} colour={colourOf(name)} text={priceText(values[at] ?? null, currency)} />
            );
          })}
        {beside !== null && (
          <Line words={beside.name} colour={besideColour} text={priceText(beside.values[at] ?? null, currency)} />
        )}
        <Sold past={past} time={time} />
      </ul>
    </div>
  );
}

function Line({ words, colour, text }: { readonly words: string; readonly colour: string; readonly text: string }) {
  return (
    <li>
      <svg width="10" height="10" aria-hidden="true">
        <circle cx="5" cy="5" r="4" style={{ fill: colour }} />
      </svg>
      {words} <strong>{text}</strong>
    </li>
  );
}

function Sold({ past, time }: { readonly past: Past; readonly time: number }) {
  const sold = past.sold.get(time);
  if (past.sold.size === 0) return null;
  const text =
    sold === undefined
      ? '0'
      : translate('{count} for {price}', {
          count: wholeText(sold.count),
          price: priceText(sold.volume, past.currency),
        });
  return <Line words={translate('Sold')} colour="var(--warn)" text={text} />;
}

/** The values of one bar. */
function Values({ bar: { prices, moved }, past }: { readonly bar: Bar; readonly past: Past }) {
  const values = [
    ...(['open', 'high', 'low', 'close'] as const).map(
      (name) => [translateKnown('candle', name), priceText(prices?.[name] ?? null, past.currency)] as const,
    ),
    [translate('moved'), wholeText(moved)] as const,
  ];
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
