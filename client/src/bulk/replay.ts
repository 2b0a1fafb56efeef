import type { GamesName } from '../game.ts';
import { type ListenOptions, type LiveOption, listen, type NamedGames, type SubscribedPart } from '../listen.ts';
import type { ReplayEndMessage } from '../messages.ts';
import { idOf } from '../position.ts';
import type { Position } from '../resume-point.ts';
import type { ListenSettings, Replay } from '../transport.ts';
import type { ChangeMessage } from './changes.ts';

/** An instant (a `Date`, Unix milliseconds, ISO 8601 with a time zone), or a position in the stream. */
export type ReplayPosition = Date | number | string | Position;

/** The part of the past to replay. */
export type ReplayOf<Named extends GamesName = GamesName> = Omit<SubscribedPart, 'snapshot' | 'conflate' | LiveOption> &
  NamedGames<Named> & {
    /** Begin at this instant, or after this position; `oldest` is the oldest message that is kept. */
    readonly from: ReplayPosition | 'oldest';
    /** End before this instant, or with this position; by default continue with live messages. */
    readonly to?: ReplayPosition;
    /** Multiple of the original pace, from 1; by default as fast as it is read. */
    readonly speed?: number | 'max';
  };

export type ReplayOptions = Omit<ListenOptions, 'gaps' | 'holdSnapshot'>;

const textOf = (position: ReplayPosition): string | number =>
  typeof position === 'object' ? (position instanceof Date ? position.getTime() : idOf(position)) : position;

/** Past messages, over as many connections as necessary; `replayEnd` is the last one, or the last before live messages. */
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
