import Type, { type Static } from 'typebox';
import { Game, nameOfSlug } from '../../schema/index.ts';
import type { WriterStats } from '../../store/writer.ts';
import type { RecorderStats } from '../../tape/recorder.ts';
import type { TellFailure } from '../failure-class.ts';
import { type SourceReport, shareOf } from '../source-report.ts';
import { OrNull } from './or-null.ts';
import { SecondsOrNull, toSeconds } from './time.ts';

const secondsOrNull = (at: number | null): number | null => (at === null ? null : toSeconds(at));

const told = (tell: TellFailure, message: string | null): string | null => (message === null ? null : tell(message));

const lastErrorText =
  'Last failure, however old; null if there was none. The message for the operator, for others its class, such as `disk full`';

/** Health of the store. */
const WireStoreHealth = Type.Object(
  {
    keepsPast: Type.Boolean({
      description: 'Whether there is a database; without one, requests about the past are answered with NO_DATABASE',
    }),
    writing: Type.Boolean({ description: 'Whether changes are being written' }),
    notWritingSince: SecondsOrNull('First failure since the last success', 'null while writes succeed'),
    lastError: OrNull(Type.String(), lastErrorText),
    rowsWaiting: Type.Integer({ minimum: 0, description: 'Rows in memory that are not written yet' }),
    behindSeconds: Type.Integer({
      minimum: 0,
      description:
        'Age of the oldest of these rows; up to about 30 while all is well. Answers include them all the same',
    }),
    rowsGivenUp: Type.Integer({ minimum: 0, description: 'Rows dropped for lack of room, since the start' }),
  },
  { description: 'Health of the store; collecting and streaming continue when it cannot be written' },
);
type WireStoreHealth = Static<typeof WireStoreHealth>;

/** How far the store is behind what was accepted, in whole seconds. */
export const secondsBehind = ({ waitingSince }: WriterStats, now: number): number =>
  waitingSince === null ? 0 : Math.max(0, Math.floor((now - waitingSince) / 1000));

export const toWireStoreHealth = (
  writer: WriterStats,
  now: number,
  tell: TellFailure,
): Omit<WireStoreHealth, 'keepsPast'> => ({
  writing: writer.notWritingSince === null,
  notWritingSince: secondsOrNull(writer.notWritingSince),
  lastError: told(tell, writer.lastError),
  rowsWaiting: writer.waiting,
  behindSeconds: secondsBehind(writer, now),
  rowsGivenUp: Object.values(writer.givenUp).reduce((sum, count) => sum + count, 0),
});

/** Health of the tape. */
const WireTapeHealth = Type.Object(
  {
    keeping: Type.Boolean({ description: 'Whether everything the stream has published is kept' }),
    notKeepingSince: SecondsOrNull('First failed write since everything was kept', 'null while writes succeed'),
    lastError: OrNull(Type.String(), lastErrorText),
    recordsWaiting: Type.Integer({ minimum: 0, description: 'Changes not yet published' }),
  },
  {
    description:
      'Health of the tape; the stream continues when it cannot be written, but may not be able to resume from messages sent meanwhile',
  },
);
type WireTapeHealth = Static<typeof WireTapeHealth>;

export const toWireTapeHealth = (recorder: RecorderStats, tell: TellFailure): WireTapeHealth => ({
  keeping: recorder.notStoredSince === null,
  notKeepingSince: secondsOrNull(recorder.notStoredSince),
  lastError: told(tell, recorder.lastError),
  recordsWaiting: recorder.waiting,
});

/** Readiness to answer reads; a store that cannot be written does not affect it. */
export const WireReadiness = Type.Object({
  ready: Type.Literal(true),
  store: Type.Optional(
    Type.String({
      description:
        'Present only while nothing can be written: since when, and the failure as in /health; or, at a node of a cluster, while the database does not respond',
    }),
  ),
  tape: Type.Optional(
    Type.String({
      description: 'Present only while the tape cannot be written: since when, and the failure as in /health',
    }),
  ),
});
export type WireReadiness = Static<typeof WireReadiness>;

