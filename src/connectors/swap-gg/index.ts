import { bulk, type Connector, type OutcomeOverride } from '../../contract/connector.ts';
import { appIdOf } from '../../schema/index.ts';
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
  standing: {
    state: 'open',
    since: '2026-07-18',
    by: 'CS2Cap/docs, reference/providers.mdx @a64d651, lists it as read',
  },
  credentials: [
    {
      env: key,
      about: 'Log in at swap.gg, secure the account with a second factor, and create an API key in the settings.',
      carry: { in: 'header', name: 'Authorization' },
    },
  ],
  budgets: {
    market: { requests: 8, perSeconds: 600, scope: 'key' },
    trade: { requests: 4, perSeconds: 60, scope: 'ip' },
  },
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
