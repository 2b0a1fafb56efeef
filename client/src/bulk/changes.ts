import { createDeadline } from '../deadline.ts';
import { ConnectionError, GapError, mayRepeat, TapeError, unconnected } from '../errors.ts';
import { readParts } from '../events.ts';
import type { Game, GamesName } from '../game.ts';
import { addressOf, linesIn, type PlacedSettings, request } from '../http.ts';
import type { LiveOption, NamedGames, SubscribedPart } from '../listen.ts';
import {
  type BatchMessage,
  type BuyOrderMessage,
  type GapMessage,
  messageOf,
  type OfferMessage,
  type PriceMessage,
  type SaleMessage,
  type SourceMessage,
} from '../messages.ts';
import { idOf, positionIn } from '../position.ts';
import type { Position } from '../resume-point.ts';
import { delayBefore, wait } from '../wait.ts';

/** A change, as the stream published it. */
export type ChangeMessage<InGame extends Game = Game> =
  | BatchMessage
  | BuyOrderMessage<InGame>
  | GapMessage
  | OfferMessage<InGame>
  | PriceMessage<InGame>
  | SaleMessage<InGame>
  | SourceMessage;

export type ChangesOf<Named extends GamesName = GamesName> = Omit<
  SubscribedPart,
  'snapshot' | 'conflate' | LiveOption
> &
  NamedGames<Named> & {
    /** Begin after this position; by default with the oldest message that is kept. */
    readonly after?: Position;
    /** Maximum number of messages; all by default. */
    readonly limit?: number;
  };

const path = 'tape/changes';
// Enough for the service to find a position far back
const silenceMs = 60_000;

/** The progress of a read over all its connections. */
type Progress = { position: Position | null; delivered: number; attempt: number };

/** The changes after a position, up to now; returns the position up to which everything was covered. */
export async function* changesOf(
  settings: PlacedSettings,
  { after, limit = Number.POSITIVE_INFINITY, ...filter }: ChangesOf,
  signal: AbortSignal | undefined,
): AsyncGenerator<ChangeMessage, Position, undefined> {
  const progress: Progress = { position: after ?? null, delivered: 0, attempt: 0 };
  for (; ; progress.attempt += 1) {
    const { url } = settings;
    try {
      const query = queryFor(filter, progress.position, limit - progress.delivered);
      const end = yield* readUpTo(limit, readOnce({ ...settings, url }, query, signal), progress);
      if (end !== null) return end;
      throw new ConnectionError('broken', 'the list of changes was cut off');
    } catch (error) {
      signal?.throwIfAborted();
      const { attempt, position } = progress;
      const delay = attempt < (settings.retries ?? 4) ? delayAfter(error, attempt, position) : null;
      if (delay === null) throw error;
      settings.moveOn(url);
      await wait(delay, signal);
    }
  }
}

/** The messages of one connection; returns the position where the list ends, null if it was cut off. */
async function* readUpTo(
  limit: number,
  messages: AsyncIterable<ChangeLine>,
  progress: Progress,
): AsyncGenerator<ChangeMessage, Position | null, undefined> {
  for await (const message of messages) {
    const position = { epoch: message.epoch, sequence: message.sequence };
    requireLater(position, message.type, progress.position);
    progress.position = position;
    if (message.type === 'heartbeat') return position;
    progress.delivered += 1;
    progress.attempt = 0;
    yield message;
    if (progress.delivered === limit) return position;
  }
  return null;
}

/** Throws for what lies before the position that was asked for: a service or a cache in between that ignores it. */
function requireLater(position: Position, type: ChangeLine['type'], after: Position | null): void {
  if (after === null || position.epoch !== after.epoch) return;
  if (position.sequence > after.sequence || (type === 'heartbeat' && position.sequence === after.sequence)) return;
  throw new NotLaterError(`the list of changes contains ${idOf(position)}, which does not come after ${idOf(after)}`);
}

/** Another attempt would bring the same. */
class NotLaterError extends TapeError {}

/** Milliseconds before the next attempt; null if that would not help. Throws a GapError if the position is no longer kept. */
function delayAfter(error: unknown, attempt: number, position: Position | null): number | null {
  if (!(error instanceof TapeError) || error instanceof NotLaterError) return null;
  if (error.status === 410 && position !== null) throw new GapError(position);
  return mayRepeat(error) ? delayBefore(attempt, error.retryAfterMs) : null;
}

const queryFor = (
  { marketplaces = 'all', games = 'all', ...others }: Omit<ChangesOf, 'after' | 'limit'>,
  after: Position | null,
  limit: number,
) => ({
  subscribeTo: marketplaces,
  games,
  ...others,
  after: after === null ? null : idOf(after),
  limit: Number.isFinite(limit) ? limit : null,
});

type ChangeLine = ChangeMessage | { readonly type: 'heartbeat'; readonly epoch: string; readonly sequence: number };

async function* readOnce(
  { url, key, fetch: ask = fetch }: PlacedSettings,
  query: ReturnType<typeof queryFor>,
  by: AbortSignal | undefined,
): AsyncGenerator<ChangeLine, void, undefined> {
  const address = addressOf(url, path, query);
  const deadline = createDeadline(by);
  deadline.within(silenceMs);
  try {
    const options = { headers: new Headers({ 'x-api-key': key }), signal: deadline.signal };
    const response = await request(ask, address, options).catch((cause: unknown) => {
      throw unconnected(address, cause);
    });
    for await (const line of readParts(await linesIn(response, address), '\n')) {
      deadline.within(null);
      yield changeIn(line);
      deadline.within(silenceMs);
    }
  } finally {
    deadline.end();
  }
}

function changeIn(line: string): ChangeLine {
  const message = messageOf(line);
  // Without a position, the list could not be continued
  if (positionIn(message) !== null) return message as ChangeLine;
  throw new TapeError(`the list of changes contains something without a position: ${line.slice(0, 80)}`);
}
