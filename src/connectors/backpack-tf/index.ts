import Type from 'typebox';
import { type Connector, factsOf, sourcesOf } from '../../contract/connector.ts';
import facts from './facts.json' with { type: 'json' };
import { eventsIn, itemPage, listingsIn, parseEvent, parseListing } from './parse.ts';
import { Event, Listing } from './wire.ts';

const { feed, lookup } = sourcesOf(facts);

export const backpackTf: Connector = {
  slug: 'backpack-tf',
  games: ['TF2'],
  ...factsOf(facts),
  itemPage,
  sources: [
    lookup({
      name: 'snapshot',
      yields: ['offer', 'buyOrder'],
      request: ({ item }) =>
        // Each effect of an unusual item has its own name here, which is not the one on Steam
        /^(?:Strange )?Unusual /.test(item)
          ? null
          : { url: 'https://backpack.tf/api/classifieds/listings/snapshot', query: { appid: 440, sku: item } },
      replaces: ['offer', 'buyOrder'],
      envelope: Type.Object({ listings: Type.Array(Type.Unknown()) }),
      rowsAt: listingsIn,
      row: Listing,
      parse: parseListing,
      mayLack: {
        currencies: 'no price, as of a listing that has ended',
        usd: 'the price is in keys and metal',
        keys: 'the price is in metal alone, or in dollars',
        metal: 'the price is in keys alone, or in dollars',
        id: 'an offer without an asset cannot be told from others',
      },
    }),
    feed({
      name: 'events',
      yields: ['offer', 'withdrawal', 'buyOrder', 'cancellation'],
      dialect: { name: 'json' },
      url: 'wss://ws.backpack.tf/events',
      handshake: () => ({ headers: { 'batch-test': 'true' } }), // sends several events per frame
      join: () => [],
      silenceSeconds: 300,
      rowsAt: eventsIn,
      row: Event,
      parse: parseEvent,
      mayLack: {
        marketName: 'the name of the item on the market of Steam is not known',
        currencies: 'no price, as of a listing that has ended',
        usd: 'the price is in keys and metal',
        keys: 'the price is in metal alone, or in dollars',
        metal: 'the price is in keys alone, or in dollars',
      },
    }),
  ],
};
