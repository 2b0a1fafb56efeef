import type { CatalogueItem } from '../generated/rest.ts';
import type { SubscriptionRequest, ItemTraits as ToldTraits } from '../generated/stream.ts';

/** Variant of a Doppler. */
export type Phase = NonNullable<CatalogueItem['phases']>[number];

/** Words of the catalogue that are of a closed list. */
type ListedTraits = {
  readonly kind: CatalogueItem['kind'];
  readonly exterior: NonNullable<CatalogueItem['exterior']>;
};

type TraitWord<Trait> = Trait extends keyof ListedTraits ? ListedTraits[Trait] : string;

/** Items by what they are, as in the catalogue: each word or one of several. */
export type ItemTraits = {
  readonly [Trait in keyof ToldTraits]?: NonNullable<ToldTraits[Trait]> extends boolean
    ? boolean
    : TraitWord<Trait> | readonly TraitWord<Trait>[];
};

/** What must be on an item: words in the name of one charm or patch, a name tag, a count, a fade in percent. */
export type ExtrasFilter = Readonly<
  Pick<SubscriptionRequest, 'charm' | 'nameTag' | 'minStatTrakCount' | 'patch' | 'minFade' | 'maxFade'>
>;
