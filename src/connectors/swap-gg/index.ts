import { bulk, type Connector, type OutcomeOverride } from '../../contract/connector.ts';
import { factsOf } from '../../contract/facts.ts';
import { appIdOf } from '../../schema/index.ts';
import facts from './facts.json' with { type: 'json' };
import { parseHeld, parsePriced, parseWanted, pricedNames, wantedNames } from './parse.ts';
import { Answered, Held, Priced, Wanted } from './wire.ts';

const key = 'SWAP_GG_KEY';
const market = 'https://market-api.swap.gg/v1';
const retired = 'the market of this interface has since been merged into the site and may no longer answer';

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
      permission: 'documented',
      yields: ['quote'],
      evidence: 'documented',
      onRequest: retired,
      budget: 'market',
      credential: key,
      everySeconds: 1800,
      keptSeconds: 1800,
      request: ({ game }) => ({ url: `${market}/pricing/lowest`, query: { appId: appIdOf(game) } }),
      refusal,
      envelope: Answered,
      rowsAt: pricedNames,
      row: Priced,
      parse: parsePriced,
    }),
    bulk({
      name: 'buy-orders',
      permission: 'documented',
      yields: ['buyOrder'],
      evidence: 'inferred',
      onRequest: retired,
      budget: 'market',
      credential: key,
      everySeconds: 1800,
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
      permission: 'tolerated',
      yields: ['offer'],
      evidence: 'inferred',
      onRequest: 'clients disagree whether its prices are dollars or euros, and the site itself now uses another call',
      budget: 'trade',
      everySeconds: 300,
      request: ({ game }) => ({ url: `https://api.swap.gg/v2/trade/inventory/bot/${appIdOf(game)}` }),
      refusal,
      envelope: Answered,
      rowsAt: 'result',
      row: Held,
      parse: parseHeld,
    }),
  ],
};
