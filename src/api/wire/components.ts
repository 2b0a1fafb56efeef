import type { TSchema } from 'typebox';
import { WireBuyOrder, WireBuyOrderRow } from './buy-order.ts';
import { WireComparedMarketplace, WireComparison } from './comparison.ts';
import { WireFailure } from './failure.ts';
import { WireNative } from './full/full-fields.ts';
import {
  WireFullBuyOrder,
  WireFullBuyOrderRow,
  WireFullComparedMarketplace,
  WireFullComparison,
  WireFullItem,
  WireFullOffer,
  WireFullSale,
  WireFullSales,
  WireFullSearchRow,
} from './full/full-shapes.ts';
import { WireItemTraits } from './full/item-traits.ts';
import { WireHealth, WireRegistryEntry, WireSourceHealth } from './health.ts';
import {
  WireHolding,
  WireHoldingSale,
  WireHoldings,
  WireHoldingsHistory,
  WireLot,
  WireSoldLot,
  WireSoldLots,
} from './holdings/holding.ts';
import { InventoryRequest, WireInventory, WireInventoryItem } from './holdings/inventory.ts';
import {
  NewTransactionRow,
  TransactionsRequest,
  WireTransaction,
  WireTransactionsAdded,
} from './holdings/transaction.ts';
import { WireItem } from './item.ts';
import { WireMarketplace, WireMarketplaceGame } from './marketplace.ts';
import { WireOffer, WireSticker } from './offer.ts';
import { WirePriceHistory, WirePricePoint } from './price-point.ts';
import { WireRate } from './rate.ts';
import { WireSale, WireSales } from './sale.ts';
import { WireSearchRow } from './search-row.ts';
import {
  WireAlertAttempt,
  WireAlertRequest,
  WireAlertRule,
  WireAlertTest,
  WireChat,
  WireDealWhen,
  WireFigureWhen,
  WireNewAlertRule,
  WireNtfy,
  WireStreamWhen,
  WireTelegram,
  WireWebhook,
} from './tape/alert.ts';
import { AppraiseRequest, WireAppraisal, WireAppraisedRow, WireSellOption, WireSellsWithin } from './tape/appraisal.ts';
import { WireBest, WireBestPrices, WireBestSide, WireSellSide } from './tape/best.ts';
import { WireCandle, WireCandles } from './tape/candle.ts';
import { WireCatalogue, WireCatalogueItem } from './tape/catalogue.ts';
import { WireConditions, WireDayCondition, WireKnownGap, WireSourceConditions } from './tape/conditions.ts';
import { WireDeal, WireDealBuy, WireDealSell, WireDeals } from './tape/deal.ts';
import { WireFee } from './tape/fee.ts';
import { WireFoundOffer, WireFoundOffers } from './tape/found-offer.ts';
import { WireFoundSale, WireFoundSales } from './tape/found-sale.ts';
import { WireItemHistory } from './tape/history.ts';
import { WireLoggedAlert } from './tape/logged-alert.ts';
import { WireMover, WireMovers } from './tape/mover.ts';
import { WirePriceRow, WirePrices } from './tape/price-row.ts';
import { WireRatio, WireRatioRow } from './tape/ratio.ts';
import { WireSearchItem } from './tape/search-item.ts';
import {
  WireAccess,
  WireCancellationRule,
  WireCharge,
  WireHold,
  WireMaxPrice,
  WirePayout,
  WireTerms,
} from './tape/terms.ts';
import { ValueRequest, WireValue, WireValueLine, WireValuePrice } from './tape/value.ts';
import { WireWatchedItem } from './tape/watchlist.ts';

