import { bulk, type Connector } from '../../contract/connector.ts';
import { appIdOf } from '../../schema/index.ts';
import { parsePriced } from './parse.ts';
import { terms } from './terms.ts';
import { Priced } from './wire.ts';

const key = 'SKINSMONKEY_KEY';

export const skinsmonkey: Connector = {
  slug: 'skinsmonkey',
  games: ['CS2', 'Dota2', 'Rust', 'TF2'],
  standing: {
    state: 'open',
    since: '2026-07-18',
    by: 'CS2Cap/docs, reference/providers.mdx @a64d651, lists it as read',
  },
  terms,
  credentials: [
    {
      env: key,
      about: 'Ask skinsmonkey.com for a key of its price API for partners.',
      carry: { in: 'header', name: 'x-api-key' },
    },
  ],
  // The marketplace states no limit
  budgets: { prices: { requests: 4, perSeconds: 60, scope: 'key' } },
  sources: [
    bulk({
      name: 'prices',
      permission: 'official',
      yields: ['quote'],
      evidence: 'inferred',
      budget: 'prices',
      credential: key,
      everySeconds: 300,
      request: ({ game }) => ({ url: `https://skinsmonkey.com/api/public/v1/price/${appIdOf(game)}` }),
      rowsAt: '',
      row: Priced,
      parse: parsePriced,
    }),
  ],
};
