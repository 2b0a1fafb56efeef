import type {
  AlertFigure,
  ExtrasFilter,
  Game,
  ItemFilter,
  PayoutChoice,
  Phase,
  Position,
  RequestedExtras,
} from '../schema/index.ts';
import type { Filter } from '../stream/filter.ts';
import type { DealSubscription } from '../stream/live/live-query.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a rule waits for, as requested. */
export type When =
  | (RequestedExtras & {
      readonly kind: 'stream';
      /** Fields as in a stream subscription. */
      readonly filter: Fields;
      /** Only offers at least this many percent below the usual price on their marketplace. */
      readonly underUsualPercent?: number;
      /** Only these states of sources; all if missing. */
      readonly states?: readonly string[];
    })
  | {
      readonly kind: 'figure';
      readonly figure: AlertFigure;
      readonly game: string;
      /** All that have the traits if missing. */
      readonly items?: readonly string[];
      /** As in a stream subscription. */
      readonly traits?: Fields;
      readonly phase?: string;
      readonly marketplaces?: readonly string[];
      readonly payout?: PayoutChoice;
      readonly below?: number;
      readonly above?: number;
    }
  | { readonly kind: 'deal'; readonly game: string; readonly filter?: Fields };

export type StreamWatch = {
  readonly kind: 'stream';
  readonly filter: Filter;
  readonly underUsualPercent: number | null;
  readonly states: readonly string[] | null;
  /** What must be on an offer; null means anything. */
  readonly extras: ExtrasFilter | null;
};

export type FigureWatch = {
  readonly kind: 'figure';
  readonly figure: AlertFigure;
  readonly game: Game;
  /** null means every item with the traits. */
  readonly items: readonly string[] | null;
  readonly traits: ItemFilter | null;
  readonly phase: Phase | null;
  /** null means all. */
  readonly marketplaceIds: readonly number[] | null;
  /** What the marketplaces whose bids count pay out. */
  readonly payout: PayoutChoice;
  readonly below: number | null;
  readonly above: number | null;
};

/** What a rule waits for, parsed. */
export type Watch = StreamWatch | FigureWatch | { readonly kind: 'deal'; readonly subscription: DealSubscription };

/** Where the alerts of a rule are sent. */
export type Target =
  | {
      readonly kind: 'webhook';
      readonly url: string;
      readonly secret: string;
      /** The secret before the last rotation, by which alerts are signed as well until it expires. */
      readonly previous?: { readonly secret: string; readonly expiresAt: number };
    }
  | { readonly kind: 'discord' | 'slack'; readonly url: string }
  | { readonly kind: 'telegram'; readonly token: string; readonly chatId: string; readonly url?: string }
  | { readonly kind: 'ntfy'; readonly url: string; readonly token?: string }
  | { readonly kind: 'email'; readonly to: string }
  /** The log of alerts of the rule's key, which its dashboards show. */
  | { readonly kind: 'browser' };

/** A target outside the service. */
export type SentTarget = Exclude<Target, { kind: 'browser' }>;

/** A target reached by HTTP POST. */
export type WebTarget = Exclude<SentTarget, { kind: 'email' }>;

/** A stored rule. Instants are epoch milliseconds. */
export type Rule = {
  readonly id: string;
  /** The key that created it. */
  readonly keyId: string;
  readonly name: string;
  readonly when: When;
  readonly target: Target;
  /** If false, the rule is done after its first alert. */
  readonly repeats: boolean;
  /** Seconds without a second alert about the same item. */
  readonly coolDownSeconds: number;
  /** How far a figure must move back past its bound before the rule can be met again. */
  readonly hysteresisPercent: number;
  /** Text of the alert, with names of values in braces; null means the default text. */
  readonly text: string | null;
  readonly createdAt: number;
  /** Records up to this position are ignored. */
  readonly since: Position;
  readonly doneAt: number | null;
  /** When the rule was paused; missing while it is active. */
  readonly pausedAt?: number;
};

export type NewRule = Pick<Rule, 'name' | 'when' | 'repeats' | 'coolDownSeconds' | 'hysteresisPercent' | 'text'> & {
  readonly target: NewTarget;
};

/** A requested target; a webhook without a secret gets one. */
export type NewTarget =
  | Exclude<Target, { kind: 'webhook' }>
  | { readonly kind: 'webhook'; readonly url: string; readonly secret?: string };
