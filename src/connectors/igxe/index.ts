import {
  type AskedItem,
  type Connector,
  lookup,
  type OutcomeOverride,
  type WireRequest,
} from '../../contract/connector.ts';
import { outcomeOfUnknown } from '../../contract/error-body.ts';
import { factsOf } from '../../contract/facts.ts';
import { memberOf } from '../../contract/rows.ts';
import { appIdOf, type Game } from '../../schema/index.ts';
import facts from './facts.json' with { type: 'json' };
import { pageOf, parseSold, parseTrade } from './parse.ts';
import { SalePage, Sold, Trade, TradePage } from './wire.ts';

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

const unproven = 'nobody was seen to read it in 2026';

export const igxe: Connector = {
  slug: 'igxe',
  games: ['CS2', 'Dota2'],
  ...factsOf(facts),
  sources: [
    lookup({
      name: 'offers',
      permission: 'againstTerms',
      yields: ['offer'],
      evidence: 'recorded',
      onRequest: unproven,
      budget: 'site',
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
      everySeconds: 900,
    }),
    lookup({
      name: 'sales',
      permission: 'againstTerms',
      yields: ['sale'],
      evidence: 'inferred',
      budget: 'site',
      request: ofProduct('get_product_sales_history'),
      refusal,
      envelope: SalePage,
      rowsAt: 'data',
      row: Sold,
      parse: parseSold,
      replaces: [],
      everySeconds: 14_400,
    }),
  ],
};

function refusal(payload: unknown): OutcomeOverride | null {
  const isFailure = typeof payload === 'object' && payload !== null && 'succ' in payload && payload.succ === false;
  return isFailure ? outcomeOfUnknown(memberOf(payload, 'msg')) : null;
}
