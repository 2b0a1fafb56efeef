import type { CatalogueItem } from '../market/world.ts';
import { weaponItems } from './cs2-finish.ts';
import { gloveItems } from './cs2-gloves.ts';
import { heavyWeapons } from './cs2-heavy.ts';
import { knifeItems } from './cs2-knives.ts';
import { otherItems } from './cs2-others.ts';
import { pistols } from './cs2-pistols.ts';
import { rifles } from './cs2-rifles.ts';
import { smgs } from './cs2-smgs.ts';
import { stickerItems } from './cs2-stickers.ts';
import { toItems } from './item.ts';

export const cs2Items = (): readonly CatalogueItem[] =>
  toItems('CS2', [
    ...[...rifles, ...pistols, ...smgs, ...heavyWeapons].flatMap((weapon) => [...weaponItems(weapon)]),
    ...knifeItems(),
    ...gloveItems(),
    ...stickerItems(),
    ...otherItems(),
  ]);
