import type { SubscriptionRequest, ItemTraits as ToldTraits } from './generated/stream.ts';

/** Items by what they are, as in the catalogue: each word or one of several. */
export type ItemTraits = {
  readonly [Trait in keyof ToldTraits]?: NonNullable<ToldTraits[Trait]> extends boolean
    ? boolean
    : string | readonly string[];
};

/** What must be on an item: words in the name of one charm or patch, a name tag, a count, a fade in percent. */
export type ExtrasFilter = Readonly<
  Pick<SubscriptionRequest, 'charm' | 'nameTag' | 'minStatTrakCount' | 'patch' | 'minFade' | 'maxFade'>
>;
