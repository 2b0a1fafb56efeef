import type { Tf2Traits } from '../schema/index.ts';
import { text, whole } from './text.ts';

type StatedTraits = { readonly [Trait in keyof Tf2Traits]?: unknown };

/** What a marketplace of TF2 says of one item beyond its name and effect; nothing if it says nothing. */
export function tf2Traits(stated: StatedTraits): { readonly tf2?: Tf2Traits } {
  const tf2 = {
    quality: text(stated.quality),
    elevatedQuality: text(stated.elevatedQuality),
    // Counted from 1; 0 stands for none
    craftNumber: whole(stated.craftNumber) || null,
    crateSeries: whole(stated.crateSeries) || null,
  };
  return Object.values(tf2).some((trait) => trait !== null) ? { tf2 } : {};
}
