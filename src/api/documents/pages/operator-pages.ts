import { operatorPaths } from '../operator-paths.ts';
import { prose } from '../tables.ts';
import type { DocsEntry, DocsPage } from './docs-page.ts';

type Endpoint = { readonly method: 'GET' | 'POST' | 'DELETE'; readonly path: string; readonly about: string };

const open: readonly Endpoint[] = [
  ...operatorPaths.map(({ path, summary }): Endpoint => ({ method: 'GET', path, about: `${summary}.` })),
  { method: 'GET', path: '/openapi.json', about: 'The REST interface in OpenAPI 3.1.' },
  { method: 'GET', path: '/asyncapi.json', about: 'The stream in AsyncAPI 3.1.' },
  { method: 'GET', path: '/docs', about: 'These pages.' },
  { method: 'GET', path: '/llms.txt', about: 'The list of these pages, for programs that read documentation.' },
  {
    method: 'GET',
    path: '/.well-known/security.txt',
    about: 'Where to report a vulnerability of this installation (RFC 9116), if its operator has set a contact.',
  },
];

/** Endpoints for the operator only, except `/operator/session`, which is for every browser. */
const guarded: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/operator/session',
    about:
      'Signs a browser in, with a one-time token, the operator token or any key in `X-API-Key`. The session comes as a cookie that pages cannot read; it has the rights of the key, ends with it, and expires thirty days after its last use.',
  },
  {
    method: 'GET',
    path: '/operator/session',
    about: 'Returns the session of this browser and whether its rights, or those of the key sent, are the operator’s.',
  },
  {
    method: 'DELETE',
    path: '/operator/session',
    about: 'Signs this browser out; with `?everywhere=true`, all browsers that signed in with the same key.',
  },
  {
    method: 'GET',
    path: '/operator/sessions',
    about: 'Lists the browsers that are signed in, and when each was last used.',
  },
  {
    method: 'POST',
    path: '/operator/sessions/revoke',
    about: 'Signs out the browser of the session given by `{"id": "…"}` immediately.',
  },
  {
    method: 'POST',
    path: '/operator/one-time-token',
    about: 'Creates a token that signs one browser in, for `itemtape dashboard`; requires the operator token.',
  },
  { method: 'GET', path: '/operator/keys', about: 'Lists all keys with their usage, without the key texts.' },
  {
    method: 'POST',
    path: '/operator/keys',
    about:
      'Creates a key from `{"name": "scanner", "websocketAccess": true, "admin": false}` and shows its text once. Optional limits: `expiresAt` (Unix seconds), `requestsPerMinute`, `requestsPerDay`, `connections`, `endpoints`, `alerts`, `games` and `marketplaces`.',
  },
  { method: 'POST', path: '/operator/keys/revoke', about: 'Revokes the key given by `{"id": "…"}` immediately.' },
  {
    method: 'GET',
    path: '/operator/settings',
    about:
      'Returns the settings in force, where each comes from, and which credentials are set, but never their values.',
  },
  {
    method: 'POST',
    path: '/operator/settings',
    about: 'Sets the log level until the next start, from `{"log.level": "debug"}`.',
  },
  {
    method: 'POST',
    path: '/operator/settings/reload',
    about:
      'Rereads the settings file and all credentials, as SIGHUP does, and returns which changes apply immediately and which after a restart.',
  },
  {
    method: 'POST',
    path: '/operator/credentials',
    about:
      'Sets the credential given by `{"name": "CSFLOAT_KEY", "value": "…"}`, effective immediately; null removes it.',
  },
  {
    method: 'POST',
    path: '/operator/terms',
    about:
      'Replaces one fact of what one pays and gets at a marketplace, effective immediately and kept in the data folder, from `{"marketplace": "CSFloat", "setting": "fees.seller", "value": "2"}`; values as in the settings file, `none` for not known, null for what is built in.',
  },
  {
    method: 'GET',
    path: '/operator/audit',
    about:
      'Lists who made or revoked keys, opened or ended sessions, changed alert rules, settings, credentials or terms, or took a backup or an export, newest first, without secrets; `limit` of them, 100 by default and at most 10,000.',
  },
  {
    method: 'POST',
    path: '/operator/backup',
    about: 'Returns all kept data as of one instant, for `itemtape backup`.',
  },
  {
    method: 'POST',
    path: '/operator/export',
    about:
      'Returns one table as given by `{"table": "sales", "format": "csv", "since": null}`, or the files of `{"day": "2026-01-31"}`, for `itemtape export`.',
  },
];

/** Endpoints that the page documents in addition to those for readers. */
export const endpoints: readonly Endpoint[] = [...open, ...guarded, { method: 'POST', path: '/mcp', about: '' }];

/** Names of the MCP tools. */
export const toolNames: readonly string[] = [
  'search',
  'item',
  'compare',
  'catalogue',
  'best',
  'deals',
  'ratio',
  'offers',
  'value',
  'appraise',
  'holdings',
  'movers',
  'alerts',
  'history',
  'sales',
  'sources',
];

const entriesOf = (listed: readonly Endpoint[]): DocsEntry[] =>
  listed.map(({ method, path, about }) => ({
    id: `${method} ${path}`.replaceAll(/[ /]+/g, '-'),
    name: `${method} ${path}`,
    text: about,
  }));

const operationPage: DocsPage = {
  id: 'operation',
  group: 'Operation',
  title: 'For operators',
  about:
    'What a monitor asks, and what the dashboard and the commands ask for their operator. `itemtape restore` restores a backup into an empty folder; `itemtape help` lists all commands.',
  parts: [
    { heading: 'Without a key', id: 'open-endpoints' },
    `<p>${prose('These need no key, except `/metrics` and `/health/sources` when `http.openMetrics` is false. If the service is public, restrict them in its proxy.')}</p>`,
    { entries: entriesOf(open) },
    { heading: 'For the operator', id: 'operator-endpoints' },
    `<p>${prose(
      'Send in `X-API-Key` either the token from the file `operator.token` of the data folder, or a key with the right `admin` (create one with `itemtape keys create NAME --admin`). The origin address of a request makes no difference, and requests from pages of other sites are refused.',
    )}</p>`,
    { entries: entriesOf(guarded) },
  ],
};

const assistantsPage: DocsPage = {
  id: 'assistants',
  group: 'Operation',
  title: 'For assistants: MCP',
  anchor: 'mcp',
  about:
    'A read-only server of the Model Context Protocol, in revision 2026-07-28 and in those with a handshake (2024-11-05 to 2025-11-25). Over HTTP it is `POST /mcp`, with the key as a bearer token or in `X-API-Key`, and a message counts as one request of the key, whatever its tool reads; over stdio it is the command `itemtape mcp --url ADDRESS`, with the key in `ITEMTAPE_KEY`.',
  parts: [{ heading: 'Tools', id: 'tools' }, `<p>${toolNames.map((name) => prose(`\`${name}\``)).join(', ')}</p>`],
};

const clientPage: DocsPage = {
  id: 'client',
  group: 'Operation',
  title: 'The client library',
  about:
    '`@itemtape/client`, in the folder `client` of the repository, has one method for each operation, a stream that reconnects and resumes automatically, and live local copies (`mirror`). It has no dependencies, needs only `fetch` and web streams, and is tested in Node and Chromium. Its types are generated from openapi.json and asyncapi.json.',
  parts: [],
};

/** Pages for operators, assistants and TypeScript programs. */
export const operatorPages: readonly DocsPage[] = [operationPage, assistantsPage, clientPage];
