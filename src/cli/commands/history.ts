import { counted } from '../../schema/index.ts';
import { type Run, UsageError } from '../command.ts';
import { countFlag, readFlag } from '../flags.ts';
import { jsonText } from '../json.ts';
import { clean } from '../read/clean.ts';
import { plotLines } from '../read/plot.ts';
import { gameOf, itemName, tapeFor } from '../read/service.ts';
import { usd } from '../read/table.ts';
import { showCandles } from './tape/candles.ts';

const ofCandles = ['interval', 'of', 'phase', 'effect', 'currency'];

const plotRows = 12;
const usualColumns = 80;

export const run: Run = async (input) => {
  const name = itemName(input);
  const days = countFlag(input.flags, 'days', 30);
  const other = input.flags['candles'] === true ? undefined : ofCandles.find((flag) => input.flags[flag] !== undefined);
  if (other !== undefined) throw new UsageError(`--${other} needs --candles; add that, or remove --${other}`);
  const tape = tapeFor(input);
  const game = await gameOf(input, tape, name);
  if (input.flags['candles'] === true) return await showCandles(input, tape, game, name);
  const marketplace =
    readFlag(input.flags, 'marketplace') ?? (await tape.compare({ game, name })).marketplaces[0]?.marketplace;
  if (marketplace === undefined) throw new Error(`no collected marketplace has "${name}" at the moment`);
  const past = await tape.priceHistory({ marketplace, game, name, days, dataPoints: 500 });
  if (input.flags['json'] === true) {
    input.out(jsonText(past));
    return 0;
  }
  const points = past.history.flatMap(({ timestamp, priceUSD }) =>
    priceUSD === null ? [] : [{ at: timestamp, value: priceUSD }],
  );
  const newest = points.at(-1);
  if (newest === undefined) {
    input.err(
      `no price of "${clean(name)}" on ${clean(marketplace)} is stored for the last ${days === 1 ? 'day' : `${days} days`}\n`,
    );
    return 1;
  }
  input.out(`${clean(name)} on ${clean(marketplace)}, lowest price in USD over ${counted(days, 'day')} (UTC)\n`);
  // The last price holds until now, however long ago it changed
  const held = [...points, { at: Math.floor(Date.now() / 1000), value: newest.value }];
  const columns = input.columns?.() ?? usualColumns;
  for (const line of plotLines(held, { columns, rows: plotRows, valueText: usd, timeText })) input.out(`${line}\n`);
  return 0;
};

const timeText = (at: number): string => new Date(at * 1000).toISOString().slice(0, 16).replace('T', ' ');
