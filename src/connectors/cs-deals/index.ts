import { bulk, type Connector, type OutcomeOverride } from '../../contract/connector.ts';
import { secondsTime } from '../../contract/time.ts';
import { appIdOf } from '../../schema/index.ts';
import { parsePriced } from './parse.ts';
import { Answer, Priced } from './wire.ts';

export const csDeals: Connector = {
  slug: 'cs-deals',
  games: ['CS2', 'Dota2', 'Rust', 'TF2'],
  standing: {
    state: 'open',
    since: '2026-07-18',
    by: 'CS2Cap/docs, reference/providers.mdx @a64d651, lists it as read',
  },
  seen: {
    prices: {
      on: '2026-08-06',
      by: "probe of free price lists from a home address, kept in a client's changelog: 26 KB, a few hundred names",
    },
  },
  fees: [
    {
      side: 'seller',
      percent: 2,
      asOf: '2026-09-01',
      source:
        'its own /config, by a study of markets measured on 2026-09-01; CS2Cap/docs, design/data/providers.json @323b415 (2026-05-20)',
      evidence: 'documented',
    },
  ],
  credentials: [],
  // The marketplace states no limit
  budgets: { prices: { requests: 6, perSeconds: 60, scope: 'ip' } },
  sources: [
    bulk({
      name: 'prices',
      yields: ['quote'],
      evidence: 'documented',
      budget: 'prices',
      everySeconds: 300,
      request: ({ game }) => ({
        url: 'https://cs.deals/API/IPricing/GetLowestPrices/v1',
        query: { appid: appIdOf(game) },
      }),
      refusal,
      envelope: Answer,
      madeAt,
      rowsAt: 'response.items',
      row: Priced,
      parse: parsePriced,
    }),
  ],
};

/** A failed call has a success status and reports the failure in the body. */
function refusal(payload: unknown): OutcomeOverride | null {
  return typeof payload === 'object' && payload !== null && 'success' in payload && payload.success === false
    ? 'retry'
    : null;
}

/** Called before the payload is validated. */
function madeAt(payload: unknown): number | null {
  const { response } = (payload ?? {}) as { readonly response?: { readonly time_updated?: unknown } | null };
  return secondsTime(response?.time_updated);
}
