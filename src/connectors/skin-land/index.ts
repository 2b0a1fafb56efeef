import { bulk, type Connector } from '../../contract/connector.ts';
import { factsOf } from '../../contract/facts.ts';
import { Grouped } from '../families/market-export.ts';
import facts from './facts.json' with { type: 'json' };
import { parsePriced } from './parse.ts';

export const skinLand: Connector = {
  slug: 'skin-land',
  games: ['CS2'],
  ...factsOf(facts),
  sources: [
    bulk({
      name: 'prices',
      permission: 'documented',
      yields: ['quote'],
      evidence: 'documented',
      budget: 'files',
      everySeconds: 300,
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
