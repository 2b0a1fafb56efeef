import type { Mover } from '#client';
import { amount, byDefault, choice, count, currency, defaultGame } from '../../flags.ts';
import { query } from '../../read/query.ts';
import { chosenGame } from '../../read/service.ts';
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

export const command = query({
  about: 'Lists the items whose lowest ask across all marketplaces has changed most.',
  usage: '',
  example: 'itemtape movers --direction down --min-price 5',
  flags: {
    game: defaultGame,
    hours: byDefault(1, count('--hours <count>', 'How many hours ago to compare with, at most 24 (default: 1).')),
    direction: choice(['any', 'up', 'down'], '--direction <way>', 'up, down or any (default: any).'),
    minPrice: amount('--min-price <amount>', 'Minimum price (default: one dollar).'),
    payout: choice(
      ['money', 'any'],
      '--payout <what>',
      'Marketplaces whose asks count: money (those that pay out money; default) or any.',
    ),
    limit: byDefault(20, count('--limit <count>', 'Items to show (default: 20).')),
    currency,
  },
  game: chosenGame,
  ask: ({ tape, flags, game }) => tape.movers({ ...flags, game }),
  show: ({ game, currency: money, since, movers }, { flags: { payout } }) => {
    if (movers.length === 0) return { none: 'no matching price is known to have changed' };
    const than = since === null ? 'with no earlier prices stored' : `against ${age(since, Date.now())} ago`;
    const where = payout === undefined ? ' of marketplaces that pay out money' : '';
    return [`${game}, ${money}, lowest asks${where} ${than}`, ...tableLines(columns, movers)];
  },
});
