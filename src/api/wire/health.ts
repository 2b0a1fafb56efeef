import Type, { type Static } from 'typebox';
import { Game, marketplaceNamed } from '../../schema/index.ts';
import type { WriterStats } from '../../store/writer.ts';
import type { RecorderStats } from '../../tape/recorder.ts';
import { type SourceReport, shareOf } from '../source-report.ts';
import { OrNull } from './or-null.ts';
import { Seconds, toSeconds } from './time.ts';

const secondsOrNull = (at: number | null): number | null => (at === null ? null : toSeconds(at));

/** How keeping goes. */
const WireStoreHealth = Type.Object(
  {
    writing: Type.Boolean({ description: 'Whether what changes is written' }),
    notWritingSince: OrNull(Seconds('First failure since the last success'), 'First failure since the last success'),
    lastError: OrNull(Type.String(), 'The last failure in words, long past ones too'),
    rowsWaiting: Type.Integer({ minimum: 0, description: 'Rows in memory that are not written yet' }),
    pointsThinned: Type.Integer({
      minimum: 0,
      description: 'Price points since the start that a later one of the same minute has taken the place of',
    }),
    rowsGivenUp: Type.Integer({ minimum: 0, description: 'Rows since the start that there was no room for' }),
  },
  { description: 'What is collected and told goes on when nothing can be written' },
);
type WireStoreHealth = Static<typeof WireStoreHealth>;

/** What `/health` tells of a writer. */
export const toWireStoreHealth = (writer: WriterStats): WireStoreHealth => ({
  writing: writer.notWritingSince === null,
  notWritingSince: secondsOrNull(writer.notWritingSince),
  lastError: writer.lastError,
  rowsWaiting: writer.waiting,
  pointsThinned: writer.thinned,
  rowsGivenUp: Object.values(writer.givenUp).reduce((sum, count) => sum + count, 0),
});

/** Whether what is told is kept. */
const WireTapeHealth = Type.Object(
  {
    keeping: Type.Boolean({ description: 'Whether everything that the stream told is kept' }),
    notKeepingSince: OrNull(Seconds('First failed write since all was kept'), 'First failed write since all was kept'),
    lastError: OrNull(Type.String(), 'The last failure in words, long past ones too'),
    recordsWaiting: Type.Integer({ minimum: 0, description: 'Changes that nobody was told of yet' }),
  },
  { description: 'The stream goes on when the tape cannot be written; what it told may then not be resumed from' },
);
type WireTapeHealth = Static<typeof WireTapeHealth>;

export const toWireTapeHealth = (recorder: RecorderStats): WireTapeHealth => ({
  keeping: recorder.notKeptSince === null,
  notKeepingSince: secondsOrNull(recorder.notKeptSince),
  lastError: recorder.lastError,
  recordsWaiting: recorder.waiting,
});

/** Whether reads are answered, which a store that cannot be written does not hinder. */
export const WireReadiness = Type.Object({
  ready: Type.Literal(true),
  store: Type.Optional(
    Type.String({ description: 'There only while nothing can be written: since when, and the failure in words' }),
  ),
  tape: Type.Optional(
    Type.String({
      description: 'There only while what the stream tells is not kept: since when, and the failure in words',
    }),
  ),
});
export type WireReadiness = Static<typeof WireReadiness>;

const sinceText = (since: number | null, what: string, error: string | null): string | undefined =>
  since === null ? undefined : `not ${what} since ${new Date(since).toISOString()}: ${error}`;

export function toWireReadiness(writer: WriterStats, recorder: RecorderStats): WireReadiness {
  const store = sinceText(writer.notWritingSince, 'writing', writer.lastError);
  const tape = sinceText(recorder.notKeptSince, 'keeping', recorder.lastError);
  return { ready: true, ...(store !== undefined && { store }), ...(tape !== undefined && { tape }) };
}

