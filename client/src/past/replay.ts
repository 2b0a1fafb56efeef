import { type ListenOptions, listen, type StandingOption, type SubscribeOptions } from '../listen.ts';
import type { ReplayEndMessage } from '../messages.ts';
import { idOf } from '../position.ts';
import type { Position } from '../resume-point.ts';
import type { ListenSettings, Replay } from '../transport.ts';
import type { ChangeMessage } from './changes.ts';

/** An instant (a `Date`, Unix milliseconds, ISO 8601 with a zone), or a place in the stream. */
export type Place = Date | number | string | Position;

/** What of the past is told again. */
export type ReplayOf = Omit<SubscribeOptions, 'snapshot' | 'conflate' | StandingOption> & {
  /** Begins with what was told at this instant, or after this place; `oldest` is all that is kept. */
  readonly from: Place | 'oldest';
  /** Ends before this instant, or with this place; goes on with what comes unless said. */
  readonly to?: Place;
  /** How many times as fast as it happened, from 1; as fast as it is read unless said. */
  readonly speed?: number | 'max';
};

export type ReplayOptions = Omit<ListenOptions, 'gaps' | 'holdSnapshot'>;

const textOf = (place: Place): string | number =>
  typeof place === 'object' ? (place instanceof Date ? place.getTime() : idOf(place)) : place;

/** What was told before, over as many connections as it takes; the last message, or the one before what comes, is `replayEnd`. */
export async function* replayOf(
  settings: ListenSettings,
  { from, to, speed, ...subscription }: ReplayOf,
  options: ReplayOptions = {},
): AsyncGenerator<ChangeMessage | ReplayEndMessage, void, undefined> {
  const replay: Replay = {
    from: textOf(from),
    ...(to !== undefined && { to: textOf(to) }),
    ...(speed !== undefined && { speed }),
  };
  for await (const message of listen(settings, subscription, options, undefined, replay)) {
    const isStanding = message.type === 'best' || message.type === 'deal' || message.type === 'found';
    if (('data' in message && !isStanding) || message.type === 'replayEnd') yield message;
  }
}
