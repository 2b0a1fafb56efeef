import { escapeHtml } from '../pages/page.ts';
import { alertPaths } from './alert-paths.ts';
import { code, prose, row, table } from './tables.ts';

const example = {
  name: 'Redline below 10',
  when: { kind: 'figure', figure: 'ask', game: 'CS2', items: ['AK-47 | Redline (Field-Tested)'], below: 10 },
  target: { kind: 'webhook', url: 'https://example.test/hook' },
  coolDownSeconds: 300,
};

/** Rules of keys, and how what they raise can be told from what somebody else sends. */
export const alertsSection = (): string => `<h2 id="alerts">Alerts</h2>
<p>${prose(
  'A rule belongs to the key that made it. It waits for changes (`"kind": "stream"`, with the fields of a subscription in `filter`), for a figure of items to pass a bound (`"kind": "figure"`), or for deals (`"kind": "deal"`), and tells its target.',
)}</p>
<pre tabindex="0">${escapeHtml(JSON.stringify(example, null, 2))}</pre>
${table(
  ['Request', 'Meaning'],
  alertPaths.map(({ method, path, summary, description, isOfRule }) =>
    row(code(`${method.toUpperCase()} ${path}${isOfRule ? '?id=…' : ''}`), prose(`${summary}. ${description}`)),
  ),
)}
<p>${prose(
  'A webhook is signed as Standard Webhooks has it: `webhook-id`, which is the same at every attempt, `webhook-timestamp` and `webhook-signature`; its libraries verify them with the `secret` that the rule was made with. `itemtape-attempt` counts attempts, and `itemtape-repeat: 1` says that an earlier one may have arrived. Answer with a status from 200 to 299 within ten seconds; anything else is tried again for a day, and 410 is not.',
)}</p>`;
