import { useEffect, useRef, useState } from 'preact/hooks';
import type { Asked } from '../../asked.ts';
import { currency, priceText } from '../../currency.ts';
import { type Line, ranges } from './past.ts';

type Props = {
  readonly past: Asked<readonly Line[]>;
  readonly days: number;
  readonly choose: (days: number) => void;
};

/** Prices over time, a line for each marketplace and a dot for each sale. */
export function History({ past, days, choose }: Props) {
  const lines = past.answer ?? [];
  return (
    <section class="panel" aria-labelledby="history">
      <h2 id="history">Price history</h2>
      <fieldset class="chips">
        <legend class="unseen">Range</legend>
        {ranges.map((range) => (
          <button key={range.days} type="button" aria-pressed={days === range.days} onClick={() => choose(range.days)}>
            {range.text}
          </button>
        ))}
      </fieldset>
      {past.failure !== null && <p role="alert">{past.failure}</p>}
      {past.answer === null && past.failure === null && <p class="empty plot">Looking…</p>}
      {past.answer !== null && lines.length === 0 && <p class="empty plot">Nothing is kept of this time yet.</p>}
      {lines.length > 0 && <Chart lines={lines} days={days} />}
    </section>
  );
}

function Chart({ lines, days }: { readonly lines: readonly Line[]; readonly days: number }) {
  const place = useRef<HTMLDivElement>(null);
  const [colours, setColours] = useState<readonly string[]>([]);
  const shown = currency.value;
  useEffect(() => {
    let isGone = false;
    let remove = () => {};
    void import('./chart.ts').then(({ colourOf, drawChart }) => {
      if (isGone || place.current === null) return;
      setColours(lines.map((_, at) => colourOf(at)));
      remove = drawChart(place.current, { lines, days, priceText: (price) => priceText(price, shown) });
    });
    return () => {
      isGone = true;
      remove();
    };
  }, [lines, days, shown]);
  const sales = lines.reduce((sum, line) => sum + line.sales.length, 0);
  const names = lines.map(({ marketplace }) => marketplace).join(', ');
  return (
    <figure class="chart">
      <div ref={place} class="plot" role="img" aria-label={`Prices on ${names}, and ${sales} sales`} />
      <figcaption>
        <ul class="legend">
          {lines.map(({ marketplace, sales: { length } }, at) => (
            <li key={marketplace}>
              <svg width="12" height="12" aria-hidden="true">
                <circle cx="6" cy="6" r="5" fill={colours[at] ?? 'currentColor'} />
              </svg>
              {marketplace}
              {length > 0 && <span class="quiet"> · {length} sales as dots</span>}
            </li>
          ))}
        </ul>
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
