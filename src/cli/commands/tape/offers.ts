import type { FoundOffer } from '#client';
import { currencies, given, offerSorts } from '../../../schema/index.ts';
import type { Run } from '../../command.ts';
import { amountFlag, choiceFlag, countFlag, numbersFlag, readFlag } from '../../flags.ts';
import { jsonText } from '../../json.ts';
import { explainNone } from '../../read/explain-none.ts';
import { tapeFor, usualGame } from '../../read/service.ts';
import { age, type Column, itemColumn, tableLines, usd } from '../../read/table.ts';

const columns: readonly Column<FoundOffer>[] = [
  { head: 'price', isNumber: true, cell: ({ price }) => usd(price) },
  {
    head: 'below others',
    isNumber: true,
    cell: ({ belowOthersPercent }) => (belowOthersPercent === null ? '–' : `${belowOthersPercent.toFixed(1)} %`),
  },
  { head: 'usually', isNumber: true, cell: ({ usualAsk }) => usd(usualAsk) },
  { head: 'marketplace', cell: ({ marketplace }) => marketplace },
  { head: 'float', isNumber: true, cell: ({ float }) => (float === null ? '–' : float.toFixed(6)) },
  { head: 'seed', isNumber: true, cell: ({ paintSeed }) => (paintSeed === null ? '–' : String(paintSeed)) },
  { head: 'stickers', isNumber: true, cell: ({ stickersAsk }) => (stickersAsk === 0 ? '0' : usd(stickersAsk)) },
  {
    head: 'locked',
    isNumber: true,
    cell: ({ daysTradeLocked }) => (daysTradeLocked === null ? '?' : `${daysTradeLocked} d`),
  },
  { head: 'seen', isNumber: true, cell: ({ seenAt }, now) => age(seenAt, now) },
  itemColumn,
];

const listOf = (text: string | undefined, separator: string): string[] | undefined =>
  text?.split(separator).map((part) => part.trim());

export const run: Run = async (input) => {
  const { flags, positionals } = input;
  const query = positionals.join(' ').trim();
  const tape = tapeFor(input);
  const found = await tape.findOffers({
    limit: countFlag(flags, 'limit', 20),
    ...given({
      query: query === '' ? null : query,
      name: readFlag(flags, 'item'),
      phase: readFlag(flags, 'phase'),
      effect: readFlag(flags, 'effect'),
      marketplaces: listOf(readFlag(flags, 'marketplace'), ','),
      minPrice: amountFlag(flags, 'min-price'),
      maxPrice: amountFlag(flags, 'max-price'),
      minFloat: amountFlag(flags, 'min-float'),
      maxFloat: amountFlag(flags, 'max-float'),
      paintSeeds: numbersFlag(flags, 'seed'),
      stickers: listOf(readFlag(flags, 'sticker'), ';'),
      maxDaysTradeLocked: amountFlag(flags, 'max-lock'),
      belowOthersPercent: amountFlag(flags, 'below-others'),
      sort: choiceFlag(flags, 'sort', offerSorts),
      after: readFlag(flags, 'after'),
      currency: choiceFlag(flags, 'currency', currencies),
    }),
    // Last, since it sends a request
    game: await usualGame(input, tape),
  });
  if (flags['json'] === true) {
    input.out(jsonText(found));
    return 0;
  }
  if (found.offers.length === 0) {
    await explainNone(input, tape, 'no known offer matches');
    return 0;
  }
  input.out(`${found.game}, ${found.currency}; stickers are valued at their own lowest asks\n`);
  for (const line of tableLines(columns, found.offers)) input.out(`${line}\n`);
  if (found.next !== null) input.out(`for more, add --after ${found.next}\n`);
  return 0;
};