const sinceText = (since: number | null, what: string, error: string | null): string | undefined =>
  since === null ? undefined : `not ${what} since ${new Date(since).toISOString()}: ${error}`;

export function toWireReadiness(
  writer: WriterStats,
  recorder: RecorderStats,
  responds: boolean,
  tell: TellFailure,
): WireReadiness {
  const lastError = told(tell, writer.lastError);
  const store = responds ? sinceText(writer.notWritingSince, 'writing', lastError) : 'does not respond';
  const tape = sinceText(recorder.notStoredSince, 'keeping', told(tell, recorder.lastError));
  return { ready: true, ...(store !== undefined && { store }), ...(tape !== undefined && { tape }) };
}

/** Last report of a node of a cluster. */
const WireNode = Type.Object({
  name: Type.String({ description: 'Host name and port' }),
  answers: Type.Boolean({ description: 'Whether this node sent this response' }),
  version: Type.String({ description: 'Version of the service on the node' }),
  roles: Type.Array(Type.String(), { description: 'Roles of the node: collect, serve, store' }),
  works: Type.Array(Type.String(), { description: 'Exclusive roles that this node currently holds' }),
  ready: Type.Boolean({ description: 'Whether the node answers reads' }),
  silentSeconds: Type.Number({ minimum: 0, description: 'Seconds since its last report' }),
  epoch: Type.String({ description: 'Epoch of the tape' }),
  sequence: Type.Integer({ minimum: 0, description: 'Sequence of the newest change it has' }),
});
type WireNode = Static<typeof WireNode>;

export type NodeReport = Omit<WireNode, 'answers' | 'ready' | 'silentSeconds' | 'roles' | 'works'> & {
  readonly roles: readonly string[];
  readonly works: readonly string[];
  readonly isThis: boolean;
  readonly isReady: boolean;
  readonly silentMs: number;
};

export const toWireNode = ({ name, version, epoch, sequence, ...node }: NodeReport): WireNode => ({
  name,
  answers: node.isThis,
  version,
  roles: [...node.roles],
  works: [...node.works],
  ready: node.isReady,
  silentSeconds: Math.round(node.silentMs) / 1000,
  epoch,
  sequence,
});

/** Front workers of the process. */
export const WireFronts = Type.Object(
  {
    wanted: Type.Integer({ minimum: 1, description: 'Intended number of front workers' }),
    running: Type.Integer({ minimum: 0, description: 'Front workers that accept connections' }),
    restarts: Type.Integer({ minimum: 0, description: 'Restarts of a front worker since the start' }),
    hung: Type.Integer({ minimum: 0, description: 'Restarts after a worker stopped responding and was killed' }),
  },
  { description: 'Workers that hold the connections of readers; present only with `http.workers`' },
);
export type WireFronts = Static<typeof WireFronts>;

/** Automatic backups. */
const WireBackups = Type.Object(
  {
    lastAt: SecondsOrNull('Time of the newest backup', 'null if there is none'),
    kept: Type.Integer({ minimum: 0, description: 'Number of backups kept' }),
    failingSince: SecondsOrNull('First failure since the last success', 'null while backups succeed'),
    lastError: OrNull(Type.String(), lastErrorText),
  },
  { description: 'Automatic backups; present only with `backup.folder`' },
);
type WireBackups = Static<typeof WireBackups>;

/** Instants are epoch milliseconds. */
export type BackupReport = WireBackups;

export const toWireBackups = (
  { lastAt, failingSince, lastError, ...report }: BackupReport,
  tell: TellFailure,
): WireBackups => ({
  ...report,
  lastError: told(tell, lastError),
  lastAt: secondsOrNull(lastAt),
  failingSince: secondsOrNull(failingSince),
});

