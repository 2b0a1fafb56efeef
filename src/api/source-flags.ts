import type { SourceHealth } from '../collect/schedule/health.ts';
import { type Flag, type Game, marketplaceWithSlug } from '../schema/index.ts';

const yielding = { ask: ['offer', 'quote'], bid: ['buyOrder'], sale: ['sale'] } as const;
export type FlaggedKind = keyof typeof yielding;

/** Flags that the sources of a marketplace put on its prices. */
export type SourceFlags = (marketplaceId: number, kind: FlaggedKind) => readonly Flag[];

/** Whether the source has not been read again a full interval after its last gap ended. */
const isAfterGap = ({ lastGap, lastReadAt, everySeconds }: SourceHealth): boolean =>
  lastGap !== null && lastReadAt !== null && lastReadAt < lastGap.to + everySeconds * 1000;

const isPartlyRead = ({ state }: SourceHealth): boolean => state === 'changed' || state === 'shrunk';

/**
 * Flags by marketplace and kind for a game. Since a price does not name its source, inferred requires that all sources of
 * the kind are inferred, while afterGap and partialRead require only one.
 */
export function sourceFlagsOf(health: readonly SourceHealth[], game: Game): SourceFlags {
  const read = health.filter((source) => source.game === game && source.lastReadAt !== null);
  const known = new Map<string, readonly Flag[]>();
  const judge = (marketplaceId: number, kind: FlaggedKind): Flag[] => {
    const wanted: readonly string[] = yielding[kind];
    const sources = read.filter(
      ({ slug, yields }) =>
        marketplaceWithSlug(slug).id === marketplaceId && yields.some((one) => wanted.includes(one)),
    );
    return [
      ...(sources.some(isAfterGap) ? (['afterGap'] as const) : []),
      ...(sources.length > 0 && sources.every(({ evidence }) => evidence === 'inferred')
        ? (['inferred'] as const)
        : []),
      ...(sources.some(isPartlyRead) ? (['partialRead'] as const) : []),
    ];
  };
  return (marketplaceId, kind) => {
    const key = `${kind} ${marketplaceId}`;
    const flags = known.get(key) ?? judge(marketplaceId, kind);
    known.set(key, flags);
    return flags;
  };
}
