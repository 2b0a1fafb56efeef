import type { PollableSource, WireRequest } from '../../contract/connector.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Game, MarketRecord } from '../../schema/index.ts';
import type { RejectedRow } from '../decode/row-reader.ts';
import type { Shape } from '../decode/shape.ts';
import { shapeOfBody } from '../decode/shape-of-body.ts';
import type { RequestFailure } from '../request/response-body.ts';
import type { RequestResult, SourceRequest } from '../request/source-request.ts';
import type { Outcome } from '../schedule/outcome.ts';
import type { RateLimiter } from '../schedule/rate-limiter.ts';
import { ItemIds } from './item-ids.ts';

/** The result of one request of a source, for display. */
export type OnceResult = {
  readonly outcome: Outcome;
  readonly detail: string | null;
  /** Status of the answer; null when none arrived, and for feeds. */
  readonly status: number | null;
  /** Why there is no complete answer; null when there is one, and for feeds. */
  readonly failure: RequestFailure | null;
  /** How old the answer was, as it says itself; null when it does not say. */
  readonly ageSeconds: number | null;
  /** null when there are no rows, or none can be told apart. */
  readonly shape: Shape | null;
  /** When the budget allows the next request, in epoch milliseconds, as far as is known. */
  readonly nextAt: number;
  readonly rows: number;
  readonly rejected: number;
  readonly rejectedRows: readonly RejectedRow[];
  /** Number of records by kind. */
  readonly counts: Readonly<Record<string, number>>;
  /** The first records. */
  readonly records: readonly MarketRecord[];
  /** The body that held the rows, with secrets removed; null when there was none or it was too large to keep. */
  readonly body: string | null;
};

/** Thrown when a lookup cannot be asked of an item, because the marketplace's own id of it is unknown. */
export class CannotAsk extends Error {}

type PollOnceSetup = {
  readonly source: PollableSource;
  readonly limiter: Pick<RateLimiter, 'nextAt'>;
  readonly game: Game;
  readonly sendRequest: SourceRequest;
  readonly redact: (text: string) => string;
  /** The item to look up; null for the first one that can be. */
  readonly item: string | null;
  readonly names: (game: Game) => Iterable<string>;
  readonly marketplaceItemId: (name: string) => string | null;
  readonly signal: AbortSignal;
  readonly clock: Clock;
};

const maxRecords = 100;
const maxBodyBytes = 64 * 1024 * 1024;

type OnceRequest = {
  readonly request: WireRequest;
  readonly item: string | null;
  readonly marketplaceItemId: string | null;
};

function firstRequest({ source, game, item, names, marketplaceItemId }: PollOnceSetup): OnceRequest {
  if (source.kind === 'bulk') return { request: source.request({ game }), item: null, marketplaceItemId: null };
  if (source.kind === 'walk')
    return { request: source.request({ game, cursor: null }), item: null, marketplaceItemId: null };
  for (const name of item === null ? names(game) : [item]) {
    const id = marketplaceItemId(name);
    const request = source.request({ game, item: name, marketplaceItemId: id });
    if (request !== null) return { request, item: name, marketplaceItemId: id };
  }
  const reason =
    item === null
      ? 'none of the known items can be requested; name one'
      : `"${item}" cannot be requested: its id at the marketplace is not known`;
  throw new CannotAsk(`the source "${source.name}" looks up single items of ${game}: ${reason}`);
}

/** An answer that is dated exactly has said how old it is, except that look-ups are taken to be new when they do not. */
function ageOf({ kind }: PollableSource, { made, startedAt }: RequestResult): number | null {
  if (made === null || made.earliest !== made.asOf) return null;
  const seconds = Math.max(0, Math.round((startedAt - made.asOf) / 1000));
  return kind === 'lookup' && seconds === 0 ? null : seconds;
}

/** The setup with the ids of the marketplace's own list, where the source has one; the list's fault where it was not read. */
async function withItemIds(setup: PollOnceSetup): Promise<PollOnceSetup> {
  const { source, signal } = setup;
  if (source.kind !== 'lookup' || source.itemIds === undefined) return setup;
  const itemIds = new ItemIds({ ...setup, list: source.itemIds });
  const { outcome, detail } = await itemIds.read(signal);
  if (outcome !== 'read') throw new Error(`the list of item ids: ${detail ?? outcome}`);
  return { ...setup, marketplaceItemId: (name) => setup.marketplaceItemId(name) ?? itemIds.of(name) };
}

/** Makes one request of a source, after one for the list of item ids or for an index where it needs them. Stores nothing. */
export async function pollOnce(setup: PollOnceSetup): Promise<OnceResult> {
  const { source, game, sendRequest, redact, limiter, signal } = setup;
  const { request, item, marketplaceItemId } = firstRequest(await withItemIds(setup));
  const about = { game, item, marketplaceItemId };
  const records: MarketRecord[] = [];
  const counts: Record<string, number> = {};
  let pieces: Buffer[] = [];
  let bytes = 0;

  async function take(batch: readonly MarketRecord[]): Promise<void> {
    for (const record of batch) {
      counts[record.kind] = (counts[record.kind] ?? 0) + 1;
      if (records.length < maxRecords) records.push(record);
    }
  }

  async function once(one: WireRequest, isIndex: boolean): Promise<RequestResult> {
    pieces = [];
    bytes = 0;
    const capture = (piece: Buffer) => {
      bytes += piece.length;
      if (bytes <= maxBodyBytes) pieces.push(piece);
    };
    return await sendRequest({ request: one, about, signal, take, isIndex, capture });
  }

  const parts = source.kind === 'bulk' ? source.parts : undefined;
  let result = await once(request, parts !== undefined);
  const [first] = parts !== undefined && result.outcome === 'read' ? parts(result.payload, { game }) : [];
  if (first !== undefined) result = await once(first, false);
  const { outcome, detail, status, failure, tally } = result;
  const isWhole = bytes <= maxBodyBytes;
  const body = bytes === 0 || !isWhole ? null : redact(Buffer.concat(pieces).toString());
  return {
    outcome,
    detail,
    status,
    failure,
    ageSeconds: ageOf(source, result),
    shape: tally.rows === 0 ? null : shapeOfBody(source, pieces, isWhole),
    nextAt: limiter.nextAt(),
    rows: tally.rows,
    rejected: tally.rejected,
    rejectedRows: tally.rejectedRows,
    counts,
    records,
    body,
  };
}
