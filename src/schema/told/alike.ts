import type { LiveOffer } from '../change.ts';
import { toDaysLeft } from './days-left.ts';

type Told = Pick<
  LiveOffer,
  'purchaseLink' | 'inspectLink' | 'float' | 'paintIndex' | 'paintSeed' | 'stickers' | 'tradableAt'
>;

/**
 * Whether the stream tells the same of two offers of one item at one price, and tells it to the same readers. Its messages say
 * nothing of who the owner is, locks in whole days, and the looks of CS2 alone, by some of which readers of any game may choose.
 */
export function areToldAlike(game: LiveOffer['game'], one: Told, other: Told, now: number): boolean {
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
