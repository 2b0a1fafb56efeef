import type { LiveOffer } from '../change.ts';
import { toDaysLeft } from './days-left.ts';

type PublishedPart = Pick<
  LiveOffer,
  'purchaseLink' | 'inspectLink' | 'float' | 'paintIndex' | 'paintSeed' | 'stickers' | 'tradableAt'
>;

/**
 * Whether the stream publishes two offers of one item at one price identically, and to the same readers. Messages omit the
 * owner, give trade locks in whole days and traits only for CS2; but readers of any game can filter by float and pattern.
 */
export function arePublishedAlike(
  game: LiveOffer['game'],
  one: PublishedPart,
  other: PublishedPart,
  now: number,
): boolean {
  if (one.purchaseLink !== other.purchaseLink || one.float !== other.float || one.paintSeed !== other.paintSeed)
    return false;
  if (toDaysLeft(one.tradableAt, now) !== toDaysLeft(other.tradableAt, now)) return false;
  if (game !== 'CS2') return true;
  return (
    one.inspectLink === other.inspectLink &&
    one.paintIndex === other.paintIndex &&
    JSON.stringify(one.stickers) === JSON.stringify(other.stickers)
  );
}
