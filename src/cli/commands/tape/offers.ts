import type { FoundOffer } from '#client';
import { currencies, offerSorts } from '../../../schema/index.ts';
import type { Run } from '../../command.ts';
import { amountFlag, choiceFlag, countFlag, numbersFlag, readFlag } from '../../flags.ts';
import { given } from '../../given.ts';
import { jsonText } from '../../json.ts';
import { explainNone } from '../../read/explain-none.ts';
import { tapeFor, usualGame } from '../../read/service.ts';
import { age, tableLines, usd } from '../../read/table.ts';

const columns = [
  { head: 'price', isNumber: true },
  { head: 'below others', isNumber: true },
  { head: 'usually', isNumber: true },
  { head: 'marketplace' },
  { head: 'float', isNumber: true },
  { head: 'seed', isNumber: true },
  { head: 'stickers', isNumber: true },
  { head: 'locked', isNumber: true },
  { head: 'seen', isNumber: true },
  { head: 'item' },
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
  const now = Date.now();
  input.out(`${found.game}, ${found.currency}; stickers are valued at their own lowest asks\n`);
  const cells = found.offers.map((offer) => cellsOf(offer, now));
  for (const line of tableLines(columns, cells)) input.out(`${line}\n`);
  if (found.next !== null) input.out(`for more, add --after ${found.next}\n`);
  return 0;
};

const cellsOf = (offer: FoundOffer, now: number): string[] => [
  usd(offer.price),
  offer.belowOthersPercent === null ? '–' : `${offer.belowOthersPercent.toFixed(1)} %`,
  usd(offer.usualAsk),
  offer.marketplace,
  offer.float === null ? '–' : offer.float.toFixed(6),
  offer.paintSeed === null ? '–' : String(offer.paintSeed),
  offer.stickersAsk === 0 ? '0' : usd(offer.stickersAsk),
  offer.daysTradeLocked === null ? '?' : `${offer.daysTradeLocked} d`,
  age(offer.seenAt, now),
  offer.itemPhase === null ? offer.name : `${offer.name} ${offer.itemPhase}`,
];
