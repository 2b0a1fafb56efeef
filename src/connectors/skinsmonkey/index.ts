import { type Connector, factsOf, sourcesOf } from '../../contract/connector.ts';
import { appIdOf } from '../../schema/index.ts';
import facts from './facts.json' with { type: 'json' };
import { parsePriced } from './parse.ts';
import { Priced } from './wire.ts';

const { bulk } = sourcesOf(facts);

export const skinsmonkey: Connector = {
  slug: 'skinsmonkey',
  games: ['CS2', 'Dota2', 'Rust', 'TF2'],
  ...factsOf(facts),
  sources: [
    bulk({
      name: 'prices',
      yields: ['quote'],
      request: ({ game }) => ({ url: `https://skinsmonkey.com/api/public/v1/price/${appIdOf(game)}` }),
      rowsAt: '',
      row: Priced,
      parse: parsePriced,
    }),
  ],
};
