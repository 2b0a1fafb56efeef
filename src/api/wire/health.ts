import Type, { type Static } from 'typebox';
import { Game, marketplaceNamed } from '../../schema/index.ts';
import { type SourceReport, shareOf } from '../operator/source-report.ts';
import { OrNull } from './or-null.ts';
import { Seconds, toSeconds } from './time.ts';

/** How the process is. */
export const WireHealth = Type.Object({
  status: Type.Literal('alive'),
  version: Type.String(),
  uptimeSeconds: Type.Integer({ minimum: 0 }),
  ready: Type.Boolean({ description: 'Whether the kept state is loaded and reads are answered' }),
  played: Type.Boolean({ description: 'Whether all data is made up by the local stage' }),
  sources: Type.Record(Type.String(), Type.Integer(), { description: 'Number of sources in each state' }),
});
export type WireHealth = Static<typeof WireHealth>;

/** How one source of one marketplace is, for one game. */
export const WireSourceHealth = Type.Object({
  marketplace: Type.String(),
  slug: Type.String(),
  source: Type.String(),
  kind: Type.String({ description: 'How it is read: bulk, walk, lookup or feed' }),
  game: Game,
  evidence: Type.String({ description: 'How its format is known: recorded, documented or inferred' }),
  state: Type.String({ description: 'starting, live, stale, limited, refused, blocked, changed, shrunk, down or off' }),
  lastOutcome: OrNull(Type.String(), 'Outcome of the last request'),
  detail: OrNull(Type.String(), 'The last failure in words, with what to do'),
  lastAskedAt: OrNull(Seconds('Last request'), 'Last request'),
  lastReadAt: OrNull(Seconds('Last success'), 'Last success'),
  nextAskAt: OrNull(Seconds('Next request'), 'Next request'),
  everySeconds: Type.Number({ description: 'Intended interval' }),
  requests: Type.Integer({ minimum: 0 }),
  rows: Type.Integer({ minimum: 0 }),
  rejected: Type.Integer({ minimum: 0 }),
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

const secondsOrNull = (at: number | null): number | null => (at === null ? null : toSeconds(at));

export const toWireSourceHealth = (health: SourceReport): WireSourceHealth => ({
  marketplace: marketplaceNamed(health.slug)?.name ?? health.slug,
  slug: health.slug,
  source: health.source,
  kind: health.kind,
  game: health.game,
  evidence: health.evidence,
  state: health.state,
  lastOutcome: health.lastOutcome,
  detail: health.detail,
  lastAskedAt: secondsOrNull(health.lastAskedAt),
  lastReadAt: secondsOrNull(health.lastReadAt),
  nextAskAt: secondsOrNull(health.nextAskAt),
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
  id: Type.Integer({ minimum: 1 }),
  marketplace: Type.String(),
  slug: Type.String(),
  aliases: Type.Array(Type.String()),
  connected: Type.Boolean({ description: 'Whether this service reads it' }),
});
export type WireRegistryEntry = Static<typeof WireRegistryEntry>;
