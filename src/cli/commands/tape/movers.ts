import type { Mover } from '#client';
import { currencies, given } from '../../../schema/index.ts';
import type { Run } from '../../command.ts';
import { amountFlag, choiceFlag, countFlag } from '../../flags.ts';
import { jsonText } from '../../json.ts';
import { explainNone } from '../../read/explain-none.ts';
import { tapeFor, usualGame } from '../../read/service.ts';
import { age, type Column, tableLines, usd } from '../../read/table.ts';

const columns: readonly Column<Mover>[] = [
  {
    head: '%',
    isNumber: true,
    cell: ({ changePercent }) => `${changePercent > 0 ? '+' : ''}${changePercent.toFixed(1)}`,
  },
  { head: 'was', isNumber: true, cell: ({ formerAsk }) => usd(formerAsk) },
  { head: 'is', isNumber: true, cell: ({ ask }) => usd(ask) },
  { head: 'usually', isNumber: true, cell: ({ usualAsk }) => usd(usualAsk) },
  { head: 'marketplace', cell: ({ marketplace }) => marketplace },
  { head: 'seen', isNumber: true, cell: ({ seenAt }, now) => age(seenAt, now) },
  { head: 'item', cell: ({ name }) => name },
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
      payout: choiceFlag(flags, 'payout', ['money', 'any']),
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
  const than = found.since === null ? 'with no earlier prices stored' : `against ${age(found.since, Date.now())} ago`;
  const where = flags['payout'] === undefined ? ' of marketplaces that pay out money' : '';
  input.out(`${found.game}, ${found.currency}, lowest asks${where} ${than}\n`);
  for (const line of tableLines(columns, found.movers)) input.out(`${line}\n`);
  return 0;
};
