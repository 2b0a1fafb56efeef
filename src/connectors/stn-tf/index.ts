import { type Connector, factsOf, type OutcomeOverride, sourcesOf } from '../../contract/connector.ts';
import facts from './facts.json' with { type: 'json' };
import { itemPage, keyName, parseItem, parseKey, rowAt } from './parse.ts';
import { ItemDetails, KeyPrices } from './wire.ts';

const { lookup } = sourcesOf(facts);

const base = 'https://api.stntrading.eu';

export const stnTf: Connector = {
  slug: 'stn-tf',
  games: ['TF2'],
  ...factsOf(facts),
  itemPage,
  sources: [
    lookup({
      name: 'items',
      yields: ['quote', 'buyOrder'],
      request: ({ item }) =>
        // Keys have their own call, which is free; each effect of an unusual item has its own name
        item === keyName || /^(?:Strange )?Unusual /.test(item)
          ? null
          : { url: `${base}/GetItemDetails/v1`, query: { full_name: item } },
      replaces: ['quote', 'buyOrder'],
      refusal,
      rowsAt: rowAt('item'),
      row: ItemDetails,
      parse: parseItem,
      mayLack: { buy: 'the shop does not buy the item', sell: 'the shop does not sell the item' },
    }),
    lookup({
      name: 'keys',
      yields: ['quote', 'buyOrder'],
      request: ({ item }) => (item === keyName ? { url: `${base}/GetKeyPrices/v1` } : null),
      replaces: ['quote', 'buyOrder'],
      refusal,
      rowsAt: rowAt('result', 'pricing'),
      row: KeyPrices,
      parse: parseKey,
    }),
  ],
};

/** Failures have status 200, with success 0 and a message. */
function refusal(payload: unknown): OutcomeOverride | null {
  const { success, error } = (payload ?? {}) as { readonly success?: unknown; readonly error?: unknown };
  if (success !== 0) return null;
  const words = typeof error === 'string' ? error : '';
  if (/api ?key|premium|unauthori[sz]ed|permission/i.test(words)) return 'refused';
  if (/credit|rate|limit|too many/i.test(words)) return 'limited';
  return /not found|unknown item|invalid item|not exist/i.test(words) ? 'gone' : 'retry';
}
