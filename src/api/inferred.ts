import type { SourceHealth } from '../collect/schedule/health.ts';
import { type Game, marketplaceWithSlug } from '../schema/index.ts';

const yielding = { ask: ['offer', 'quote'], bid: ['buyOrder'] } as const;

/** Whether what is read of a marketplace for a game comes from sources alone whose form is only inferred. */
export function inferredIn(
  health: readonly SourceHealth[],
  game: Game,
): (marketplaceId: number, kind: keyof typeof yielding) => boolean {
  const read = health.filter((source) => source.game === game && source.lastReadAt !== null);
  const inferredFor = (kind: keyof typeof yielding): ReadonlySet<number> => {
    const wanted: readonly string[] = yielding[kind];
    const sources = read.filter(({ yields }) => yields.some((one) => wanted.includes(one)));
    const sound = new Set(sources.filter(({ evidence }) => evidence !== 'inferred').map(({ slug }) => slug));
    return new Set(sources.filter(({ slug }) => !sound.has(slug)).map(({ slug }) => marketplaceWithSlug(slug).id));
  };
  const inferred = { ask: inferredFor('ask'), bid: inferredFor('bid') };
  return (marketplaceId, kind) => inferred[kind].has(marketplaceId);
}
