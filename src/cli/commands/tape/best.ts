import type { BestPrices, BestSide } from '#client';
import { currencies } from '../../../schema/index.ts';
import type { Run } from '../../command.ts';
import { choiceFlag, readFlag } from '../../flags.ts';
import { jsonText } from '../../json.ts';
import { clean } from '../../read/clean.ts';
import { explainNone } from '../../read/explain-none.ts';
import { gameOf, itemName, tapeFor } from '../../read/service.ts';
import { age, tableLines, usd } from '../../read/table.ts';

const columns = [
  { head: 'variant' },
  { head: 'side' },
  { head: 'price', isNumber: true },
  { head: 'after fees', isNumber: true },
  { head: 'marketplace' },
  { head: 'count', isNumber: true },
  { head: 'seen', isNumber: true },
];

export const run: Run = async (input) => {
  const name = itemName(input);
  const currency = choiceFlag(input.flags, 'currency', currencies);
  const tape = tapeFor(input);
  const game = await gameOf(input, tape, name);
  const marketplaces = readFlag(input.flags, 'marketplace')?.split(',');
  const phase = readFlag(input.flags, 'phase');
  const lock = input.flags['tradable'] === true ? ('none' as const) : undefined;
  const found = await tape.best({
    game,
    name,
    ...(phase !== undefined && { phase }),
    ...(marketplaces !== undefined && { marketplaces }),
    ...(lock !== undefined && { lock }),
    ...(currency !== null && { currency }),
  });
  if (input.flags['json'] === true) {
    input.out(jsonText(found));
    return 0;
  }
  const now = Date.now();
  const cells = found.best.flatMap((one) => cellsOf(one, now));
  if (cells.length === 0) {
    await explainNone(input, tape, 'no ask and no bid for it is known');
    return 0;
  }
  input.out(`${clean(name)} (${game}), ${found.currency}; – after fees means that the fee is not known\n`);
  for (const line of tableLines(columns, cells)) input.out(`${line}\n`);
  return 0;
};

const sides = [
  ['ask', 'lowest ask'],
  ['askAfterFees', 'after fees'],
  ['bid', 'highest bid'],
  ['bidAfterFees', 'after fees'],
] as const;

/** A line for each side; the best after fees only where it is on a different marketplace. */
const cellsOf = (best: BestPrices, now: number): string[][] =>
  sides.flatMap(([side, head]) => {
    const found = best[side];
    const gross = side === 'ask' || side === 'bid' ? null : best[side === 'askAfterFees' ? 'ask' : 'bid'];
    if (found === null || found.marketplace === gross?.marketplace) return [];
    return [[best.itemPhase ?? '', head, ...sideCells(found, now)]];
  });

const sideCells = ({ price, afterFees, marketplace, count, seenAt }: BestSide, now: number): string[] => [
  usd(price),
  usd(afterFees),
  marketplace,
  String(count),
  age(seenAt, now),
];
