import Type from 'typebox';
import { type Connector, factsOf, sourcesOf } from '../../contract/connector.ts';
import { rowsByName } from '../../contract/rows.ts';
import type { Game } from '../../schema/index.ts';
import facts from './facts.json' with { type: 'json' };
import { parsePriced } from './parse.ts';
import { Priced } from './wire.ts';

const { bulk } = sourcesOf(facts);

const fileNames: Readonly<Partial<Record<Game, string>>> = { CS2: 'CSGO', Rust: 'RUST', TF2: 'TF2' };

export const csTrade: Connector = {
  slug: 'cs-trade',
  games: ['CS2', 'Rust', 'TF2'],
  ...factsOf(facts),
  sources: [
    bulk({
      name: 'prices',
      yields: ['quote'],
      request: ({ game }) => ({ url: `https://cdn.cs.trade/developer/api/prices_${fileNames[game]}` }),
      envelope: Type.Record(Type.String(), Type.Unknown()),
      rowsAt: rowsByName,
      row: Priced,
      parse: parsePriced,
    }),
  ],
};
