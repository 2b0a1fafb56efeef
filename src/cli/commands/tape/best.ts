import type { Best, BestPrices, BestSide, DealSell } from '#client';
import { currencies, given, payoutChoices } from '../../../schema/index.ts';
import type { Run } from '../../command.ts';
import { choiceFlag, readFlag } from '../../flags.ts';
import { jsonText } from '../../json.ts';
import { clean } from '../../read/clean.ts';
import { explainNone } from '../../read/explain-none.ts';
import { payoutCell, payoutText } from '../../read/payout.ts';
import { gameOf, itemName, tapeFor } from '../../read/service.ts';
import { age, type Column, linkedLines, usd, variantIn } from '../../read/table.ts';

type SideLine = {
  readonly variant: string;
  readonly side: string;
  readonly found: BestSide & { readonly payout?: DealSell['payout'] };
};

const columns: readonly Column<SideLine>[] = [
  { head: 'variant', cell: ({ variant }) => variant },
  { head: 'side', cell: ({ side }) => side },
  { head: 'price', isNumber: true, cell: ({ found }) => usd(found.price) },
  { head: 'after fees', isNumber: true, cell: ({ found }) => usd(found.afterFees) },
  { head: 'marketplace', cell: ({ found }) => found.marketplace },
  { head: 'count', isNumber: true, cell: ({ found }) => String(found.count) },
  { head: 'seen', isNumber: true, cell: ({ found }, now) => age(found.seenAt, now) },
];

/** What is paid out, of bids; shown where one of them is not paid in money. */
const payoutColumn: Column<SideLine> = { head: 'pays', cell: ({ found }) => payoutCell(found.payout) };

export const run: Run = async (input) => {
  const { flags } = input;
  const name = itemName(input);
  const currency = choiceFlag(flags, 'currency', currencies);
  const payout = choiceFlag(flags, 'payout', payoutChoices);
  const tape = tapeFor(input);
  const game = await gameOf(input, tape, name);
  const found = await tape.best({
    game,
    name,
    ...given({
      phase: readFlag(flags, 'phase'),
      effect: readFlag(flags, 'effect'),
      marketplaces: readFlag(flags, 'marketplace')?.split(','),
      lock: flags['tradable'] === true ? 'none' : null,
      payout,
      currency,
    }),
  });
  if (flags['json'] === true) {
    input.out(jsonText(found));
    return 0;
  }
  const lines = found.best.flatMap(linesOf);
  if (lines.length === 0) {
    await explainNone(input, tape, 'no ask and no bid for it is known');
    return 0;
  }
  const bids = payout === 'any' ? '' : `; bids of marketplaces that pay out ${payoutText(payout ?? 'money')}`;
  input.out(`${clean(name)} (${game}), ${found.currency}${bids}; – after fees means that the fee is not known\n`);
  const linksOf = (line: SideLine) => (flags['links'] === true ? [line.found.link] : []);
  for (const line of linkedLines(columnsOf(lines), lines, linksOf)) input.out(`${line}\n`);
  for (const line of rangeLines(found)) input.out(`${line}\n`);
  return 0;
};

function columnsOf(lines: readonly SideLine[]): readonly Column<SideLine>[] {
  const isMoney = ({ found: { payout } }: SideLine) => payout === undefined || payout === 'money';
  return lines.every(isMoney) ? columns : [...columns, payoutColumn];
}

/** The ranges of an item with variants, which as a whole has no bid. */
function rangeLines({ game, best }: Best): string[] {
  const [whole] = best;
  const ranges = [
    ['asks', whole?.variantAsks],
    ['bids', whole?.variantBids],
  ] as const;
  const texts = ranges.flatMap(([what, range]) =>
    range == null ? [] : [`${what} from ${usd(range.lowest)} to ${usd(range.highest)}`],
  );
  if (texts.length === 0) return [];
  const flag = game === 'TF2' ? '--effect' : '--phase';
  return [`by variant: ${texts.join(', ')}; as a whole it has no bid: choose one with ${flag}`];
}

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
