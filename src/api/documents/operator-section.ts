import { operatorPaths } from './operator-paths.ts';
import { code, prose, row, table } from './tables.ts';

type Endpoint = { readonly method: 'GET' | 'POST' | 'DELETE'; readonly path: string; readonly about: string };

const open: readonly Endpoint[] = [
  ...operatorPaths.map(({ path, summary }): Endpoint => ({ method: 'GET', path, about: `${summary}.` })),
  { method: 'GET', path: '/openapi.json', about: 'The REST interface in OpenAPI 3.1.' },
  { method: 'GET', path: '/asyncapi.json', about: 'The stream in AsyncAPI 3.0.' },
  { method: 'GET', path: '/docs', about: 'This page.' },
];

/** What the operator alone may ask, but for the first, which tells a page what its key may. */
const guarded: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/operator/session',
    about:
      'Whether the key that was sent is the operator’s; a one-time token, or the operator’s own, opens a session of half a day.',
  },
  {
    method: 'POST',
    path: '/operator/one-time-token',
    about: 'A token that opens one session, for `itemtape dashboard`; needs the operator’s own token.',
  },
  { method: 'GET', path: '/operator/keys', about: 'All keys, without their texts, and how they were used.' },
  {
    method: 'POST',
    path: '/operator/keys',
    about:
      'Makes a key of `{"name": "scanner", "websocketAccess": true, "admin": false}` and shows its text once; it can be held to less by `expiresAt` (Unix seconds), `requestsPerMinute`, `requestsPerDay`, `connections`, `endpoints`, `alerts`, `games` and `marketplaces`.',
  },
  { method: 'POST', path: '/operator/keys/revoke', about: 'Revokes the key of `{"id": "…"}` at once.' },
  {
    method: 'GET',
    path: '/operator/settings',
    about: 'The settings in force, where each comes from, and which credentials are set; never what they are.',
  },
  {
    method: 'POST',
    path: '/operator/settings',
    about: 'Sets the level of the log until the next start, by `{"log.level": "debug"}`.',
  },
  {
    method: 'POST',
    path: '/operator/settings/reload',
    about:
      'Reads the settings file and all credentials again, as SIGHUP does, and tells what counts at once and what after a restart.',
  },
  {
    method: 'POST',
    path: '/operator/credentials',
    about: 'Writes the credential of `{"name": "CSFLOAT_KEY", "value": "…"}`, which counts at once; null removes it.',
  },
  {
    method: 'POST',
    path: '/operator/backup',
    about: 'Everything that is kept, as of one instant, for `itemtape backup`.',
  },
  {
    method: 'POST',
    path: '/operator/export',
    about:
      'One table of `{"table": "sales", "format": "csv", "since": null}`, or the files of `{"day": "2026-01-31"}`, for `itemtape export`.',
  },
];

/** Addresses that this page tells of beside those for readers. */
export const endpoints: readonly Endpoint[] = [...open, ...guarded, { method: 'POST', path: '/mcp', about: '' }];

/** Tools of assistants, by the names under which they are called. */
export const toolNames: readonly string[] = [
  'search',
  'item',
  'compare',
  'best',
  'deals',
  'offers',
  'value',
  'movers',
  'alerts',
  'history',
  'sales',
  'sources',
];

const endpointTable = (listed: readonly Endpoint[]): string =>
  table(
    ['Request', 'Meaning'],
    listed.map(({ method, path, about }) => row(code(`${method} ${path}`), prose(about))),
  );

/** What operators, assistants and programs in TypeScript have beside the interface for readers. */
export const operatorSection = (): string => `<h2 id="operation">For operators</h2>
<p>${prose('These need no key, but for `/metrics` and `/health/sources` where `http.openMetrics` is false; a proxy that opens the service to others decides who reaches them.')}</p>
${endpointTable(open)}
<p>${prose(
  'These are for the operator: whoever sends, in `X-API-Key`, the token that stands in `operator.token` of the data folder, or a key with the right `admin` (`itemtape keys create NAME --admin` makes one). Where a request comes from counts for nothing, and pages of other sites are refused.',
)}</p>
${endpointTable(guarded)}
<p>${prose('What a backup holds, `itemtape restore` puts into an empty folder; `itemtape help` lists all commands.')}</p>
<h2 id="mcp">For assistants: Model Context Protocol</h2>
<p>${prose(
  `Read-only, with the tools ${toolNames.map((name) => `\`${name}\``).join(', ')}. Over HTTP it is at \`POST /mcp\`, with the key as a bearer token or in \`X-API-Key\`; over standard input and output it is the command \`itemtape mcp --url ADDRESS\`, with the key in \`ITEMTAPE_KEY\`.`,
)}</p>
<h2 id="client">For programs: the client library</h2>
<p>${prose(
  '`@itemtape/client`, the folder `client` of the repository, has no dependencies, needs nothing but `fetch` and web streams, and is tested in Node and in Chromium: one method for each operation, a stream that reconnects and resumes by itself, and live local copies (`mirror`). Its types are generated from the two descriptions above.',
)}</p>`;
