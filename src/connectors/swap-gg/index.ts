import { type Connector, factsOf, type OutcomeOverride, sourcesOf } from '../../contract/connector.ts';
import { appIdOf } from '../../schema/index.ts';
import facts from './facts.json' with { type: 'json' };
import { parseHeld, parsePriced, parseWanted, pricedNames, wantedNames } from './parse.ts';
import { Answered, Held, Priced, Wanted } from './wire.ts';

const { bulk } = sourcesOf(facts);

const market = 'https://market-api.swap.gg/v1';

/** Every answer reports its own status. */
const outcomes: Readonly<Record<string, OutcomeOverride>> = { RATE_LIMIT: 'limited', INTERNAL_ERROR: 'retry' };

function refusal(payload: unknown): OutcomeOverride | null {
  const status = typeof payload === 'object' && payload !== null && 'status' in payload ? payload.status : null;
  return typeof status === 'string' && Object.hasOwn(outcomes, status) ? (outcomes[status] ?? null) : null;
}

export const swapGg: Connector = {
  slug: 'swap-gg',
  games: ['CS2', 'Dota2', 'Rust', 'TF2'],
  ...factsOf(facts),
  sources: [
    bulk({
      name: 'prices',
      yields: ['quote'],
      cachedSeconds: 1800,
      request: ({ game }) => ({ url: `${market}/pricing/lowest`, query: { appId: appIdOf(game) } }),
      refusal,
      envelope: Answered,
      rowsAt: pricedNames,
      row: Priced,
      parse: parsePriced,
    }),
    bulk({
      name: 'buy-orders',
      yields: ['buyOrder'],
      request: ({ game }) => ({ url: `${market}/buyorders/summary`, query: { appId: appIdOf(game) } }),
      refusal,
      envelope: Answered,
      rowsAt: wantedNames,
      row: Wanted,
      parse: parseWanted,
      mayLack: { maxPrice: 'nobody bids' },
    }),
    bulk({
      name: 'inventory',
      yields: ['offer'],
      request: ({ game }) => ({ url: `https://api.swap.gg/v2/trade/inventory/bot/${appIdOf(game)}` }),
      refusal,
      envelope: Answered,
      rowsAt: 'result',
      row: Held,
      parse: parseHeld,
    }),
  ],
};
