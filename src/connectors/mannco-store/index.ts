import Type from 'typebox';
import {
  type AskedItem,
  type Connector,
  factsOf,
  type OutcomeOverride,
  sourcesOf,
  type WireRequest,
} from '../../contract/connector.ts';
import { urlPart } from '../../contract/text.ts';
import { appIdOf, type Game } from '../../schema/index.ts';
import facts from './facts.json' with { type: 'json' };
import {
  eventsIn,
  known,
  listedRows,
  parseDay,
  parseDetails,
  parseEvent,
  parseListed,
  parsePriced,
  parsePricing,
  parseTier,
  tiersIn,
} from './parse.ts';
import {
  Day,
  Details,
  DetailsContent,
  Event,
  Listed,
  ListedContent,
  Priced,
  Pricing,
  Tier,
  TierContent,
} from './wire.ts';

const { bulk, feed, lookup } = sourcesOf(facts);

const api = 'https://api.mannco.store';
const key = 'MANNCO_STORE_KEY';

const listingRows = 20;

/** The marketplace reports its own errors with status 300, such as for an item that it does not have. */
const outcomes = { 300: 'gone' } as const;

/** Clients use the item's number; its page slug is used until the number is known. */
const idOf = (game: Game, { item, marketplaceItemId }: AskedItem): string | null => {
  const { number, page } = known(game, item, marketplaceItemId);
  return number ?? page;
};

const about = (path: string, id: string | null, query: WireRequest['query'] = {}): WireRequest | null =>
  id === null ? null : { url: `${api}/item/${path}/${urlPart(id)}`, query };

/** The same errors in a body with a success status. */
function refusal(payload: unknown): OutcomeOverride | null {
  if (typeof payload !== 'object' || payload === null || !('err' in payload) || payload.err !== true) return null;
  const message = JSON.stringify(payload);
  if (/try again|too many/i.test(message)) return 'limited';
  return /not found|invalid item/i.test(message) ? 'gone' : 'retry';
}

export const manncoStore: Connector = {
  slug: 'mannco-store',
  games: ['CS2', 'Dota2', 'Rust', 'TF2'],
  ...factsOf(facts),
  credentials: [
    {
      env: key,
      about:
        'Log in at mannco.store, open your profile, API, and create a key; it works from the address it was first used at.',
      carry: {
        in: 'token',
        name: 'authorization',
        prefix: 'Bearer ',
        exchange: (apiKey) => ({ method: 'POST', url: `${api}/user/login`, body: { apiKey } }),
        tokenAt: 'content.jwt',
        lastsSeconds: 2_592_000, // tokens last about 31 days
      },
    },
  ],
  sources: [
    bulk({
      name: 'prices',
      yields: ['quote'],
      outcomes,
      request: ({ game }) => ({ url: `${api}/item/prices`, query: { game: appIdOf(game), outofstock: 0 } }),
      refusal,
      rowsAt: 'content',
      row: Priced,
      parse: parsePriced,
    }),
    lookup({
      name: 'offers',
      yields: ['offer', 'quote'],
      outcomes,
      request: ({ game, ...requested }) =>
        about('listing', idOf(game, requested), {
          count: listingRows,
          page: 0,
          game: appIdOf(game),
        }),
      refusal,
      envelope: ListedContent,
      replaces: ['offer', 'quote'],
      pageRows: listingRows,
      rowsAt: listedRows,
      row: Listed,
      parse: parseListed,
    }),
    lookup({
      name: 'buy-orders',
      yields: ['buyOrder'],
      outcomes,
      request: ({ game, ...requested }) => about('buyorderList', idOf(game, requested), { game: appIdOf(game) }),
      refusal,
      envelope: TierContent,
      replaces: ['buyOrder'],
      pageRows: 5,
      rowsAt: tiersIn,
      row: Tier,
      parse: parseTier,
    }),
    lookup({
      name: 'last-sale',
      yields: ['sale'],
      outcomes,
      request: ({ game, item, marketplaceItemId }) =>
        about('pricing', known(game, item, marketplaceItemId).number, { game: appIdOf(game) }),
      refusal,
      replaces: [],
      envelope: Type.Object({ content: Type.Object({}) }),
      rowsAt: (payload) => [(payload as { readonly content: unknown }).content],
      row: Pricing,
      parse: parsePricing,
      mayLack: { last_sale: 'the item was never sold' },
    }),
    lookup({
      name: 'history',
      yields: ['pastPrice'],
      outcomes,
      // Longer periods are grouped by week
      request: ({ game, item, marketplaceItemId }) =>
        about('salesGraph', known(game, item, marketplaceItemId).number, { game: appIdOf(game), period: '1Y' }),
      refusal,
      replaces: [],
      rowsAt: 'content.values',
      row: Day,
      parse: parseDay,
    }),
    lookup({
      name: 'details',
      yields: ['item'],
      // Of the other games, nothing that it says is kept
      games: ['Dota2'],
      outcomes,
      request: ({ game, ...requested }) => about('details', idOf(game, requested)),
      refusal,
      replaces: [],
      envelope: DetailsContent,
      rowsAt: (payload) => [(payload as DetailsContent).content.informations],
      row: Details,
      parse: parseDetails,
      mayLack: {
        hero: 'the item belongs to no hero, or only its rarity is told',
        type: 'only its rarity or hero is told',
      },
    }),
    feed({
      name: 'market',
      yields: ['repricing', 'withdrawal'],
      dialect: { name: 'json' },
      url: 'wss://api.mannco.store/ws',
      join: () => [],
      silenceSeconds: 300,
      rowsAt: eventsIn,
      row: Event,
      gameOf: ({ game }) => game,
      parse: parseEvent,
    }),
  ],
};
