import type { HoldingsHistory } from '@itemtape/client';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { look } from '../../stored/theme.ts';
import { dateText } from '../../text/clock.ts';
import { priceText } from '../../text/currency.ts';
import { wholeText } from '../../text/number.ts';
import { translate } from '../../text/translate.ts';
import type { Chart, Picture } from '../item/chart/draw.ts';
import { besideColour } from '../item/chart/picture.ts';
import { Credits } from '../item/chart/tools.tsx';

type Props = {
  readonly history: HoldingsHistory | null;
  readonly failure: string | null;
  readonly isEarlier: boolean;
  /** Whether something is held, so that a chart can be expected. */
  readonly isHeld: boolean;
  readonly way: HoldingsHistory['way'];
};

const isKnown = (values: readonly (number | null)[]): boolean => values.some((one) => one !== null && one !== 0);

/** Whether there are lines to draw. */
const hasLines = ({ at, value, cost }: HoldingsHistory): boolean => at.length > 1 && (isKnown(value) || isKnown(cost));

/** The value and the cost of what was held, day by day; nothing where nothing could be drawn. */
export function HoldingsChart({ history, failure, isEarlier, isHeld, way }: Props) {
  if (history === null ? failure === null && !isHeld : !hasLines(history)) return null;
  return (
    <section class="panel chart-panel" aria-labelledby="value-by-day" aria-busy={isEarlier}>
      <div class="panel-head">
        <h2 id="value-by-day">
          {translate('Value by day')}{' '}
          <span class="quiet">
            {way === 'list'
              ? translate('at the lowest asks, less the fees of today')
              : translate('at the highest buy orders, less the fees of today')}
          </span>
        </h2>
      </div>
      <figure class="chart">
        {failure !== null && <p role="alert">{failure}</p>}
        {history === null && failure === null && <p class="empty plot">{translate('Looking…')}</p>}
        {history !== null && <Drawn key={`${look.value} ${history.currency}`} history={history} />}
        <figcaption>
          <Credits />
        </figcaption>
      </figure>
    </section>
  );
}

const pictureOf = ({ at, value, cost }: HoldingsHistory): Picture => ({
  times: at,
  kind: 'lines',
  bars: at.map((time, day) => {
    const price = value[day] ?? null;
    const prices = price === null ? null : { open: price, high: price, low: price, close: price };
    return { time, prices, moved: 1 };
  }),
  lines: isKnown(cost) ? [{ id: 'cost', colour: besideColour, isDashed: true, values: cost }] : [],
  sales: [],
  sold: [],
  scale: 'linear',
});

function Drawn({ history }: { readonly history: HoldingsHistory }) {
  const container = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<Chart | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  useEffect(() => {
    let isGone = false;
    let made: Chart | null = null;
    void import('../item/chart/draw.ts').then(({ drawChart }) => {
      if (isGone || container.current === null) return;
      made = drawChart(container.current, {
        priceText: (price) => priceText(price, history.currency),
        point: setPointed,
        rescaled: () => {},
      });
      setChart(made);
    });
    return () => {
      isGone = true;
      made?.remove();
    };
  }, []);
  const picture = useMemo(() => pictureOf(history), [history]);
  useEffect(() => chart?.show(picture), [chart, picture]);
  const last = history.at.length - 1;
  const day = pointed !== null && pointed >= 0 ? pointed : last;
  const text = dayTextOf(history, day);
  return (
    <>
      <p class="chart-legend">{text}</p>
      <div class="plot-frame">
        <div ref={container} class="plot" role="img" aria-label={`${translate('Value by day')}: ${text}`} />
      </div>
    </>
  );
}

/** What a day of the chart says, and of how many pieces. */
function dayTextOf({ at, value, cost, quantity, valueQuantity, currency }: HoldingsHistory, day: number): string {
  return translate('{day}: value {value}, cost {cost}, a price known of {count} of {all} pieces', {
    day: dateText(at[day] ?? 0),
    value: priceText(value[day] ?? null, currency),
    cost: priceText(cost[day] ?? null, currency),
    count: wholeText(valueQuantity[day] ?? 0),
    all: wholeText(quantity[day] ?? 0),
  });
}
