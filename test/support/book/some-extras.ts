import type { Extras } from '../../../src/schema/index.ts';
import type { createDice } from './read-market.ts';

const charms = ["Charm | Lil' Ava", 'Charm | Big Kev', 'Sticker Slab | Crown (Foil)'];

/** What one marketplace tells of what is on an item: of most things nothing, and of some that there is none. */
export function someExtras(dice: ReturnType<typeof createDice>): Extras {
  const name = charms[dice(charms.length)] ?? '';
  const hanging = { name, pattern: dice(3) === 0 ? null : dice(100_001) };
  const patches = [{ name: `Patch | Howl ${dice(3)}`, wear: 0, slot: dice(3) }];
  return {
    ...(dice(4) === 0 && { charms: dice(3) === 0 ? [] : [hanging] }),
    ...(dice(6) === 0 && { nameTag: dice(3) === 0 ? '' : `Tag ${dice(20)}` }),
    ...(dice(6) === 0 && { statTrakCount: dice(2_000) }),
    ...(dice(8) === 0 && { patches }),
  };
}
