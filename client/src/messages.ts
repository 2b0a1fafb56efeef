import { TapeError } from './errors.ts';
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

export type OfferMessage = OfVariant<described.OfferMessage>;
export type SaleMessage = OfVariant<described.SaleMessage>;
export type BuyOrderMessage = OfVariant<described.BuyOrderMessage>;
export type PriceMessage = OfVariant<described.PriceMessage>;
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

export type StreamMessage =
  | described.BestMessage
  | described.DealMessage
  | BatchMessage
  | BuyOrderMessage
  | described.ErrorMessage
  | described.FoundMessage
  | GapMessage
  | described.HeartbeatMessage
  | described.LaggingMessage
  | OfferMessage
  | PriceMessage
  | SaleMessage
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
