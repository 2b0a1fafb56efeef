import type { Best, BestPrices, BestSide, DealSell } from '#client';
import { bare, currency, itsGame, onlyEffect, onlyMarketplaces, onlyPhase, payoutOf } from '../../flags.ts';
import { clean } from '../../read/clean.ts';
import { payoutCell, payoutText } from '../../read/payout.ts';
import { query } from '../../read/query.ts';
import { gameWith, itemName } from '../../read/service.ts';
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

export const command = query({
  about: 'Shows the lowest ask and the highest bid for an item across all marketplaces, before and after fees.',
  usage: '<name>',
  example: 'itemtape best "AK-47 | Redline (Field-Tested)"',
  flags: {
    game: itsGame,
    phase: onlyPhase,
    effect: onlyEffect,
    marketplaces: onlyMarketplaces,
    tradable: bare('--tradable', 'Only offers that are known to be tradable now.'),
    payout: payoutOf('whose bids count'),
    currency,
    links: bare('--links', 'Print the link of each price below it.'),
  },
  subject: itemName,
  game: gameWith,
  ask: ({ tape, flags: { tradable, links: _, ...what }, subject: name, game }) =>
    tape.best({ ...what, game, name, ...(tradable === true && { lock: 'none' as const }) }),
  show: (found, { subject: name, flags: { payout, links } }) => {
    const lines = found.best.flatMap(linesOf);
    if (lines.length === 0) return { none: 'no ask and no bid for it is known' };
    const bids = payout === 'any' ? '' : `; bids of marketplaces that pay out ${payoutText(payout ?? 'money')}`;
    return [
      `${clean(name)} (${found.game}), ${found.currency}${bids}; – after fees means that the fee is not known`,
      ...linkedLines(columnsOf(lines), lines, (line) => (links === true ? [line.found.link] : [])),
      ...rangeLines(found),
    ];
  },
});

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
