import { dayMs, seesGame, seesMarketplace } from '../../schema/index.ts';
import { daysOf } from '../conditions/days-of.ts';
import { invalid } from '../errors.ts';
import { optionalInstant, optionalText } from '../parameters.ts';
import { route } from '../route.ts';
import { toWireDay, toWireSourceConditions, WireConditions } from '../wire/tape/conditions.ts';
import { optionalMarketplaceParameter } from './parameters.ts';

const usualDays = 90;
const mostDays = 400;

export const conditionsRoute = route({
  path: '/tape/conditions',
  id: 'listConditions',
  isStatus: true,
  summary: 'Completeness of the data, per source and day',
  description:
    'Returns for each source and day (UTC) whether the data is complete, partial or missing, for what share of the day it was not late, how old it was, and the gaps with their reasons. The current day is reported so far, up to a minute behind. A stop of the service is a gap. Sources without records in these days are omitted.',
  parameters: {
    marketplace: optionalMarketplaceParameter,
    game: optionalText({ description: 'Only this game', example: 'CS2', longest: 64 }),
    from: optionalInstant(`Start: the day that contains this instant; if omitted, ${usualDays} days are returned`),
    to: optionalInstant('End, inclusive: the day that contains this instant; defaults to today'),
  },
  answer: WireConditions,
  example: {
    fromDay: '2026-01-30',
    toDay: '2026-01-31',
    sources: [
      {
        marketplace: 'SkinPort',
        source: 'items',
        game: 'CS2',
        days: [
          { day: '2026-01-30', condition: 'complete', coverage: 1, ageP95Seconds: 291, knownSince: null },
          { day: '2026-01-31', condition: 'partial', coverage: 0.9712, ageP95Seconds: 902, knownSince: null },
        ],
        gaps: [{ fromAt: 1_769_851_200, toAt: 1_769_854_800, reason: 'failed' }],
      },
    ],
  },
  async read(query, { lookups, sight, store, now }) {
    const marketplace = query.marketplace === null ? null : lookups.marketplace(query.marketplace);
    const game = query.game === null ? null : lookups.game(query.game);
    const at = now();
    const to = (Math.floor((query.to ?? at) / dayMs) + 1) * dayMs;
    const from = query.from === null ? to - usualDays * dayMs : Math.floor(query.from / dayMs) * dayMs;
    if (from >= to) throw invalid('from is after to; give an earlier from');
    if ((to - from) / dayMs > mostDays) throw invalid(`the range is more than ${mostDays} days; give a later from`);
    const kept = await store.conditions({ marketplaceId: marketplace?.id ?? null, game, from, to });
    return {
      fromDay: toWireDay(from),
      toDay: toWireDay(to - dayMs),
      sources: daysOf(kept, { from, to, now: at })
        .filter((one) => seesMarketplace(sight, one.marketplaceId) && seesGame(sight, one.game))
        .map(toWireSourceConditions),
    };
  },
});
