import type { Clock } from '../clock.ts';
import type { Game, LiveOffer, Marketplace } from '../schema/index.ts';
import type { MessageEncoder } from './encoder.ts';
import type { FanOutGroup, GroupFacts, GroupMember } from './fan-out-group.ts';
import type { StreamLog } from './log/log.ts';
import type { OutboxLimits } from './outbox.ts';
import type { Past } from './past.ts';
import type { Replay, ReplayPlaces } from './replay/replay.ts';
import type { Position, ReplayRequest } from './replay/replay-request.ts';
import type { SendClock } from './send-clock.ts';
import type { Standings } from './standing/standings.ts';
import type { SubscriptionRequest } from './subscription-request.ts';

/** What is on sale now. */
export type BookReader = {
  readonly names: (game: Game) => Iterable<string>;
  readonly offers: (marketplaceId: number, game: Game, name: string) => readonly LiveOffer[];
};

export type HubSettings = {
  readonly outbox: OutboxLimits;
  /** Changes are gathered so long before they are sent, so that one write carries many. */
  readonly gatherMs: number;
  /** A reader may be behind, or take nothing at all, for so long. */
  readonly lagMs: number;
  readonly subscriptionsPerConnection: number;
  /** How many may be told the past at once. */
  readonly replays: number;
};

/** Why the service ends a connection. */
export type Ending = 'behind' | 'stopping' | 'flooding' | 'replayed';

/** A connection as the hub gives it its turns. */
export type HubReader = {
  /** Goes on with what is not live; whether there is more to do at once. */
  readonly work: () => boolean;
  readonly tick: (now: number) => void;
  readonly lagMs: (now: number) => number;
  readonly close: (ending: Ending, reason: string) => void;
};

/** What connections, their subscriptions and snapshots need of the hub. */
export type HubPort = {
  readonly log: StreamLog;
  readonly past: Past | null;
  readonly encoder: MessageEncoder;
  readonly bookReader: BookReader;
  readonly connected: readonly Marketplace[];
  readonly settings: HubSettings;
  readonly now: Clock['now'];
  readonly clock: SendClock;
  /** Sequence of the last entry that live readers were told of. */
  readonly served: number;
  /** Sequence of the oldest entry that can be told. */
  readonly first: number;
  /** Sequence of the newest change of the book, told or not. */
  readonly last: number;
  /** Calls once everything up to a sequence may be told. */
  readonly onceTold: (sequence: number, call: () => void) => void;
  /** Whether another node has told up to here what this one has not yet. */
  readonly isToCome: (place: Position) => boolean;
  /** Calls once everything up to a sequence was told, or has not been for a while. */
  readonly onceHas: (sequence: number, call: () => void) => void;
  /** Whether a subscription asks for how things stand while that is still being put back. */
  readonly mustWait: (request: SubscriptionRequest) => boolean;
  /** Calls once what it asks for is there. */
  readonly onceThere: (request: SubscriptionRequest, call: () => void) => void;
  /** Whether everything after a place can be told; nothing goes on from null. */
  readonly goesOnFrom: (place: Position | null) => boolean;
  /** Whether everything after a sequence can be told: all or nothing. */
  readonly reaches: (sequence: number) => boolean;
  readonly replays: ReplayPlaces;
  readonly oldestAt: number | null;
  readonly sequenceAt: (instant: number) => Promise<number>;
  readonly planReplay: (request: ReplayRequest, resume: Position | null) => Promise<Replay>;
  /** Wakes a reader after a while; returns how to call it off. */
  readonly wakeAfter: (reader: HubReader, milliseconds: number) => () => void;
  readonly group: (facts: GroupFacts) => FanOutGroup;
  readonly enter: (group: FanOutGroup, member: GroupMember) => FanOutGroup;
  readonly exit: (group: FanOutGroup, member: GroupMember) => void;
  readonly wake: (reader: HubReader) => void;
  readonly remove: (reader: HubReader, why: 'behind' | 'other') => void;
  readonly count: (messages: number) => void;
  readonly distribute: () => void;
  /** What is told as it stands; null where nobody knows it. */
  readonly standings: Standings | null;
  readonly namesOf: (marketplaceIds: readonly number[]) => string[];
};
