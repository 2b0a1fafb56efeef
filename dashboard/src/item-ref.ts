import { addressOf } from './router.ts';

/** An item, or one variant of it. */
type ItemRef = { readonly game: string; readonly name: string; readonly phase?: string | null | undefined };

/** The name as people write it, with the variant. */
export const fullNameOf = ({ name, phase }: Omit<ItemRef, 'game'>): string =>
  phase == null ? name : `${name} ${phase}`;

/** The address of its page. */
export const itemAddress = ({ game, name, phase }: ItemRef): string => addressOf('/item', { game, name, phase });

/** The address of the form of an alert about it, below a price in US dollars if one is known. */
export const alertFormAddress = (item: ItemRef, below: number | string | null = null): string =>
  addressOf('/alerts', { game: item.game, name: item.name, phase: item.phase, below: below?.toString() });
