import { code, prose, row, table } from './tables.ts';

/** One setting that readers run into. */
export type Limit = { readonly name: string; readonly about: string; readonly value: string };

// What is the same in every installation
const fixed: readonly Limit[] = [
  { name: 'address', about: 'Longest address of a request.', value: '8,192 characters' },
  { name: 'headers', about: 'Address and headers together.', value: '32 KiB' },
  { name: 'stream message', about: 'Longest message of a client; a longer one closes with 1009.', value: '64 KiB' },
  {
    name: 'session',
    about: 'How long the dashboard stays the operator’s, once it was opened as such.',
    value: '12 hours',
  },
];

/** What a reader cannot have more of, here and everywhere. */
export const limitsSection = (limits: readonly Limit[]): string => `<h2 id="limits">Limits</h2>
<p>${prose(
  'There is no limit of requests but what a key was held to as it was made: the service is yours. What a parameter may hold stands with it above; `days`, `limit` and `dataPoints` beyond their most are taken as the most. The settings are those of this service; `itemtape config print` shows all of them.',
)}</p>
${table(
  ['Limit', 'Meaning', 'Here'],
  [
    ...fixed.map(({ name, about, value }) => row(name, prose(about), value)),
    ...limits.map(({ name, about, value }) => row(code(name), prose(about), prose(value))),
  ],
)}`;
