import type { Candle, Candles, Tape } from '#client';
import { choice, currency, onlyEffect, text, type Values } from '../../flags.ts';
import { clean } from '../../read/clean.ts';
import { type Column, tableLines, usd } from '../../read/table.ts';

/** Flags that need --candles. */
export const candleFlags = {
  interval: choice(
    ['1m', '5m', '15m', '1h', '4h', '1d', '1w'],
    '--interval <width>',
    'Width of a candle: 1m, 5m, 15m, 1h, 4h, 1d or 1w (default: 1d).',
  ),
  of: choice(
    ['ask', 'bid', 'sale'],
    '--of <what>',
    'Price of the candles: ask (lowest ask), bid (highest buy order) or sale (price paid); default: ask.',
  ),
  phase: text('--phase <variant>', 'Candles of this Doppler variant only, such as Ruby.'),
  effect: onlyEffect,
  currency: { ...currency, about: 'Currency of candles: USD, EUR, CNY or RUB (default: USD).' },
};

const columns: readonly Column<Candle>[] = [
  { head: 'from (UTC)', cell: ({ at }) => new Date(at * 1000).toISOString().slice(0, 16).replace('T', ' ') },
  { head: 'open', isNumber: true, cell: ({ open }) => usd(open) },
  { head: 'high', isNumber: true, cell: ({ high }) => usd(high) },
  { head: 'low', isNumber: true, cell: ({ low }) => usd(low) },
  { head: 'close', isNumber: true, cell: ({ close }) => usd(close) },
  { head: 'count', isNumber: true, cell: ({ count }) => String(count) },
  { head: 'volume', isNumber: true, cell: ({ volume }) => usd(volume) },
];

const subjects = { ask: 'lowest ask', bid: 'highest buy order', sale: 'sales' } as const;

const defaultDays = { '1m': 0.5, '5m': 1, '15m': 3, '1h': 14, '4h': 60, '1d': 365, '1w': 1_825 } as const;

type CandleOptions = Values<typeof candleFlags> & Omit<Parameters<Tape['candles']>[0], 'from'>;

export const candlesOf = (
  tape: Tape,
  { interval = '1d', ...what }: CandleOptions,
  days: number = defaultDays[interval],
): Promise<Candles> => tape.candles({ ...what, interval, from: new Date(Date.now() - days * 86_400_000) });

export const candleLines = ({ name, marketplace, of, currency: money, candles }: Candles): readonly string[] => [
  `${clean(name)} on ${marketplace ?? 'all marketplaces'}, ${subjects[of]}, ${money}`,
  ...tableLines(columns, candles),
];