/** Health of the process. */
export const WireHealth = Type.Object({
  status: Type.Literal('alive'),
  version: Type.String({ description: 'Version of the service' }),
  uptimeSeconds: Type.Integer({ minimum: 0, description: 'Seconds since the start' }),
  ready: Type.Boolean({ description: 'Whether the saved state is loaded and reads are answered' }),
  played: Type.Boolean({ description: 'Whether all data is simulated by the local stage' }),
  keysReadable: Type.Boolean({
    description: 'Whether the key file can be read; while it cannot, the keys last read stay in use',
  }),
  sources: Type.Record(Type.String(), Type.Integer(), { description: 'Number of sources in each state' }),
  store: WireStoreHealth,
  tape: WireTapeHealth,
  unread: OrNull(Type.String(), 'Why nothing has been read since the start; null once any source has been read'),
  nodes: Type.Optional(
    Type.Array(WireNode, {
      description: 'Nodes of the cluster, including those silent for up to ten minutes; present only in a cluster',
    }),
  ),
  fronts: Type.Optional(WireFronts),
  backups: Type.Optional(WireBackups),
});
export type WireHealth = Static<typeof WireHealth>;

/** Health of one source of a marketplace for one game. */
export const WireSourceHealth = Type.Object({
  marketplace: Type.String({ description: 'Marketplace, canonical spelling; or a public data set that is read like one' }),
  slug: Type.String({ description: 'Short name of the marketplace, as used in settings' }),
  source: Type.String({ description: 'Name of the source within its marketplace' }),
  kind: Type.String({ description: 'How it is read: bulk, walk, lookup or feed' }),
  game: Game,
  evidence: Type.String({ description: 'How its format is known: recorded, documented or inferred' }),
  permission: Type.String({
    description:
      'What the marketplace says of programs that read it: official, documented, tolerated or againstTerms; the last is off unless `collect.enable` names it',
  }),
  standing: OrNull(
    Type.Object({
      state: Type.String({ description: 'open, doubtful or closed' }),
      since: Type.String({
        description:
          'Year, month or day, such as 2026, 2026-01 or 2026-01-31; for an open one, when it was last seen open',
      }),
      by: Type.String({ description: 'Where this is stated' }),
    }),
    'Whether the marketplace is in business; null if not known',
  ),
  seen: OrNull(
    Type.Object({
      on: Type.String({ description: 'Year, month or day, such as 2026, 2026-01 or 2026-01-31' }),
      by: Type.String({ description: 'Where this is stated' }),
    }),
    'When others were last known to read this source; null if not known',
  ),
  state: Type.String({ description: 'starting, live, stale, limited, refused, blocked, changed, shrunk, down or off' }),
  lastOutcome: OrNull(Type.String(), 'Outcome of the last request; null before the first'),
  detail: OrNull(
    Type.String(),
    'Last failure; null if there is none. With a key, or for a source that is off, its message and how to fix it, otherwise its class, such as `no connection`',
  ),
  lastAskedAt: SecondsOrNull('Last request', 'null before the first'),
  lastReadAt: SecondsOrNull('Last successful reading', 'null before the first'),
  nextAskAt: SecondsOrNull('Next request', 'null if none is planned'),
  lateSeconds: Type.Integer({
    minimum: 0,
    description: 'Seconds since it became due, whether waiting for its turn or being read; 0 before it is due',
  }),
  everySeconds: Type.Number({ description: 'Intended interval in seconds' }),
  requests: Type.Integer({ minimum: 0, description: 'Requests since the start' }),
  rows: Type.Integer({ minimum: 0, description: 'Rows read since the start' }),
  rejected: Type.Integer({ minimum: 0, description: 'Rows that could not be read, since the start' }),
  missingCredential: OrNull(Type.String(), 'Environment variable of the missing credential; null if none is missing'),
  yields: Type.Array(Type.String(), { description: 'Kinds of records it yields' }),
  age: OrNull(
    Type.Object({
      p50Seconds: Type.Number({ minimum: 0, description: 'Median' }),
      p95Seconds: Type.Number({ minimum: 0, description: '95th percentile' }),
    }),
    'Seconds since the marketplace last confirmed the records held of it, median and 95th percentile: of offers if the source yields them and any are held, else of quotes, else of buy orders; null if none are held',
  ),
  coverage: Type.Object(
    {
      itemCount: Type.Integer({ minimum: 0, description: 'Items of the game on this marketplace now' }),
      knownCount: Type.Integer({ minimum: 0, description: 'Items of the game known from any marketplace' }),
      loneCount: Type.Integer({
        minimum: 0,
        description:
          'Items of which only this marketplace has told; among them are those whose name it writes in a way that is not recognised',
      }),
      share: OrNull(Type.Number({ minimum: 0, maximum: 1 }), 'itemCount divided by knownCount; null if none is known'),
    },
    { description: 'Share of the known items of the game that its marketplace has' },
  ),
  budget: Type.Object(
    {
      name: Type.String({ description: 'Name of the budget' }),
      requests: Type.Integer({ minimum: 1, description: 'Requests allowed within `perSeconds`' }),
      perSeconds: Type.Number({ minimum: 0, description: 'Length of the window in seconds' }),
      used: Type.Integer({ minimum: 0, description: 'Requests within the last `perSeconds`' }),
      share: Type.Number({ minimum: 0, maximum: 1, description: '`used` divided by `requests`' }),
      heldUntil: SecondsOrNull('The marketplace accepts no requests before this', 'null if not held'),
    },
    { description: 'Request budget of the marketplace; shared by all sources with the same budget name' },
  ),
  sample: Type.Array(
    Type.Object({
      reason: Type.String({ description: 'Why the row could not be read' }),
      row: Type.String({ description: 'The row, at most 400 characters' }),
    }),
    {
      description:
        'Rows that could not be read when the state became changed or shrunk, without secrets; kept until it recovers',
    },
  ),
});
export type WireSourceHealth = Static<typeof WireSourceHealth>;

