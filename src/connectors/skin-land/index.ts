import { bulk, type Connector } from '../../contract/connector.ts';
import { Grouped } from '../families/market-export.ts';
import { parsePriced } from './parse.ts';
import { terms } from './terms.ts';

export const skinLand: Connector = {
  slug: 'skin-land',
  games: ['CS2'],
  standing: {
    state: 'open',
    since: '2026-07-18',
    by: 'CS2Cap/docs, reference/providers.mdx @a64d651, lists it as read',
  },
  seen: { prices: { on: '2026-06-10', by: 'aorlov-web/ai-claude-seo, CLAUDE.md and a whole answer beside it' } },
  terms,
  credentials: [],
  // The marketplace states no limit
  budgets: { files: { requests: 2, perSeconds: 60, scope: 'ip' } },
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
