import { code, prose, row, table } from './tables.ts';

/** A limit that clients can run into. */
export type Limit = { readonly name: string; readonly about: string; readonly value: string };

// Limits that are the same in every installation
const fixed: readonly Limit[] = [
  { name: 'address', about: 'Maximum length of a request URL.', value: '8,192 characters' },
  { name: 'headers', about: 'Maximum length of URL and headers together.', value: '32 KiB' },
  {
    name: 'stream message',
    about: 'Maximum length of a message from a client; a longer one closes the connection with 1009.',
    value: '64 KiB',
  },
  {
    name: 'session',
    about: 'Duration of an operator session in the dashboard.',
    value: '12 hours',
  },
];

export const limitsSection = (limits: readonly Limit[]): string => `<h2 id="limits">Limits</h2>
<p>${prose(
  'Requests are only limited if the key was created with a limit. The range of each parameter is documented above; `days`, `limit` and `dataPoints` above their maximum count as the maximum. The settings below are those of this service; `itemtape config print` shows all of them.',
)}</p>
${table(
  ['Limit', 'Meaning', 'Value'],
  [
    ...fixed.map(({ name, about, value }) => row(name, prose(about), value)),
    ...limits.map(({ name, about, value }) => row(code(name), prose(about), prose(value))),
  ],
)}`;
