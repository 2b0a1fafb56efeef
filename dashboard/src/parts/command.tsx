import { useRef, useState } from 'preact/hooks';
import { openPalette } from '../palette/open.ts';
import { addressOf, alter, go, path, query } from '../router.ts';
import { translate } from '../text/translate.ts';
import { Icon } from './look/icon.tsx';

// A keyboard on the screen would cover what the visitor came for
const hasRoom = globalThis.matchMedia?.('(min-width: 40rem)').matches ?? false;

/** Where the list below would be covered by the keyboard, the palette has the whole screen. */
const openInstead = (event: PointerEvent): void => {
  event.preventDefault();
  openPalette();
};

/** The search field of the frame: it searches while one types on the home page, and on Enter elsewhere. */
export function Command() {
  const isHome = path.value === '/';
  const asked = isHome ? (query.value.get('q') ?? '') : '';
  const [typed, setTyped] = useState({ at: path.value, text: '' });
  const field = useRef<HTMLInputElement>(null);
  const text = isHome ? asked : typed.at === path.value ? typed.text : '';
  const type = (next: string) => (isHome ? alter({ q: next }) : setTyped({ at: path.value, text: next }));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isHome && text.trim() !== '') go(addressOf('/', { q: text.trim() }));
    field.current?.focus();
  };
  return (
    <search class="command">
      <form onSubmit={submit}>
        <Icon name="search" />
        <input
          ref={field}
          id="query"
          type="search"
          aria-label={translate('Item name')}
          placeholder={translate('Find an item, such as ak redline ft')}
          autocomplete="off"
          spellcheck={false}
          autofocus={isHome && hasRoom}
          value={text}
          onInput={(event) => type(event.currentTarget.value)}
          onPointerDown={hasRoom ? undefined : openInstead}
        />
        <span class="key" aria-hidden="true">
          /
        </span>
      </form>
    </search>
  );
}
