import type { Value, ValueLine } from '#client';
import { counted } from '../../../schema/index.ts';
import { choice, currency, defaultGame, onlyMarketplaces, payoutOf } from '../../flags.ts';
import { type Piece, readPieces } from '../../read/pieces.ts';
import { query } from '../../read/query.ts';
import { chosenGame } from '../../read/service.ts';
import { age, type Column, itemColumn, tableLines, usd } from '../../read/table.ts';
import { readText } from '../../read/text.ts';
import { UsageError } from '../../usage-error.ts';

const atOnce = 1_000;

const columns: readonly Column<ValueLine>[] = [
  {
    head: 'count',
    isNumber: true,
    cell: ({ best, count, soldCount }) =>
      best === null || soldCount === count ? String(count) : `${soldCount} of ${count}`,
  },
  { head: 'each', isNumber: true, cell: ({ best }) => usd(best?.price ?? null) },
  { head: 'on', cell: ({ best }) => best?.marketplace ?? '' },
  { head: 'seen', isNumber: true, cell: ({ best }, now) => seenText(best, now) },
  { head: 'total', isNumber: true, cell: ({ total }) => usd(total) },
  // The marketplace with the best price need not be the one with the best price after fees
  { head: 'after fees', isNumber: true, cell: ({ bestAfterFees }) => usd(bestAfterFees?.afterFees ?? null) },
  { head: 'on', cell: ({ bestAfterFees }) => bestAfterFees?.marketplace ?? '' },
  { head: 'seen', isNumber: true, cell: ({ bestAfterFees }, now) => seenText(bestAfterFees, now) },
  { head: 'total', isNumber: true, cell: ({ totalAfterFees }) => usd(totalAfterFees) },
  itemColumn,
  { head: '', cell: remarkOf },
];

const seenText = (side: ValueLine['best'], now: number): string => (side === null ? '' : age(side.seenAt, now));

function remarkOf({ isKnown, needsVariant, best, bestAfterFees, nearest }: ValueLine): string {
  if (!isKnown) return notKnown(nearest);
  if (needsVariant) return 'has variants; give one in the column phase or effect';
  return best === null ? 'no price' : flagsOf(best, bestAfterFees);
}

export const command = query({
  about: 'Values a list of items, line by line and in total, before and after fees.',
  usage: '<file>',
  example: 'itemtape value inventory.csv --side sellable',
  flags: {
    game: defaultGame,
    side: choice(
      ['bid', 'ask', 'sellable'],
      '--side <side>',
      'bid (highest buy order), ask (lowest ask) or sellable (only the pieces that open buy orders want now); default: bid.',
    ),
    marketplaces: onlyMarketplaces,
    payout: payoutOf('that count'),
    currency,
  },
  subject: piecesIn,
  game: chosenGame,
  ask: ({ tape, flags, subject, game }) => valueAll(subject, (items) => tape.value({ ...flags, game, items })),
  show: linesOf,
});

function piecesIn([file, ...more]: readonly string[]): readonly Piece[] {
  if (file === undefined || more.length > 0)
    throw new UsageError(
      'name a file with an item name on each line, or CSV with the columns name, count, phase and effect',
    );
  const pieces = readPieces(readText(file));
  if (pieces.length === 0) throw new UsageError(`${file} names no item`);
  return pieces;
}

/** Values a file of any length in as many requests as needed. */
async function valueAll(pieces: readonly Piece[], ask: (items: readonly Piece[]) => Promise<Value>): Promise<Value> {
  let sum: Value | null = null;
  for (let from = 0; from < pieces.length; from += atOnce) {
    const part = await ask(pieces.slice(from, from + atOnce));
    sum = sum === null ? part : together(sum, part);
  }
  return sum as Value;
}

const cents = (sum: number): number => Math.round(sum * 100) / 100;

const together = (a: Value, b: Value): Value => ({
  ...a,
  total: cents(a.total + b.total),
  totalAfterFees: cents(a.totalAfterFees + b.totalAfterFees),
  valuedCount: a.valuedCount + b.valuedCount,
  valuedAfterFeesCount: a.valuedAfterFeesCount + b.valuedAfterFeesCount,
  unknownCount: a.unknownCount + b.unknownCount,
  lines: [...a.lines, ...b.lines],
});

function linesOf(found: Value): string[] {
  const { length } = found.lines;
  return [
    ...tableLines(columns, found.lines),
    `${found.game}, ${found.currency}, ${found.side}: ${usd(found.total)} (${found.valuedCount} of ${counted(length, 'line')}), after fees ${usd(found.totalAfterFees)} (${found.valuedAfterFeesCount} of ${length})`,
  ];
}

/** The flags of both prices; those of the one after fees are named if it is another. */
function flagsOf(best: NonNullable<ValueLine['best']>, after: ValueLine['best']): string {
  const flags = best.flags.join(', ');
  if (after === null || after.marketplace === best.marketplace || after.flags.length === 0) return flags;
  return `${flags === '' ? '' : `${flags}; `}after fees: ${after.flags.join(', ')}`;
}

const notKnown = (nearest: string | null): string =>
  nearest === null ? 'not known' : `not known; did you mean "${nearest}"?`;
