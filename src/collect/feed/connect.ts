import type { Feed } from '../../contract/connector.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Game } from '../../schema/index.ts';
import type { Access } from '../request/access-token.ts';
import type { Limits } from '../request/response-body.ts';
import type { SourceRequest } from '../request/source-request.ts';
import type { WayOut } from '../request/way-out.ts';
import type { Outcome } from '../schedule/outcome.ts';
import type { RateLimiter } from '../schedule/rate-limiter.ts';
import type { ReceivedMessage } from './message-buffer.ts';
import type { OpenProtocol } from './protocols/protocol.ts';

// biome-ignore lint/suspicious/noExplicitAny: a feed of any row type, as in the contract
export type AnyFeed = Feed<any>;

/** How one connection ended. */
export type ConnectionEnd = {
  readonly outcome: Outcome;
  /** What was found and what to do, with secrets removed. */
  readonly detail: string;
  /** The marketplace asked for no connection before this time; null when it named none. */
  readonly retryAt: number | null;
  /** Epoch milliseconds; null when the feed did not join. */
  readonly joinedAt: number | null;
  /** It ended because nothing arrived for too long. */
  readonly isSilent?: true;
};

export type FeedListener = {
  /** The socket was opened with these headers. Returns why it must not be used, or null. */
  readonly opened: (header: (name: string) => string | undefined) => string | null;
  /** `isResuming`: `resumed` will follow and say whether everything missed is sent. */
  readonly joined: (isResuming: boolean) => void;
  /** `isWhole`: everything missed since the last connection is sent now. */
  readonly resumed: (isWhole: boolean) => void;
  /** Something arrived, even if only a heartbeat. */
  readonly onActivity: () => void;
  readonly take: (batch: readonly ReceivedMessage[]) => Promise<void>;
  readonly onMalformed: (reason: string, text: string) => void;
};

/** Opens a connection, joins, and stays until it ends or the signal aborts. */
export type Connect = (listener: FeedListener, signal: AbortSignal) => Promise<ConnectionEnd>;

export type ConnectSetup = {
  readonly source: AnyFeed;
  readonly games: readonly Game[];
  readonly access: Access;
  readonly openProtocol: () => Promise<OpenProtocol>;
  readonly sendRequest: SourceRequest;
  readonly limiter: RateLimiter;
  /** Called right before a socket is opened, since the steps before can take a while. */
  readonly mayAsk: () => boolean;
  readonly relay: string | null;
  readonly wayOut?: WayOut | null;
  readonly takesPlain: boolean;
  readonly userAgent: string;
  /** What the host of the feed demands of the opening request. */
  readonly demandedHeaders: Readonly<Record<string, string>>;
  readonly limits: Limits;
  readonly redact: (text: string) => string;
  readonly clock: Clock;
};
