import type { CatalogueItem } from '../world.ts';
import { toItems } from './item.ts';

export const dota2Items = (): readonly CatalogueItem[] =>
  toItems('Dota2', [{ name: 'Exalted Demon Eater', type: 'Wearable', basePrice: 34 }]);
