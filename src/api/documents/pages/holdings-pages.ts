import { holdingPaths, transactionsExample } from '../holding-paths.ts';
import { jsonBlock, prose } from '../tables.ts';
import type { DocsPage } from './docs-page.ts';
import { ownedEntries } from './owned-entries.ts';

/** Documents transactions, holdings and inventories. */
export const holdingsPage: DocsPage = {
  id: 'holdings',
  group: 'Trading',
  title: '/tape/holdings',
  about:
    'What a key has bought and sold: what it holds, what that cost and brings now, and what was gained. Purchases come from single transactions, CSV, lines, or a public Steam inventory.',
  parts: [
    { heading: 'Requests', id: 'holding-requests' },
    { entries: ownedEntries(holdingPaths) },
    { heading: 'How it is calculated', id: 'holding-rules' },
    `<p>${prose(
      'What was bought first is sold first. A purchase costs price times quantity plus fee, a sale brings price times quantity minus fee; of part of a transaction that share, so that all shares together are the whole. A cost that is not known stays unknown, and such pieces count in no profit. Transactions at the same instant are taken in the order in which they were recorded, purchases first.',
    )}</p>`,
  ],
  side: ['<h2>Two transactions</h2>', jsonBlock(transactionsExample)],
  tryIt: { method: 'GET', path: '/tape/holdings', parameters: [], body: null },
};
