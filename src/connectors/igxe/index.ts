import {
  type AskedItem,
  type Connector,
  factsOf,
  type OutcomeOverride,
  sourcesOf,
  type WireRequest,
} from '../../contract/connector.ts';
import { outcomeOfUnknown } from '../../contract/error-body.ts';
import { memberOf } from '../../contract/rows.ts';
import { appIdOf, type Game } from '../../schema/index.ts';
import facts from './facts.json' with { type: 'json' };
import { pageOf, parseSold, parseTrade } from './parse.ts';
import { SalePage, Sold, Trade, TradePage } from './wire.ts';

const { lookup } = sourcesOf(facts);

const pageRows = 10;

/** Requests need the marketplace's id of the item. No answer that is read contains it, so it comes from the operator's map. */
const ofProduct =
  (call: string, query: (productId: string) => WireRequest['query'] = () => ({})) =>
  ({ game, marketplaceItemId: productId }: AskedItem & { readonly game: Game }): WireRequest | null =>
    productId === null || !/^\d+$/.test(productId)
      ? null
      : {
          url: `https://www.igxe.cn/product/${call}/${appIdOf(game)}/${productId}`,
          query: query(productId) ?? {},
          headers: { origin: 'https://www.igxe.cn', referer: pageOf(game, productId) },
        };

export const igxe: Connector = {
  slug: 'igxe',
  games: ['CS2', 'Dota2'],
  ...factsOf(facts),
  sources: [
    lookup({
      name: 'offers',
      yields: ['offer'],
      request: ofProduct('trade', (productId) => ({
        product_id: productId,
        sort: 0,
        sort_rule: 0,
        page_no: 1,
        buy_method: 0,
        status_locked: 0,
        is_sticker: 0,
      })),
      refusal,
      envelope: TradePage,
      rowsAt: 'd_list',
      row: Trade,
      parse: parseTrade,
      replaces: ['offer'],
      pageRows,
    }),
    lookup({
      name: 'sales',
      yields: ['sale'],
      request: ofProduct('get_product_sales_history'),
      refusal,
      envelope: SalePage,
      rowsAt: 'data',
      row: Sold,
      parse: parseSold,
      replaces: [],
    }),
  ],
};

function refusal(payload: unknown): OutcomeOverride | null {
  const isFailure = typeof payload === 'object' && payload !== null && 'succ' in payload && payload.succ === false;
  return isFailure ? outcomeOfUnknown(memberOf(payload, 'msg')) : null;
}
