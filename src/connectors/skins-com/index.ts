import { type Connector, factsOf, sourcesOf } from '../../contract/connector.ts';
import { memberOf } from '../../contract/rows.ts';
import { depositEvents, depositEventsIn } from '../families/deposit-events.ts';
import facts from './facts.json' with { type: 'json' };
import { parseEvent, parseListing } from './parse.ts';
import { Event, Listing, Page } from './wire.ts';

const { feed, walk } = sourcesOf(facts);

const api = 'https://trading-api.skins.com';

export const skinsCom: Connector = {
  slug: 'skins-com',
  games: ['CS2'],
  ...factsOf(facts),
  sources: [
    walk({
      name: 'items',
      yields: ['offer'],
      covers: 'all',
      // Sorted, masses of rows have a placeholder instead of a price
      request: ({ cursor }) => ({
        url: `${api}/trading/items`,
        query: { per_page: 200, page: cursor ?? '1', auction: 'no' },
      }),
      envelope: Page,
      rowsAt: 'data',
      row: Listing,
      parse: parseListing,
      cursorAt,
      pages: 500,
    }),
    feed({
      name: 'events',
      yields: ['offer', 'withdrawal'],
      dialect: { name: 'socket-io', parser: 'default', namespace: '/trade', events: ['init', ...depositEvents] },
      url: 'wss://trading-api.skins.com/s/',
      before: { url: `${api}/metadata/socket` },
      handshake: ({ answer }) => ({ query: { uid: textIn(answer, 'user', 'id'), token: tokenIn(answer) } }),
      join: () => wanted,
      reply: (message, { answer }) => (isUnknown(message) ? [['identify', identityIn(answer)], ...wanted] : []),
      silenceSeconds: 300,
      rowsAt: depositEventsIn,
      row: Event,
      parse: parseEvent,
    }),
  ],
};

/** What is sent is chosen on connection, and again once identified. */
const wanted: readonly unknown[] = [
  ['allowedEvents', { events: depositEvents }],
  ['filters', {}],
];

/** Whether the token in the address was not accepted. */
function isUnknown(message: unknown): boolean {
  const [event, state]: readonly unknown[] = Array.isArray(message) ? message : [];
  return event === 'init' && memberOf(state, 'authenticated') !== true;
}

/** `init` is sent on connection, and again in reply to `identify` and to `filters` of somebody unknown. */
const mostIdentified = 3;

/** How often each connection has identified itself, by its answer of metadata/socket. */
const identified = new WeakMap<object, number>();

function identityIn(answer: unknown) {
  const connection = answer as object;
  const count = identified.get(connection) ?? 0;
  if (count === mostIdentified) throw new Error('the token and signature of metadata/socket are not accepted');
  identified.set(connection, count + 1);
  return {
    uid: memberOf(memberOf(answer, 'user'), 'id'),
    model: {},
    authorizationToken: tokenIn(answer),
    signature: textIn(answer, 'socket_signature'),
  };
}

const tokenIn = (answer: unknown): string => textIn(answer, 'socket_token');

function textIn(answer: unknown, ...path: readonly string[]): string {
  const value = path.reduce(memberOf, answer);
  if ((typeof value !== 'string' && typeof value !== 'number') || value === '')
    throw new Error(`the answer of metadata/socket has nothing at ${path.join('.')}`);
  return String(value);
}

function cursorAt(payload: unknown): string | null {
  if (typeof payload !== 'object' || payload === null) return null;
  const { current_page, next_page_url } = payload as Readonly<Record<string, unknown>>;
  return typeof next_page_url === 'string' && typeof current_page === 'number' ? String(current_page + 1) : null;
}
