import type { CatalogueItem } from '../market/world.ts';
import { gloveItems } from './cs2-gloves.ts';
import { knifeItems } from './cs2-knives.ts';
import { otherItems } from './cs2-others.ts';
import { stickerItems } from './cs2-stickers.ts';
import { weaponItems } from './cs2-weapons.ts';
import { toItems } from './item.ts';

export const cs2Items = (): readonly CatalogueItem[] =>
  toItems('CS2', [...weaponItems(), ...knifeItems(), ...gloveItems(), ...stickerItems(), ...otherItems()]);
