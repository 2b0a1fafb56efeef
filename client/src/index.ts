export type { ChangeMessage, ChangesOf } from './bulk/changes.ts';
export type { ReplayOf, ReplayOptions, ReplayPosition } from './bulk/replay.ts';
export type { Board, BoardChange, BoardOptions, BoardSubscribeOptions } from './copies/board.ts';
export type { Mirror, MirrorChange, MirroredOffer, MirrorOptions, MirrorSubscribeOptions } from './copies/mirror.ts';
export { createTape } from './create-tape.ts';
export { ConnectionError, type ConnectionFailure, GapError, TapeError } from './errors.ts';
export { type FoundItem, foundItems } from './found.ts';
export type { Game, GameName, GameOf, GamesName } from './game.ts';
export { currencies, games } from './generated/lists.ts';
export type * from './generated/rest.ts';
export type { TapeSettings } from './http.ts';
export type { ListenOptions, OfferSubscribeOptions, SubscribeOptions } from './listen.ts';
export type {
  BatchMessage,
  BestMessage,
  BuyOrderMessage,
  DealMessage,
  ErrorMessage,
  FoundMessage,
  GapMessage,
  HeartbeatMessage,
  LaggingMessage,
  OfferMessage,
  PriceMessage,
  ReplayEndMessage,
  SaleMessage,
  SnapshotEndMessage,
  SourceMessage,
  StreamMessage,
  SubscribedMessage,
} from './messages.ts';
export type { Alerts } from './own/alerts.ts';
export type { Holdings as HoldingsClient } from './own/holdings.ts';
export type { Watchlist } from './own/watchlist.ts';
export type { ExtrasFilter, ItemTraits, Phase } from './query/filters.ts';
export type { Reconnection } from './reconnection.ts';
export type { Position } from './resume-point.ts';
export type { CallOptions, CandleInterval, CurrencyCode, PayoutChoice, Tape } from './tape.ts';
export type { TransportName, WebSocketConstructor, WebSocketLike } from './transport.ts';
export type { Delays } from './wait.ts';
