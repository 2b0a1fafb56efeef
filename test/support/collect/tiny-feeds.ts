import Type from 'typebox';
import { type Dialect, type Feed, feed } from '../../../src/contract/connector.ts';
import { money } from '../../../src/contract/money.ts';
import type { PlayedChange } from '../../../src/stage/market/world.ts';
import type { Framing, PlayedFeed, Player } from '../../../src/stage/player.ts';
import { unknownTraits } from '../book/unknown-traits.ts';

const Row = Type.Object({ what: Type.String(), id: Type.String(), name: Type.String(), cents: Type.Number() });
type Row = Type.Static<typeof Row>;

function parse({ what, id, name, cents }: Row, { game }: { game: 'CS2' | 'Dota2' | 'Rust' | 'TF2' }) {
  if (what === 'removed') return { kind: 'withdrawal' as const, game, offerId: id, reason: 'sold' as const };
  const price = money(cents, 'USD', 100);
  return { kind: 'offer' as const, game, name, offerId: id, price, phase: null, ...unknownTraits };
}

/** One dialect, with the tiny marketplace's messages in it. */
export type Tongue = {
  readonly title: string;
  readonly dialect: Dialect;
  readonly framing: Framing;
  readonly join: Feed<Row>['join'];
  readonly rowsAt: string;
  /** A change as a message of the marketplace. */
  readonly message: (row: Row) => unknown;
};

const channel = 'offers';

const centrifugo = (protocol: 1 | 2): Tongue => ({
  title: `centrifugo ${protocol}`,
  dialect: { name: 'centrifugo', protocol },
  framing: { name: 'centrifugo', protocol, channels: [channel], admits: (token) => token === 'good' },
  join: () => [channel],
  rowsAt: 'data.rows',
  message: (row) => ({ channel, data: { rows: [row] } }),
});

const socketIo = (parser: 'default' | 'msgpack'): Tongue => ({
  title: `socket-io, ${parser}`,
  dialect: { name: 'socket-io', parser, namespace: '/trade', events: ['change'] },
  framing: { name: 'socket-io', parser, namespace: '/trade' },
  join: () => [['join', { currency: 'USD' }]],
  rowsAt: '1.rows',
  message: (row) => ['change', { rows: [row], at: new Date(0) }],
});

export const tongues: readonly Tongue[] = [
  {
    title: 'json',
    dialect: { name: 'json' },
    framing: { name: 'json' },
    join: () => [['join', { currency: 'USD' }]],
    rowsAt: 'rows',
    message: (row) => ({ rows: [row] }),
  },
  socketIo('default'),
  socketIo('msgpack'),
  centrifugo(2),
  centrifugo(1),
];

export const slug = 'skinport';

/** The feed wss://feed.tiny.test/events in this dialect. */
export const tinyFeed = ({ dialect, join, rowsAt }: Tongue, changes: Partial<Feed<Row>> = {}): Feed<Row> => ({
  ...feed({
    name: 'changes',
    yields: ['offer', 'withdrawal'],
    evidence: 'documented',
    permission: 'documented',
    budget: 'all',
    dialect,
    url: 'wss://feed.tiny.test/events',
    ...(dialect.name === 'centrifugo' && { token: () => 'good' }),
    join,
    silenceSeconds: 300,
    rowsAt,
    row: Row,
    parse,
  }),
  ...changes,
});

const rowOf = ({ kind, listing }: PlayedChange): Row => ({
  what: kind,
  id: String(listing.number),
  name: listing.item.name,
  cents: Math.round(listing.priceUsd * 100),
});

/** The marketplace of that feed; `published` holds every row that it sent. */
export function tinyPlayer({ framing, message }: Tongue, changes: Partial<PlayedFeed> = {}) {
  const sentRows: Row[] = [];
  const received: unknown[] = [];
  const played: PlayedFeed = {
    host: 'feed.tiny.test',
    path: '/events',
    framing,
    games: ['CS2'],
    receive: (one, { joined }) => {
      received.push(one);
      if (Array.isArray(one) && one[0] === 'join') joined.add('all');
      return [];
    },
    messagesOf: (all, { joined }) => {
      if (joined.size === 0) return [];
      const rows = all.map(rowOf);
      sentRows.push(...rows);
      return rows.map(message);
    },
    ...changes,
  };
  const player: Player = { slug, hosts: ['tiny.test'], answer: () => null, feeds: [played] };
  return { player, sentRows, received };
}
