import { type Connector, factsOf, sourcesOf } from '../../contract/connector.ts';
import facts from './facts.json' with { type: 'json' };
import { parseHeld } from './parse.ts';
import { Held, Page } from './wire.ts';

const { walk } = sourcesOf(facts);

export const skinflow: Connector = {
  slug: 'skinflow',
  games: ['CS2'],
  ...factsOf(facts),
  sources: [
    walk({
      name: 'newest',
      yields: ['offer'],
      covers: 'newest',
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
