import Type from 'typebox';
import { describe, expect, it } from 'vitest';
import { type About, type Connector, feed } from '../connector.ts';
import { declarationFaults, requestFaults } from './declaration-faults.ts';
import { receivedAt } from './fixtures.ts';
import { readText } from './read-text.ts';

const about: About = { game: 'CS2', item: null, marketplaceItemId: null, at: receivedAt };

const Row = Type.Object({ appid: Type.Integer(), id: Type.String() });

const sold = feed({
  name: 'sold',
  yields: ['withdrawal'],
  evidence: 'documented',
  permission: 'documented',
  budget: 'socket',
  dialect: { name: 'socket-io', parser: 'msgpack', events: ['sold'] },
  url: 'wss://market.example/socket.io/',
  join: ({ games }) => games.map((game) => ['join', game]),
  silenceSeconds: 60,
  gameOf: ({ appid }) => (appid === 730 ? 'CS2' : appid === 440 ? 'TF2' : null),
  rowsAt: '1.rows',
  row: Row,
  parse: ({ id }, { game }) => ({ kind: 'withdrawal', game, offerId: id, reason: 'sold' }),
});

const connector: Connector = {
  slug: 'skinport',
  games: ['CS2', 'TF2'],
  credentials: [],
  budgets: { socket: { requests: 6, perSeconds: 60, scope: 'ip' } },
  sources: [sold],
};

const faultsWith = (changed: Partial<typeof sold>): string[] => {
  const source = { ...sold, ...changed };
  const sample = { item: '', marketplaceItemId: null };
  return [
    ...declarationFaults({ ...connector, sources: [source] }, 'skinport'),
    ...requestFaults(connector, source, sample),
  ];
};

describe('the declaration of a feed', () => {
  it('has no fault when it is sound', () => {
    expect(faultsWith({})).toEqual([]);
  });

  it('must be a wss address without secret, be patient, and name what it reads', () => {
    expect(faultsWith({ url: 'https://market.example/socket.io/' })).toEqual([
      '"https://market.example/socket.io/" is not wss',
    ]);
    expect(faultsWith({ url: 'wss://key:secret@market.example/' })).toEqual(['the URL holds a name or password']);
    expect(faultsWith({ before: { url: 'http://market.example/token' } })).toEqual([
      'before: "http://market.example/token" is not https',
    ]);
    expect(faultsWith({ silenceSeconds: 0 })).toEqual(['sold: silenceSeconds must be above 0']);
    expect(faultsWith({ dialect: { name: 'socket-io', parser: 'default', events: [] } })).toEqual([
      'sold: events is empty, so nothing would be read',
    ]);
    expect(faultsWith({ token: () => 'x' })).toEqual(['sold: only a centrifugo connection has a token']);
    expect(faultsWith({ decode: JSON.parse })).toHaveLength(1);
  });

  it('must send what its dialect can send', () => {
    expect(faultsWith({ join: () => [{ join: 1 }] })).toEqual(['join sends {"join":1}, which socket-io cannot send']);
    expect(faultsWith({ dialect: { name: 'centrifugo', protocol: 2 }, join: () => [] })).toEqual([
      'join names no channel',
    ]);
  });

  it('must tell games apart where there are several', () => {
    const { gameOf: _, ...blind } = sold;

    expect(declarationFaults({ ...connector, sources: [blind] }, 'skinport')).toEqual([
      'sold: it covers several games and has no gameOf',
    ]);
  });
});

describe('the messages of a feed', () => {
  const read = (messages: unknown) => readText(sold, JSON.stringify(messages), about);

  it('give the rows of all of them, each for its own game', () => {
    const { outcome, rows, records } = read([
      ['sold', { rows: [{ appid: 730, id: 'a' }] }],
      [
        'sold',
        {
          rows: [
            { appid: 440, id: 'b' },
            { appid: 570, id: 'c' },
          ],
        },
      ],
    ]);

    expect({ outcome, rows: rows.length }).toEqual({ outcome: 'read', rows: 3 });
    expect(records).toMatchObject([
      { game: 'CS2', offerId: 'a' },
      { game: 'TF2', offerId: 'b' },
    ]);
  });

  it('are counted as rejected where no row stands in them, and the others are read', () => {
    const { outcome, rejected, records } = read([
      ['sold', 'nothing'],
      null,
      ['sold', { rows: [{ appid: 730, id: 'a' }] }],
    ]);

    expect(outcome).toBe('read');
    const why =
      'no rows at "1.rows"; where some messages hold no rows, make rowsAt a function that returns [] for them';
    expect(rejected).toEqual([`message 0: ${why}`, `message 1: ${why}`]);
    expect(records).toHaveLength(1);
  });

  it('are not read when they are no list', () => {
    expect(read({ rows: [] }).outcome).toBe('changed');
  });
});