/** Public schemas by their name in OpenAPI. */
export const components: Readonly<Record<string, TSchema>> = {
  Marketplace: WireMarketplace,
  MarketplaceGame: WireMarketplaceGame,
  Item: WireItem,
  Offer: WireOffer,
  Sticker: WireSticker,
  BuyOrder: WireBuyOrder,
  Comparison: WireComparison,
  ComparedMarketplace: WireComparedMarketplace,
  SearchRow: WireSearchRow,
  SearchItem: WireSearchItem,
  Sales: WireSales,
  Sale: WireSale,
  PriceHistory: WirePriceHistory,
  PricePoint: WirePricePoint,
  BuyOrderRow: WireBuyOrderRow,
  Native: WireNative,
  FullItem: WireFullItem,
  FullOffer: WireFullOffer,
  FullBuyOrder: WireFullBuyOrder,
  FullComparison: WireFullComparison,
  FullComparedMarketplace: WireFullComparedMarketplace,
  FullSearchRow: WireFullSearchRow,
  FullSales: WireFullSales,
  FullSale: WireFullSale,
  FullBuyOrderRow: WireFullBuyOrderRow,
  Rate: WireRate,
  MarketplaceTerms: WireTerms,
  Payout: WirePayout,
  Fee: WireFee,
  Charge: WireCharge,
  Hold: WireHold,
  MaxPrice: WireMaxPrice,
  Access: WireAccess,
  CancellationRule: WireCancellationRule,
  Best: WireBest,
  BestPrices: WireBestPrices,
  BestSide: WireBestSide,
  SellSide: WireSellSide,
  Prices: WirePrices,
  PriceRow: WirePriceRow,
  Candles: WireCandles,
  ItemHistory: WireItemHistory,
  Candle: WireCandle,
  Conditions: WireConditions,
  SourceConditions: WireSourceConditions,
  DayCondition: WireDayCondition,
  KnownGap: WireKnownGap,
  FoundSales: WireFoundSales,
  FoundSale: WireFoundSale,
  AppraiseRequest,
  Appraisal: WireAppraisal,
  AppraisedRow: WireAppraisedRow,
  SellOption: WireSellOption,
  SellsWithin: WireSellsWithin,
  ValueRequest,
  Value: WireValue,
  ValueLine: WireValueLine,
  ValuePrice: WireValuePrice,
  FoundOffers: WireFoundOffers,
  FoundOffer: WireFoundOffer,
  Deals: WireDeals,
  Mover: WireMover,
  CatalogueItem: WireCatalogueItem,
  Catalogue: WireCatalogue,
  Movers: WireMovers,
  Ratio: WireRatio,
  RatioRow: WireRatioRow,
  Deal: WireDeal,
  DealBuy: WireDealBuy,
  DealSell: WireDealSell,
  Failure: WireFailure,
  Health: WireHealth,
  SourceHealth: WireSourceHealth,
  RegistryEntry: WireRegistryEntry,
  ItemTraits: WireItemTraits,
  AlertRequest: WireAlertRequest,
  AlertStreamWhen: WireStreamWhen,
  AlertFigureWhen: WireFigureWhen,
  AlertDealWhen: WireDealWhen,
  AlertWebhook: WireWebhook,
  AlertChat: WireChat,
  AlertTelegram: WireTelegram,
  AlertNtfy: WireNtfy,
  AlertRule: WireAlertRule,
  NewAlertRule: WireNewAlertRule,
  AlertAttempt: WireAlertAttempt,
  AlertTest: WireAlertTest,
  LoggedAlert: WireLoggedAlert,
  WatchedItem: WireWatchedItem,
  Transaction: WireTransaction,
  NewTransaction: NewTransactionRow,
  TransactionsRequest,
  TransactionsAdded: WireTransactionsAdded,
  Holdings: WireHoldings,
  Holding: WireHolding,
  HoldingSale: WireHoldingSale,
  Lot: WireLot,
  SoldLots: WireSoldLots,
  SoldLot: WireSoldLot,
  HoldingsHistory: WireHoldingsHistory,
  Inventory: WireInventory,
  InventoryItem: WireInventoryItem,
  InventoryRequest,
};
