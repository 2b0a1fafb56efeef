import Type, { type Static } from 'typebox';
import type { SourceHealth } from '../../collect/health.ts';
import { Game, marketplaceNamed } from '../../schema/index.ts';
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
});
export type WireSourceHealth = Static<typeof WireSourceHealth>;

const secondsOrNull = (at: number | null): number | null => (at === null ? null : toSeconds(at));

export const toWireSourceHealth = (health: SourceHealth): WireSourceHealth => ({
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
