export { GapError, type Position, TapeError } from './errors.ts';
export type * from './generated/rest.ts';
export type { BuyOrderMessage, OfferMessage, PriceMessage, SaleMessage, SourceMessage } from './generated/stream.ts';
export type { ListenOptions, StreamMessage, Wish } from './listen.ts';
export type { Mirror, MirrorChange, MirroredOffer } from './mirror.ts';
export { type CallOptions, createTape, type Game, type Tape } from './tape.ts';
