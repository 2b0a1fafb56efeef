import type { CatalogueItem } from '../world.ts';
import { toItems } from './item.ts';

export const tf2Items = (): readonly CatalogueItem[] =>
  toItems('TF2', [{ name: 'Mann Co. Supply Crate Key', type: 'Tool', basePrice: 2.2 }]);
