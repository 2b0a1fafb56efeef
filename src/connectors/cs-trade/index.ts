import Type from 'typebox';
import { bulk, type Connector } from '../../contract/connector.ts';
import { rowsByName } from '../../contract/rows.ts';
import type { Game } from '../../schema/index.ts';
import { parsePriced } from './parse.ts';
import { terms } from './terms.ts';
import { Priced } from './wire.ts';

const fileNames: Readonly<Partial<Record<Game, string>>> = { CS2: 'CSGO', Rust: 'RUST', TF2: 'TF2' };

export const csTrade: Connector = {
  slug: 'cs-trade',
  games: ['CS2', 'Rust', 'TF2'],
  standing: {
    state: 'open',
    since: '2026-07-18',
    by: 'CS2Cap/docs, reference/providers.mdx @a64d651, lists it as read',
  },
  seen: { prices: { on: '2026-08-17', by: 'a client that saw the file of CS2 answer' } },
  fees: [
    {
      side: 'buyer',
      percent: 0,
      asOf: '2026-08-17',
      source:
        'cs.trade/developers (undated copy; the file answered on 2026-08-17): the price in money that is read is the final one',
      evidence: 'documented',
    },
  ],
  terms,
  credentials: [],
  // The marketplace states no limit
  budgets: { prices: { requests: 6, perSeconds: 60, scope: 'ip' } },
  sources: [
    bulk({
      name: 'prices',
      permission: 'documented',
      yields: ['quote'],
      evidence: 'documented',
      budget: 'prices',
      everySeconds: 300,
      request: ({ game }) => ({ url: `https://cdn.cs.trade/developer/api/prices_${fileNames[game]}` }),
      envelope: Type.Record(Type.String(), Type.Unknown()),
      rowsAt: rowsByName,
      row: Priced,
      parse: parsePriced,
    }),
  ],
};