/** What a node of a cluster last said of itself. */
const WireNode = Type.Object({
  name: Type.String({ description: 'Machine and port' }),
  answers: Type.Boolean({ description: 'Whether it is the one that gives this answer' }),
  version: Type.String({ description: 'Version of the program' }),
  roles: Type.Array(Type.String(), { description: 'What it may do: collect, serve, store' }),
  works: Type.Array(Type.String(), { description: 'Of these, what only one node does at a time, and this one now' }),
  ready: Type.Boolean({ description: 'Whether it answers reads' }),
  silentSeconds: Type.Number({ minimum: 0, description: 'Since it last said how it is' }),
  epoch: Type.String({ description: 'Epoch of the tape' }),
  sequence: Type.Integer({ minimum: 0, description: 'Newest change of the tape that it has' }),
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

/** How the front workers of the process are. */
export const WireFronts = Type.Object(
  {
    wanted: Type.Integer({ minimum: 1, description: 'Front workers that there should be' }),
    running: Type.Integer({ minimum: 0, description: 'Front workers that take connections' }),
    restarts: Type.Integer({ minimum: 0, description: 'How often one was started again since the start' }),
    hung: Type.Integer({ minimum: 0, description: 'How many of those had answered no more and were killed' }),
  },
  { description: 'There only with `http.workers`: the workers that hold the connections of readers' },
);
export type WireFronts = Static<typeof WireFronts>;

/** How backups go that the service makes by itself. */
const WireBackups = Type.Object(
  {
    lastAt: OrNull(Seconds('As of when the newest one is'), 'As of when the newest one is'),
    kept: Type.Integer({ minimum: 0, description: 'How many there are' }),
    failingSince: OrNull(Seconds('First failure since the last success'), 'First failure since the last success'),
    lastError: OrNull(Type.String(), 'The last failure in words, long past ones too'),
  },
  { description: 'There only with `backup.folder`' },
);
type WireBackups = Static<typeof WireBackups>;

/** Instants are epoch milliseconds. */
export type BackupReport = WireBackups;

export const toWireBackups = ({ lastAt, failingSince, ...report }: BackupReport): WireBackups => ({
  ...report,
  lastAt: secondsOrNull(lastAt),
  failingSince: secondsOrNull(failingSince),
});

/** How the process is. */
export const WireHealth = Type.Object({
  status: Type.Literal('alive'),
  version: Type.String({ description: 'Version of the service' }),
  uptimeSeconds: Type.Integer({ minimum: 0, description: 'How long it has run' }),
  ready: Type.Boolean({ description: 'Whether the kept state is loaded and reads are answered' }),
  played: Type.Boolean({ description: 'Whether all data is made up by the local stage' }),
  keysReadable: Type.Boolean({
    description: 'Whether the key file can be read; while it cannot, the keys stay as they were last read',
  }),
  sources: Type.Record(Type.String(), Type.Integer(), { description: 'Number of sources in each state' }),
  store: WireStoreHealth,
  tape: WireTapeHealth,
  unread: OrNull(Type.String(), 'Why nothing has been read since the start; null as soon as anything has'),
  nodes: Type.Optional(
    Type.Array(WireNode, {
      description: 'There only in a cluster: its nodes, those that have been silent for up to ten minutes too',
    }),
  ),
  fronts: Type.Optional(WireFronts),
  backups: Type.Optional(WireBackups),
});
export type WireHealth = Static<typeof WireHealth>;

/** How one source of one marketplace is, for one game. */
export const WireSourceHealth = Type.Object({
  marketplace: Type.String({ description: 'Marketplace, canonical spelling' }),
  slug: Type.String({ description: 'Short name of the marketplace, as settings have it' }),
  source: Type.String({ description: 'Name of the source within its marketplace' }),
  kind: Type.String({ description: 'How it is read: bulk, walk, lookup or feed' }),
  game: Game,
  evidence: Type.String({ description: 'How its format is known: recorded, documented or inferred' }),
  standing: OrNull(
    Type.Object({
      state: Type.String({ description: 'open, doubtful or closed' }),
      since: Type.String({ description: 'A year, month or day; of an open one the last it was seen so' }),
      by: Type.String({ description: 'Who says so' }),
    }),
    'Whether the marketplace is in business',
  ),
  seen: OrNull(
    Type.Object({ on: Type.String({ description: 'A year, month or day' }), by: Type.String() }),
    'When somebody outside was last known to read it',
  ),
  state: Type.String({ description: 'starting, live, stale, limited, refused, blocked, changed, shrunk, down or off' }),
  lastOutcome: OrNull(Type.String(), 'Outcome of the last request'),
  detail: OrNull(Type.String(), 'The last failure in words, with what to do'),
  lastAskedAt: OrNull(Seconds('Last request'), 'Last request'),
  lastReadAt: OrNull(Seconds('Last success'), 'Last success'),
  nextAskAt: OrNull(Seconds('Next request'), 'Next request'),
  lateSeconds: Type.Integer({
    minimum: 0,
    description: 'How long it has been due, waiting for its turn or being read; 0 before it is due',
  }),
  everySeconds: Type.Number({ description: 'Intended interval' }),
  requests: Type.Integer({ minimum: 0, description: 'Requests since the start' }),
  rows: Type.Integer({ minimum: 0, description: 'Rows read since the start' }),
  rejected: Type.Integer({ minimum: 0, description: 'Of these, rows that could not be read' }),
  missingCredential: OrNull(Type.String(), 'Environment variable of the credential it lacks'),
  yields: Type.Array(Type.String(), { description: 'Kinds of records it tells' }),
  age: OrNull(
    Type.Object({ p50Seconds: Type.Number({ minimum: 0 }), p95Seconds: Type.Number({ minimum: 0 }) }),
    'Seconds since the marketplace last confirmed the offers that are held of it (else its quotes, else its buy orders, of those that the source tells): of half of them, and of 95 in 100, at most',
  ),
  coverage: Type.Object(
    {
      itemCount: Type.Integer({ minimum: 0 }),
      knownCount: Type.Integer({ minimum: 0 }),
      share: OrNull(Type.Number({ minimum: 0, maximum: 1 }), 'The one by the other'),
    },
    { description: 'Items of the game that its marketplace has now, and all that are known' },
  ),
  budget: Type.Object(
    {
      name: Type.String(),
      requests: Type.Integer({ minimum: 1 }),
      perSeconds: Type.Number({ minimum: 0 }),
      used: Type.Integer({ minimum: 0, description: 'Requests in the window that ends now' }),
      share: Type.Number({ minimum: 0, maximum: 1 }),
      heldUntil: OrNull(Seconds('The marketplace lets nobody ask before'), 'The marketplace lets nobody ask before'),
    },
    { description: 'What its marketplace allows; sources of one budget share it' },
  ),
  sample: Type.Array(Type.Object({ reason: Type.String(), row: Type.String() }), {
    description: 'What could not be read when it became changed or shrunk, until it reads well again; without secrets',
  }),
});
export type WireSourceHealth = Static<typeof WireSourceHealth>;

export const toWireSourceHealth = (health: SourceReport): WireSourceHealth => ({
  marketplace: marketplaceNamed(health.slug)?.name ?? health.slug,
  slug: health.slug,
  source: health.source,
  kind: health.kind,
  game: health.game,
  evidence: health.evidence,
  standing: health.standing && { ...health.standing },
  seen: health.seen && { ...health.seen },
  state: health.state,
  lastOutcome: health.lastOutcome,
  detail: health.detail,
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

/** A marketplace and all the ways to name it. */
export const WireRegistryEntry = Type.Object({
  id: Type.Integer({ minimum: 1, description: 'Number of the marketplace, the same for ever' }),
  marketplace: Type.String({ description: 'Marketplace, canonical spelling' }),
  slug: Type.String({ description: 'Short name of the marketplace, as settings have it' }),
  aliases: Type.Array(Type.String(), { description: 'Other names that it is known by' }),
  connected: Type.Boolean({ description: 'Whether this service reads it' }),
});
export type WireRegistryEntry = Static<typeof WireRegistryEntry>;
