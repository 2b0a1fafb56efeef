import { type Connector, walk } from '../../contract/connector.ts';
import { parseHeld } from './parse.ts';
import { terms } from './terms.ts';
import { Held, Page } from './wire.ts';

export const skinflow: Connector = {
  slug: 'skinflow',
  games: ['CS2'],
  standing: {
    state: 'open',
    since: '2026-07-18',
    by: 'CS2Cap/docs, reference/providers.mdx @a64d651, lists it as read',
  },
  seen: { newest: { on: '2026-07-21', by: 'GODrums/BetterFloat, src/lib/@typings/SkinflowTypes.d.ts @2cf7f55' } },
  terms,
  credentials: [],
  // A client made a request every 12 seconds
  budgets: { items: { requests: 4, perSeconds: 60, scope: 'ip' } },
  sources: [
    walk({
      name: 'newest',
      permission: 'tolerated',
      yields: ['offer'],
      evidence: 'inferred',
      covers: 'newest',
      budget: 'items',
      everySeconds: 60,
      request: () => ({
        url: 'https://api.skinflow.gg/bots/items/trade',
        query: { sort_by: 'date_received' },
        headers: { origin: 'https://skinflow.gg', referer: 'https://skinflow.gg/' },
      }),
      envelope: Page,
      rowsAt: 'results',
      row: Held,
      parse: parseHeld,
      // The format of `next` is not known
      cursorAt: () => null,
      pages: 1,
    }),
  ],
};
