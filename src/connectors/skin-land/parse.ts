import type { About } from '../../contract/connector.ts';
import type { Quote } from '../../schema/index.ts';
import { type Grouped, parseGrouped } from '../families/market-export.ts';

/** The file names the host it is made on; people buy on the site itself. */
export function parsePriced(row: Grouped, about: About): Quote {
  const quote = parseGrouped(row, about);
  return {
    ...quote,
    purchaseLink: quote.purchaseLink?.replace('https://app.skin.land/', 'https://skin.land/') ?? null,
  };
}
