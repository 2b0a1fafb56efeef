import type { CatalogueItem } from '../world.ts';
import { toItems } from './item.ts';

export const rustItems = (): readonly CatalogueItem[] =>
  toItems('Rust', [{ name: 'Tempered AK47', type: 'Weapon', basePrice: 40 }]);
