import { TapeError } from './errors.ts';
import type { Game } from './game.ts';
import type * as described from './generated/stream.ts';

// In asyncapi.json these members are optional because they are sent only on request; this client always requests them

type NumberedMessage<Message extends { readonly epoch?: string; readonly sequence?: number }> = Message &
  Required<Pick<Message, 'epoch' | 'sequence'>>;

type IdentifiedMessage<Message extends OfSource | VariantMessage> = NumberedMessage<Message> &
  Required<Pick<Message, 'id'>>;

type OfSource = described.BatchMessage | described.GapMessage | described.SourceMessage;

type VariantMessage =
  | described.OfferMessage
  | described.SaleMessage
  | described.BuyOrderMessage
  | described.PriceMessage;

type OfVariant<Message extends VariantMessage> = IdentifiedMessage<Message> & Required<Pick<Message, 'phase'>>;

// One type for each game, so that a test of `game` tells which fields there are

export type OfferMessage<InGame extends Game = Game> = InGame extends Game
  ? OfVariant<described.OfferMessage<InGame>>
  : never;
export type SaleMessage<InGame extends Game = Game> = InGame extends Game
  ? OfVariant<described.SaleMessage<InGame>>
  : never;
export type BuyOrderMessage<InGame extends Game = Game> = InGame extends Game
  ? OfVariant<described.BuyOrderMessage<InGame>>
  : never;
export type PriceMessage<InGame extends Game = Game> = InGame extends Game
  ? OfVariant<described.PriceMessage<InGame>>
  : never;
export type SourceMessage = IdentifiedMessage<described.SourceMessage>;
export type GapMessage = IdentifiedMessage<described.GapMessage>;
export type BatchMessage = IdentifiedMessage<described.BatchMessage>;
export type SubscribedMessage = NumberedMessage<described.SubscribedMessage>;
export type {
  BestMessage,
  DealMessage,
  ErrorMessage,
  FoundMessage,
  HeartbeatMessage,
  LaggingMessage,
  ReplayEndMessage,
  SnapshotEndMessage,
} from './generated/stream.ts';

export type StreamMessage<InGame extends Game = Game> =
  | described.BestMessage<InGame>
  | described.DealMessage<InGame>
  | BatchMessage
  | BuyOrderMessage<InGame>
  | described.ErrorMessage
  | described.FoundMessage<InGame>
  | GapMessage
  | described.HeartbeatMessage
  | described.LaggingMessage
  | OfferMessage<InGame>
  | PriceMessage<InGame>
  | SaleMessage<InGame>
  | described.ReplayEndMessage
  | described.SnapshotEndMessage
  | SourceMessage
  | SubscribedMessage;

/** Parses a message of the stream. */
export function messageOf(text: string): StreamMessage {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch (cause) {
    throw noMessage(text, cause);
  }
  if (typeof message === 'object' && message !== null && 'type' in message) return message as StreamMessage;
  throw noMessage(text);
}

const noMessage = (text: string, cause?: unknown): TapeError =>
  new TapeError(`the stream delivered something that is not a message: ${text.slice(0, 80)}`, { cause });
