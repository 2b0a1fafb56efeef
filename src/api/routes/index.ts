import type { Route } from '../route.ts';
import { buyOrdersRoute } from './buy-orders.ts';
import { candlesRoute } from './candles.ts';
import { catalogueRoute } from './catalogue.ts';
import { compareRoute } from './compare.ts';
import { conditionsRoute } from './conditions.ts';
import { historyRoute } from './history.ts';
import { itemsRoute } from './items.ts';
import { listItemsRoute } from './list-items.ts';
import { marketplacesRoute } from './marketplaces.ts';
import { priceHistoryRoute } from './price-history.ts';
import { pricesRoute } from './prices.ts';
import { ratesRoute } from './rates.ts';
import { salesRoute } from './sales.ts';
import { searchItemsRoute, searchRoute } from './search.ts';
import { appraiseRoute } from './trading/appraise.ts';
import { bestRoute } from './trading/best.ts';
import { dealsRoute } from './trading/deals.ts';
import { foundSalesRoute } from './trading/found-sales.ts';
import { moversRoute } from './trading/movers.ts';
import { offersRoute } from './trading/offers.ts';
import { ratioRoute } from './trading/ratio.ts';
import { termsRoute } from './trading/terms.ts';
import { valueRoute } from './trading/value.ts';

/** The endpoints in the order of the documentation. */
export const routes: readonly Route[] = [
  marketplacesRoute,
  itemsRoute,
  compareRoute,
  searchRoute,
  salesRoute,
  priceHistoryRoute,
  buyOrdersRoute,
  listItemsRoute,
  catalogueRoute,
  searchItemsRoute,
  pricesRoute,
  ratesRoute,
  termsRoute,
  bestRoute,
  dealsRoute,
  ratioRoute,
  offersRoute,
  valueRoute,
  appraiseRoute,
  moversRoute,
  candlesRoute,
  foundSalesRoute,
  historyRoute,
  conditionsRoute,
];
