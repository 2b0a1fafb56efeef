import { dayMs, seesGame, seesMarketplace } from '../../schema/index.ts';
import { daysOf } from '../conditions/days-of.ts';
import { invalid } from '../errors.ts';
import { optionalInstant, optionalText } from '../parameters.ts';
import { route } from '../route.ts';
import { toWireDay, toWireSourceConditions, WireConditions } from '../wire/tape/conditions.ts';
import { optionalMarketplaceParameter } from './parameters.ts';

const defaultDays = 90;
const maxDays = 400;

export const conditionsRoute = route({
  path: '/tape/conditions',
  id: 'listConditions',
  isStatus: true,
  summary: 'Completeness of the data, per source and day',
  description:
    'Returns for each source and day (UTC) whether the data is complete, partial or missing, for what share of the day it was not late, how old it was, and the gaps with their reasons. The current day is reported so far, up to a minute behind. A stop of the service is a gap. Sources without records in these days are omitted.',
  parameters: {
    marketplace: optionalMarketplaceParameter,
    game: optionalText({ description: 'Only this game', example: 'CS2', maxLength: 64 }),
    from: optionalInstant(`Start: the day that contains this instant; if omitted, ${defaultDays} days are returned`),
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
  async read(query, { lookups, scope, store, now }) {
    const marketplace = query.marketplace === null ? null : lookups.marketplace(query.marketplace);
    const game = query.game === null ? null : lookups.game(query.game);
    const at = now();
    const to = (Math.floor((query.to ?? at) / dayMs) + 1) * dayMs;
    const from = query.from === null ? to - defaultDays * dayMs : Math.floor(query.from / dayMs) * dayMs;
    if (from >= to) throw invalid('from is after to; give an earlier from');
    if ((to - from) / dayMs > maxDays) throw invalid(`the range is more than ${maxDays} days; give a later from`);
    const stored = await store.conditions({ marketplaceId: marketplace?.id ?? null, game, from, to });
    return {
      fromDay: toWireDay(from),
      toDay: toWireDay(to - dayMs),
      sources: daysOf(stored, { from, to, now: at })
        .filter((one) => seesMarketplace(scope, one.marketplaceId) && seesGame(scope, one.game))
        .map(toWireSourceConditions),
    };
  },
});
