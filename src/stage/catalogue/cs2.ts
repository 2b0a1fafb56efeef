import type { CatalogueItem } from '../world.ts';
import { weaponItems } from './cs2-finish.ts';
import { rifles } from './cs2-rifles.ts';
import { toItems } from './item.ts';

export const cs2Items = (): readonly CatalogueItem[] =>
  toItems(
    'CS2',
    [...rifles].flatMap((weapon) => [...weaponItems(weapon)]),
  );
