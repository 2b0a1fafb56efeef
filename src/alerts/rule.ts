import type { Game, Phase } from '../schema/index.ts';
import type { Filter } from '../stream/filter.ts';
import type { DealWish } from '../stream/standing/wish.ts';

/** Figures of an item that a rule can watch; prices are in dollars. */
export const figures = ['ask', 'bid', 'askAfterFees', 'bidAfterFees', 'spreadPercent', 'underUsualPercent'] as const;
export type Figure = (typeof figures)[number];

type Fields = Readonly<Record<string, unknown>>;

/** What a rule waits for, as it was asked. */
export type When =
  | {
      readonly kind: 'stream';
      /** As a subscription of the stream. */
      readonly filter: Fields;
      /** Offers so far under what is usual there, or further. */
      readonly underUsualPercent?: number;
      /** States of sources that are told of; all when missing. */
      readonly states?: readonly string[];
    }
  | {
      readonly kind: 'figure';
      readonly figure: Figure;
      readonly game: string;
      readonly items: readonly string[];
      readonly phase?: string;
      readonly marketplaces?: readonly string[];
      readonly below?: number;
      readonly above?: number;
    }
  | { readonly kind: 'deal'; readonly game: string; readonly filter?: Fields };

export type StreamWatch = {
  readonly kind: 'stream';
  readonly filter: Filter;
  readonly underUsualPercent: number | null;
  readonly states: readonly string[] | null;
};

export type FigureWatch = {
  readonly kind: 'figure';
  readonly figure: Figure;
  readonly game: Game;
  readonly items: readonly string[];
  readonly phase: Phase | null;
  /** Null is all. */
  readonly marketplaceIds: readonly number[] | null;
  readonly below: number | null;
  readonly above: number | null;
};

/** What a rule waits for, ready to be looked for. */
export type Watch = StreamWatch | FigureWatch | { readonly kind: 'deal'; readonly wish: DealWish };

/** Where alerts of a rule go. */
export type Target =
  | { readonly kind: 'webhook'; readonly url: string; readonly secret: string }
  | { readonly kind: 'discord' | 'slack'; readonly url: string }
  | { readonly kind: 'telegram'; readonly token: string; readonly chatId: string; readonly url?: string }
  | { readonly kind: 'ntfy'; readonly url: string; readonly token?: string }
  | { readonly kind: 'email'; readonly to: string };

/** One that is posted to over HTTP. */
export type WebTarget = Exclude<Target, { kind: 'email' }>;

/** A place on the tape. */
export type Cursor = { readonly epoch: string; readonly sequence: number };

/** A rule as it is kept. Instants are epoch milliseconds. */
export type Rule = {
  readonly id: string;
  /** The key that made it. */
  readonly keyId: string;
  readonly name: string;
  readonly when: When;
  readonly target: Target;
  /** Otherwise it is done once it was met. */
  readonly repeats: boolean;
  /** No second alert about the same item within so many seconds. */
  readonly coolDownSeconds: number;
  /** A figure has to come back so far over its bound before it counts as met anew. */
  readonly hysteresisPercent: number;
  /** Words of the alert, with names of values in braces; null is the usual ones. */
  readonly text: string | null;
  readonly createdAt: number;
  /** Nothing up to there is looked at. */
  readonly since: Cursor;
  readonly doneAt: number | null;
  /** It looks for nothing since then; missing while it does. */
  readonly pausedAt?: number;
};

export type NewRule = Pick<Rule, 'name' | 'when' | 'repeats' | 'coolDownSeconds' | 'hysteresisPercent' | 'text'> & {
  readonly target: NewTarget;
};

/** A target as it is asked for: a webhook gets a secret where none is given. */
export type NewTarget =
  | Exclude<Target, { kind: 'webhook' }>
  | { readonly kind: 'webhook'; readonly url: string; readonly secret?: string };
