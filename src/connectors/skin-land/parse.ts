import type { About } from '../../contract/connector.ts';
import type { Quote } from '../../schema/index.ts';
import { type Grouped, parseGrouped } from '../families/market-export.ts';

/** The file links to the host it is generated on; buyers use the site itself. */
export function parsePriced(row: Grouped, about: About): Quote {
  const quote = parseGrouped(row, about);
  return {
    ...quote,
    purchaseLink: quote.purchaseLink?.replace('https://app.skin.land/', 'https://skin.land/') ?? null,
  };
}
