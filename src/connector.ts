/** The package's `itemtape/connector` export: everything needed to write a connector outside this repository. */
export type { Static } from 'typebox';
export type {
  About,
  AskedItem,
  Budget,
  Bulk,
  Connector,
  Credential,
  Dialect,
  Evidence,
  Feed,
  HasItem,
  Joining,
  Lookup,
  OutcomeOverride,
  Parsed,
  Sighting,
  Source,
  Standing,
  Walk,
  WireRequest,
} from './contract/connector.ts';
export { type Kit, kit } from './contract/kit.ts';
export type { OwnConnector, OwnMarketplace, OwnModule } from './contract/own-connector.ts';
export type {
  BuyOrder,
  Cancellation,
  Currency,
  Fee,
  Game,
  MarketRecord,
  Money,
  NativeCurrency,
  Offer,
  PastPrice,
  Quote,
  RecordKind,
  Repricing,
  Sale,
  Sticker,
  Withdrawal,
} from './schema/index.ts';
