import { translate } from '../../../text/translate.ts';
import { colourOf } from './colours.ts';
import type { Picture } from './draw.ts';
import { secondsOf } from './interval.ts';
import type { ChartOptions } from './options.ts';
import { type Bar, type Past, usualOf } from './past.ts';

/** Another item over the same times. */
export type Beside = { readonly name: string; readonly values: readonly (number | null)[] };

type PictureParts = {
  readonly past: Past;
  readonly bars: readonly Bar[];
  /** Marketplaces with a line. */
  readonly shown: ReadonlySet<string>;
  readonly beside: Beside | null;
  readonly options: Pick<ChartOptions, 'chart' | 'scale'>;
};

/** The last sale in each interval, and how many there were; wild prices are left to the list of sales. */
function salesIn({ times, interval, sales, sold }: Past, best: readonly Bar[]) {
  const step = secondsOf(interval);
  const [first = 0] = times;
  const last: (number | null)[] = times.map(() => null);
  const usual = usualOf(best.map(({ prices }) => prices?.close ?? null));
  for (const { at, price } of sales) {
    const index = Math.floor((at - first) / step);
    const isWild = usual !== null && (price > usual.high * 2 || price < usual.low / 2);
    if (index >= 0 && index < last.length && !isWild) last[index] = price;
  }
  return { sales: last, sold: times.map((time) => sold.get(time)?.count ?? 0) };
}

export function pictureOf({ past, bars, shown, beside, options }: PictureParts): Picture {
  return {
    ...{ times: past.times, kind: options.chart, bars },
    lines: [
      ...[...past.lines]
        .filter(([name]) => shown.has(name))
        .map(([name, values]) => ({ id: name, colour: colourOf(name), values })),
      ...(beside === null ? [] : [{ id: ' beside', colour: besideColour, isDashed: true, values: beside.values }]),
    ],
    ...salesIn(past, past.best),
    // Two items are compared by how they change
    scale: beside === null ? options.scale : 'percent',
  };
}

export const besideColour = '#c026d3';

/** What a screen reader says of the chart. */
export function spokenOf(
  { past, bars, shown }: Pick<PictureParts, 'past' | 'bars' | 'shown'>,
  { chart, of, on }: ChartOptions,
): string {
  const sold = [...past.sold.values()].reduce((sum, { count }) => sum + count, 0);
  const where = on === '' ? translate('all marketplaces') : on;
  if (chart === 'candles')
    return of === 'ask'
      ? translate('Candles of the lowest ask on {where}: {count}; sales: {sold}', { where, count: bars.length, sold })
      : translate('Candles of the highest bid on {where}: {count}; sales: {sold}', { where, count: bars.length, sold });
  const names = [...shown].join(', ');
  return translate('The lowest ask over all marketplaces, prices on {names}, and sales: {sold}', { names, sold });
}
