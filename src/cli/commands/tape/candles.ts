import type { Candle, Game, Tape } from '#client';
import { currencies, given } from '../../../schema/index.ts';
import type { CommandInput } from '../../command.ts';
import { choiceFlag, countFlag, readFlag } from '../../flags.ts';
import { jsonText } from '../../json.ts';
import { clean } from '../../read/clean.ts';
import { type Column, tableLines, usd } from '../../read/table.ts';

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

const usualDays = { '5m': 1, '1h': 14, '1d': 365 } as const;

/** Prints the candles of `history --candles`: of one marketplace if one is named, else over all of them. */
export async function showCandles(input: CommandInput, tape: Tape, game: Game, name: string): Promise<number> {
  const { flags } = input;
  const interval = choiceFlag(flags, 'interval', ['5m', '1h', '1d']) ?? '1d';
  const days = countFlag(flags, 'days', usualDays[interval]);
  const found = await tape.candles({
    game,
    name,
    interval,
    from: new Date(Date.now() - days * 86_400_000),
    ...given({
      marketplace: readFlag(flags, 'marketplace'),
      phase: readFlag(flags, 'phase'),
      effect: readFlag(flags, 'effect'),
      of: choiceFlag(flags, 'of', ['ask', 'bid', 'sale']),
      currency: choiceFlag(flags, 'currency', currencies),
    }),
  });
  if (flags['json'] === true) {
    input.out(jsonText(found));
    return 0;
  }
  const { marketplace, of, currency, candles } = found;
  input.out(`${clean(name)} on ${marketplace ?? 'all marketplaces'}, ${subjects[of]}, ${currency}\n`);
  for (const line of tableLines(columns, candles)) input.out(`${line}\n`);
  return candles.length === 0 ? 1 : 0;
}
