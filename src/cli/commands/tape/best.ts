import type { BestPrices, BestSide } from '#client';
import { currencies } from '../../../schema/index.ts';
import type { Run } from '../../command.ts';
import { choiceFlag, readFlag } from '../../flags.ts';
import { jsonText } from '../../json.ts';
import { clean } from '../../read/clean.ts';
import { explainNone } from '../../read/explain-none.ts';
import { gameOf, itemName, tapeFor } from '../../read/service.ts';
import { age, type Column, tableLines, usd, variantIn } from '../../read/table.ts';

type SideLine = { readonly variant: string; readonly side: string; readonly found: BestSide };

const columns: readonly Column<SideLine>[] = [
  { head: 'variant', cell: ({ variant }) => variant },
  { head: 'side', cell: ({ side }) => side },
  { head: 'price', isNumber: true, cell: ({ found }) => usd(found.price) },
  { head: 'after fees', isNumber: true, cell: ({ found }) => usd(found.afterFees) },
  { head: 'marketplace', cell: ({ found }) => found.marketplace },
  { head: 'count', isNumber: true, cell: ({ found }) => String(found.count) },
  { head: 'seen', isNumber: true, cell: ({ found }, now) => age(found.seenAt, now) },
];

export const run: Run = async (input) => {
  const name = itemName(input);
  const currency = choiceFlag(input.flags, 'currency', currencies);
  const tape = tapeFor(input);
  const game = await gameOf(input, tape, name);
  const marketplaces = readFlag(input.flags, 'marketplace')?.split(',');
  const phase = readFlag(input.flags, 'phase');
  const effect = readFlag(input.flags, 'effect');
  const lock = input.flags['tradable'] === true ? ('none' as const) : undefined;
  const found = await tape.best({
    game,
    name,
    ...(phase !== undefined && { phase }),
    ...(effect !== undefined && { effect }),
    ...(marketplaces !== undefined && { marketplaces }),
    ...(lock !== undefined && { lock }),
    ...(currency !== null && { currency }),
  });
  if (input.flags['json'] === true) {
    input.out(jsonText(found));
    return 0;
  }
  const lines = found.best.flatMap(linesOf);
  if (lines.length === 0) {
    await explainNone(input, tape, 'no ask and no bid for it is known');
    return 0;
  }
  input.out(`${clean(name)} (${game}), ${found.currency}; – after fees means that the fee is not known\n`);
  for (const line of tableLines(columns, lines)) input.out(`${line}\n`);
  return 0;
};

const sides = [
  ['ask', 'lowest ask'],
  ['askAfterFees', 'after fees'],
  ['bid', 'highest bid'],
  ['bidAfterFees', 'after fees'],
] as const;

/** A line for each side; the best after fees only where it is on a different marketplace. */
const linesOf = (best: BestPrices): SideLine[] =>
  sides.flatMap(([side, text]) => {
    const found = best[side];
    const gross = side === 'ask' || side === 'bid' ? null : best[side === 'askAfterFees' ? 'ask' : 'bid'];
    if (found === null || found.marketplace === gross?.marketplace) return [];
    return [{ variant: variantIn(best) ?? '', side: text, found }];
  });
