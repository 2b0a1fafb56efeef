import Type from 'typebox';
import {
  type Connector,
  factsOf,
  type OutcomeOverride,
  sourcesOf,
  type WireRequest,
} from '../../contract/connector.ts';
import { appIdOf } from '../../schema/index.ts';
import facts from './facts.json' with { type: 'json' };
import {
  channels,
  eventsIn,
  gameOfEvent,
  keyedSales,
  parseDay,
  parseEvent,
  parseFound,
  parseInSell,
  parseSold,
} from './parse.ts';
import { Day, Event, Found, InSell, Sold } from './wire.ts';

const { bulk, feed, lookup } = sourcesOf(facts);

const pageRows = 100;

/** The marketplace's own id of a name, required for every call except the list. */
const about = (path: string, skinId: string | null, body: (skinId: number) => unknown): WireRequest | null =>
  skinId !== null && /^\d{1,15}$/.test(skinId)
    ? { method: 'POST', url: `https://api.bitskins.com/market/${path}`, body: body(Number(skinId)) }
    : null;

// The list is bare or within an object: clients report both
const BareList = Type.Array(Type.Unknown());
const InSellList = Type.Union([BareList, Type.Object({ list: BareList })]);

const actionOf = (message: unknown): unknown => (Array.isArray(message) ? message[0] : null);

export const bitskins: Connector = {
  slug: 'bitskins',
  games: ['CS2', 'Dota2', 'Rust', 'TF2'],
  ...factsOf(facts),
  sources: [
    bulk({
      name: 'in-sell',
      yields: ['quote'],
      request: ({ game }) => ({ url: `https://api.bitskins.com/market/insell/${appIdOf(game)}` }),
      refusal,
      envelope: InSellList,
      rowsAt: 'list?',
      row: InSell,
      parse: parseInSell,
    }),
    lookup({
      name: 'offers',
      yields: ['offer'],
      request: ({ game, marketplaceItemId }) =>
        about(`search/${appIdOf(game)}`, marketplaceItemId, (skinId) => ({
          limit: pageRows,
          offset: 0,
          order: [{ field: 'price', order: 'ASC' }],
          where: { skin_id: [skinId] },
        })),
      replaces: ['offer'],
      pageRows,
      refusal,
      rowsAt: 'list',
      row: Found,
      parse: parseFound,
    }),
    lookup({
      name: 'sales',
      yields: ['sale'],
      request: ({ game, marketplaceItemId }) =>
        about('pricing/list', marketplaceItemId, (skinId) => ({
          app_id: appIdOf(game),
          skin_id: skinId,
          limit: pageRows,
        })),
      replaces: [],
      refusal,
      envelope: BareList,
      rowsAt: keyedSales,
      row: Sold,
      parse: parseSold,
    }),
    lookup({
      name: 'history',
      yields: ['pastPrice'],
      request: ({ game, marketplaceItemId }) =>
        about('pricing/summary', marketplaceItemId, (skinId) => ({
          app_id: appIdOf(game),
          skin_id: skinId,
          date_from: '2022-01-01',
          date_to: '2099-12-31',
        })),
      replaces: [],
      refusal,
      rowsAt: '',
      row: Day,
      parse: parseDay,
    }),
    feed({
      name: 'events',
      yields: ['offer', 'repricing', 'withdrawal'],
      dialect: { name: 'json' },
      url: 'wss://ws.bitskins.com',
      join: ({ secret }) => [['WS_AUTH_APIKEY', secret]],
      // Channels can be joined once the key has been echoed
      reply: (message) =>
        actionOf(message) === 'WS_AUTH_APIKEY' ? channels.map((channel) => ['WS_SUB', channel]) : [],
      silenceSeconds: 300,
      rowsAt: eventsIn,
      row: Event,
      gameOf: gameOfEvent,
      parse: parseEvent,
    }),
  ],
};

/** For an error body with a success status: the prefix of its code tells whose fault it is. */
function refusal(payload: unknown): OutcomeOverride | null {
  const code = typeof payload === 'object' && payload !== null && 'code' in payload ? payload.code : null;
  if (typeof code !== 'string') return null;
  if (code.startsWith('AUTH_') || code === 'GLO_005') return 'refused';
  return code === 'GLO_010' ? 'gone' : 'retry';
}
