import { alertFormAddress, fullNameOf, itemAddress } from '../../item-ref.ts';
import { isWatched, turnWatched } from '../../own/watchlist.ts';
import type { StoredItem } from '../../stored/items.ts';
import { translate } from '../../text/translate.ts';
import { copy } from '../give.ts';

/** The item of a row. */
export type RowItem = StoredItem & {
  /** What an alert starts from, in US dollars; null if it is not known. */
  readonly priceUSD: number | null;
};

const copied = async (text: string): Promise<string> =>
  (await copy(text)) ? translate('Copied') : translate('Not allowed');

/** What the keys do with the item of the focused row; each says what it has done, or nothing if that is seen. */
const acts: Readonly<Record<string, (item: RowItem, goTo: (address: string) => void) => Promise<string | null>>> = {
  w: async (item) => {
    void turnWatched(item);
    return isWatched(item) ? translate('Watched') : translate('No longer watched');
  },
  a: async (item, goTo) => {
    goTo(alertFormAddress(item, item.priceUSD));
    return null;
  },
  o: async (item) => {
    open(itemAddress(item), '_blank', 'noopener');
    return null;
  },
  c: (item) => copied(fullNameOf(item)),
  l: (item) => copied(new URL(itemAddress(item), location.href).href),
};

/** What a key does with a row; null if it does nothing. */
export const actOf = (key: string) => acts[key] ?? null;
