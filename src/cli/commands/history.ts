import type { PriceHistory } from '#client';
import { counted } from '../../schema/index.ts';
import { bare, count, itsGame, itsMarketplace } from '../flags.ts';
import { clean } from '../read/clean.ts';
import { plotLines } from '../read/plot.ts';
import { query } from '../read/query.ts';
import { cheapestOn, gameWith, itemName } from '../read/service.ts';
import { usd } from '../read/table.ts';
import { UsageError } from '../usage-error.ts';
import { candleFlags, candleLines, candlesOf } from './tape/candles.ts';

const plotRows = 12;
const defaultColumns = 80;
const defaultDays = 30;

export const command = query({
  about: 'Draws the price of an item over time.',
  usage: '<name>',
  example: 'itemtape history "AK-47 | Redline (Field-Tested)" --days 90',
  flags: {
    game: itsGame,
    marketplace: itsMarketplace,
    days: count('--days <count>', 'How far back (default: 30; with --candles as many as suit --interval).'),
    candles: bare(
      '--candles',
      'Print a table of open, high, low and close instead; across all marketplaces unless one is named.',
    ),
    ...candleFlags,
  },
  subject: itemName,
  game: async (called) => {
    const { candles, ...others } = called.flags;
    const other = candles === true ? undefined : Object.keys(candleFlags).find((flag) => flag in others);
    if (other !== undefined) throw new UsageError(`--${other} needs --candles; add that, or remove --${other}`);
    return await gameWith(called);
  },
  ask: async ({ tape, flags: { candles, days, ...what }, subject: name, game }) => {
    const item = { game, name };
    if (candles === true) return await candlesOf(tape, { ...what, ...item }, days);
    const marketplace = what.marketplace ?? (await cheapestOn(tape, item));
    return await tape.priceHistory({ ...item, marketplace, days: days ?? defaultDays, dataPoints: 500 });
  },
  show: (found, { subject: name, flags: { days = defaultDays, marketplace }, columns }) => {
    if ('candles' in found) return { lines: candleLines(found), code: found.candles.length === 0 ? 1 : 0 };
    const where = marketplace ?? found.marketplace;
    const points = pointsOf(found);
    const newest = points.at(-1);
    if (newest === undefined) {
      const span = days === 1 ? 'day' : `${days} days`;
      return { note: `no price of "${name}" on ${where} is stored for the last ${span}`, code: 1 };
    }
    // The last price holds until now, however long ago it changed
    const held = [...points, { at: Math.floor(Date.now() / 1000), value: newest.value }];
    const plot = { columns: columns ?? defaultColumns, rows: plotRows, valueText: usd, timeText };
    const head = `${clean(name)} on ${clean(where)}, lowest price in USD over ${counted(days, 'day')} (UTC)`;
    return [head, ...plotLines(held, plot)];
  },
});

const pointsOf = ({ history }: PriceHistory) =>
  history.flatMap(({ timestamp, priceUSD }) => (priceUSD === null ? [] : [{ at: timestamp, value: priceUSD }]));

const timeText = (at: number): string => new Date(at * 1000).toISOString().slice(0, 16).replace('T', ' ');
