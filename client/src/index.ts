export type { TapeSettings } from './ask.ts';
export { GapError, type Position, TapeError } from './errors.ts';
export type * from './generated/rest.ts';
export type {
  BuyOrderMessage,
  ErrorMessage,
  HeartbeatMessage,
  LaggingMessage,
  OfferMessage,
  PriceMessage,
  SaleMessage,
  SnapshotEndMessage,
  SourceMessage,
  SubscribedMessage,
} from './generated/stream.ts';
export type { ListenOptions, StreamMessage, Wish } from './listen.ts';
export type { Mirror, MirrorChange, MirroredOffer, MirrorOptions, MirrorWish } from './mirror.ts';
export { type CallOptions, createTape, type Game, type Tape } from './tape.ts';
