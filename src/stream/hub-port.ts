import type { Clock } from '../runtime/clock.ts';
import type { Game, LiveOffer, Marketplace, Position } from '../schema/index.ts';
import type { FanOutGroup, GroupFacts, GroupMember } from './fan-out-group.ts';
import type { EntryTexts } from './log/entry-texts.ts';
import type { StreamLog } from './log/log.ts';
import type { OutboxLimits } from './outbox.ts';
import type { Past } from './past.ts';
import type { Replay, ReplayPlaces } from './replay/replay.ts';
import type { ReplayRequest } from './replay/replay-request.ts';
import type { SendClock } from './send-clock.ts';
import type { Standings } from './standing/standings.ts';
import type { Reads, SubscriptionRequest } from './subscription-request.ts';

/** Reads the offers that are on sale now. */
export type BookReader = {
  readonly names: (game: Game) => Iterable<string>;
  readonly offers: (marketplaceId: number, game: Game, name: string) => readonly LiveOffer[];
};

export type HubSettings = {
  readonly outbox: OutboxLimits;
  /** How long changes are gathered before they are sent, so that one write carries many. */
  readonly gatherMs: number;
  /** How long a reader can be behind, or read nothing, before it is closed. */
  readonly lagMs: number;
  readonly subscriptionsPerConnection: number;
  /** How many replays can run at once. */
  readonly replays: number;
};

/** Why the service closes a connection. */
export type Ending = 'behind' | 'stopping' | 'flooding' | 'replayed';

/** A connection as the hub schedules it. */
export type HubReader = {
  /** Sends the next pieces of what is not live; true when more can be sent at once. */
  readonly work: () => boolean;
  /** Both are given the time on `clock.elapsed`, so that no reader is closed or left without heartbeats by a clock that is set. */
  readonly tick: (at: number) => void;
  readonly lagMs: (at: number) => number;
  readonly close: (ending: Ending, reason: string) => void;
};

/** The hub as connections, subscriptions and snapshots use it. */
export type HubPort = {
  readonly log: StreamLog;
  readonly past: Past | null;
  readonly texts: EntryTexts;
  readonly bookReader: BookReader;
  readonly connected: readonly Marketplace[];
  readonly reads: Reads;
  readonly settings: HubSettings;
  readonly now: Clock['now'];
  readonly elapsed: Clock['elapsed'];
  readonly clock: SendClock;
  /** Sequence of the last entry sent to live readers. */
  readonly served: number;
  /** Sequence of the oldest entry that can still be read. */
  readonly first: number;
  /** Sequence of the newest change of the book, whether or not it was sent yet. */
  readonly last: number;
  /** Calls once everything up to a sequence is in the log. */
  readonly oncePublished: (sequence: number, call: () => void) => void;
  /** Whether a place lies ahead of this node but may already have been sent by another one. */
  readonly isToCome: (position: Position) => boolean;
  /** Calls once everything up to a sequence is in the log, or after ten seconds without it. */
  readonly onceHas: (sequence: number, call: () => void) => void;
  /** Whether a subscription needs current state that is still being restored. */
  readonly mustWait: (request: SubscriptionRequest) => boolean;
  /** Calls once that state is restored. */
  readonly onceThere: (request: SubscriptionRequest, call: () => void) => void;
  /** Whether a reader can resume after a place; false for null. */
  readonly goesOnFrom: (position: Position | null) => boolean;
  /** Whether every entry after a sequence can still be read. */
  readonly reaches: (sequence: number) => boolean;
  readonly replays: ReplayPlaces;
  readonly oldestAt: number | null;
  readonly sequenceAt: (instant: number) => Promise<number>;
  readonly planReplay: (request: ReplayRequest, resume: Position | null) => Promise<Replay>;
  /** Wakes a reader after a delay; returns a function that cancels it. */
  readonly wakeAfter: (reader: HubReader, milliseconds: number) => () => void;
  readonly group: (facts: GroupFacts) => FanOutGroup;
  readonly enter: (group: FanOutGroup, member: GroupMember) => FanOutGroup;
  readonly exit: (group: FanOutGroup, member: GroupMember) => void;
  readonly wake: (reader: HubReader) => void;
  readonly remove: (reader: HubReader, why: 'behind' | 'other') => void;
  readonly count: (messages: number) => void;
  readonly distribute: () => void;
  /** Views for the channels best, deals and found; null where nothing provides them. */
  readonly standings: Standings | null;
  readonly namesOf: (marketplaceIds: readonly number[]) => string[];
};