export const toWireSourceHealth = (health: SourceReport, tell: TellFailure): WireSourceHealth => ({
  marketplace: nameOfSlug(health.slug),
  slug: health.slug,
  source: health.source,
  kind: health.kind,
  game: health.game,
  evidence: health.evidence,
  permission: health.permission,
  standing: health.standing && { ...health.standing },
  seen: health.seen && { ...health.seen },
  state: health.state,
  lastOutcome: health.lastOutcome,
  // Why a source is off is no failure: it names settings and credentials
  detail: health.state === 'off' ? health.detail : told(tell, health.detail),
  lastAskedAt: secondsOrNull(health.lastAskedAt),
  lastReadAt: secondsOrNull(health.lastReadAt),
  nextAskAt: secondsOrNull(health.nextAskAt),
  lateSeconds: toSeconds(health.lateMs),
  everySeconds: health.everySeconds,
  requests: health.requests,
  rows: health.rows,
  rejected: health.rejected,
  missingCredential: health.missingCredential,
  yields: [...health.yields],
  age: health.ages && { p50Seconds: health.ages.p50 / 1000, p95Seconds: health.ages.p95 / 1000 },
  coverage: { ...health.coverage, share: shareOf(health.coverage.itemCount, health.coverage.knownCount) },
  budget: toWireBudget(health.budget),
  sample: health.sample.map(({ reason, row }) => ({ reason, row })),
});

const toWireBudget = (budget: SourceReport['budget']): WireSourceHealth['budget'] => ({
  name: budget.name,
  requests: budget.requests,
  perSeconds: budget.perSeconds,
  used: budget.used,
  share: shareOf(budget.used, budget.requests) ?? 0,
  heldUntil: secondsOrNull(budget.heldUntil),
});

/** A marketplace with its accepted names. */
export const WireRegistryEntry = Type.Object({
  id: Type.Integer({ minimum: 1, description: 'Id of the marketplace; never changes' }),
  marketplace: Type.String({ description: 'Marketplace, canonical spelling' }),
  slug: Type.String({ description: 'Short name of the marketplace, as used in settings' }),
  aliases: Type.Array(Type.String(), { description: 'Other accepted names' }),
  connected: Type.Boolean({ description: 'Whether this service reads it' }),
});
export type WireRegistryEntry = Static<typeof WireRegistryEntry>;
