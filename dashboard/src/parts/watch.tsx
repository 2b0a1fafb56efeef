import { fullNameOf } from '../item-ref.ts';
import { isWatched, turnWatched } from '../own/watchlist.ts';
import type { StoredItem } from '../stored/items.ts';
import { translate } from '../text/translate.ts';

type Props = { readonly item: StoredItem; readonly hasWords?: boolean };

/** Adds an item to the watchlist, or removes it. */
export function Watch({ item, hasWords = false }: Props) {
  const isOn = isWatched(item);
  const name = fullNameOf(item);
  return (
    <button
      type="button"
      class={hasWords ? 'small' : 'star'}
      aria-pressed={isOn}
      aria-label={hasWords ? undefined : translate('Watch {name}', { name })}
      title={isOn ? translate('On your watchlist') : translate('Add to your watchlist')}
      onClick={() => void turnWatched(item)}
    >
      <span aria-hidden="true">{isOn ? '★' : '☆'}</span>
      {hasWords && ` ${isOn ? translate('Watched') : translate('Watch')}`}
    </button>
  );
}
