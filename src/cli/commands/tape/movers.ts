import type { Mover } from '#client';
import { currencies } from '../../../schema/index.ts';
import type { Run } from '../../command.ts';
import { amountFlag, choiceFlag, countFlag } from '../../flags.ts';
import { given } from '../../given.ts';
import { jsonText } from '../../json.ts';
import { explainNone } from '../../read/explain-none.ts';
import { tapeFor, usualGame } from '../../read/service.ts';
import { age, tableLines, usd } from '../../read/table.ts';

const columns = [
  { head: '%', isNumber: true },
  { head: 'was', isNumber: true },
  { head: 'is', isNumber: true },
  { head: 'usually', isNumber: true },
  { head: 'marketplace' },
  { head: 'seen', isNumber: true },
  { head: 'item' },
];

export const run: Run = async (input) => {
  const { flags } = input;
  const tape = tapeFor(input);
  const found = await tape.movers({
    hours: countFlag(flags, 'hours', 1),
    limit: countFlag(flags, 'limit', 20),
    ...given({
      direction: choiceFlag(flags, 'direction', ['any', 'up', 'down']),
      minPrice: amountFlag(flags, 'min-price'),
      currency: choiceFlag(flags, 'currency', currencies),
    }),
    // Last, since it sends a request
    game: await usualGame(input, tape),
  });
  if (flags['json'] === true) {
    input.out(jsonText(found));
    return 0;
  }
  if (found.movers.length === 0) {
    await explainNone(input, tape, 'no matching price is known to have changed');
    return 0;
  }
  const now = Date.now();
  const than = found.since === null ? 'with no earlier prices stored' : `against ${age(found.since, now)} ago`;
  input.out(`${found.game}, ${found.currency}, lowest asks ${than}\n`);
  const cells = found.movers.map((mover) => cellsOf(mover, now));
  for (const line of tableLines(columns, cells)) input.out(`${line}\n`);
  return 0;
};

const cellsOf = ({ changePercent, formerAsk, ask, usualAsk, marketplace, seenAt, name }: Mover, now: number) => [
  `${changePercent > 0 ? '+' : ''}${changePercent.toFixed(1)}`,
  usd(formerAsk),
  usd(ask),
  usd(usualAsk),
  marketplace,
  age(seenAt, now),
  name,
];
