import { type Connector, factsOf, sourcesOf } from '../../contract/connector.ts';
import { Grouped } from '../families/market-export.ts';
import facts from './facts.json' with { type: 'json' };
import { parsePriced } from './parse.ts';

const { bulk } = sourcesOf(facts);

export const skinLand: Connector = {
  slug: 'skin-land',
  games: ['CS2'],
  ...factsOf(facts),
  sources: [
    bulk({
      name: 'prices',
      yields: ['quote'],
      request: () => ({
        url: 'https://app.skin.land/market_export_json/csgo.json',
        agent: 'compatible',
      }),
      rowsAt: '',
      row: Grouped,
      parse: parsePriced,
    }),
  ],
};
