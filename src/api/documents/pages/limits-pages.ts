import { prose } from '../tables.ts';
import type { DocsPage } from './docs-page.ts';

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

/** The limits of every installation, and the settings that limit readers with their values here. */
export const limitsPage = (limits: readonly Limit[]): DocsPage => ({
  id: 'limits',
  group: 'Guide',
  title: 'Limits',
  about:
    'Requests are only limited if the key was created with a limit. The range of each parameter stands beside it; `days`, `limit` and `dataPoints` above their maximum count as the maximum. The settings below are those of this service; `itemtape config print` shows all of them.',
  parts: [
    {
      entries: [...fixed, ...limits].map(({ name, about, value }) => ({
        id: `limit.${name.replaceAll(' ', '-')}`,
        name,
        notes: [prose(value)],
        text: about,
      })),
    },
  ],
});
