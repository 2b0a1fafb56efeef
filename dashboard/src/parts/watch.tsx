import { isWatched, type KeptItem, turnWatched } from '../kept/items.ts';
import { say } from '../text/say.ts';

type Props = { readonly item: KeptItem; readonly hasWords?: boolean };

/** Adds an item to the watchlist of this browser, or removes it. */
export function Watch({ item, hasWords = false }: Props) {
  const isOn = isWatched(item);
  const name = item.phase === null ? item.name : `${item.name} ${item.phase}`;
  return (
    <button
      type="button"
      class={hasWords ? 'small' : 'star'}
      aria-pressed={isOn}
      aria-label={hasWords ? undefined : say('Watch {name}', { name })}
      title={isOn ? say('On the watchlist kept in this browser') : say('Add to the watchlist kept in this browser')}
      onClick={() => turnWatched(item)}
    >
      <span aria-hidden="true">{isOn ? '★' : '☆'}</span>
      {hasWords && ` ${isOn ? say('Watched') : say('Watch')}`}
    </button>
  );
}
