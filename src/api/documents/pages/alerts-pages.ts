import { alertExample, alertPaths } from '../alert-paths.ts';
import { jsonBlock, prose } from '../tables.ts';
import type { DocsPage } from './docs-page.ts';
import { ownedEntries } from './owned-entries.ts';

/** Documents alert rules and the verification of webhooks. */
export const alertsPage: DocsPage = {
  id: 'alerts',
  group: 'Stream',
  title: '/tape/alerts and /tape/watchlist',
  about:
    'A rule belongs to the key that created it. It waits for changes (`"kind": "stream"`, with the fields of a subscription in `filter`), for a figure of items to cross a bound (`"kind": "figure"`), or for deals (`"kind": "deal"`), and notifies its target.',
  parts: [
    { heading: 'Requests', id: 'alert-requests' },
    { entries: ownedEntries(alertPaths) },
    { heading: 'Webhooks', id: 'webhooks' },
    `<p>${prose(
      'Webhooks are signed according to Standard Webhooks, with the headers `webhook-id` (the same for every attempt), `webhook-timestamp` and `webhook-signature`. Verify them with one of its libraries and the `secret` returned when the rule was created, or last rotated; for a day after a rotation `webhook-signature` also has a signature by the previous one. With the headers `ce-id`, `ce-source`, `ce-type`, `ce-time` and `ce-specversion`, a webhook is also an event of CloudEvents 1.0 in its binary mode. `itemtape-attempt` counts the attempts, and `itemtape-repeat: 1` means that an earlier attempt may have arrived. Respond with a status from 200 to 299 within ten seconds; anything else except 410 is retried for a day.',
    )}</p>`,
  ],
  side: ['<h2>A rule</h2>', jsonBlock(alertExample)],
  tryIt: { method: 'GET', path: '/tape/alerts', parameters: [], body: null },
};
