import { useEffect, useRef } from 'preact/hooks';
import { translate } from '../text/translate.ts';

const keys = [
  ['/', translate('go to the search from anywhere')],
  ['Ctrl K', translate('items, pages and actions from anywhere')],
  ['↓ ↑', translate('move between rows')],
  ['Enter', translate('opens the row')],
  ['w', translate('watches the item of the row, or no longer')],
  ['a', translate('an alert about it')],
  ['o', translate('opens it in a new tab')],
  ['c, l', translate('copies its name, or a link to it')],
  ['Esc', translate('clears a field, then leaves it; from a row, goes to the search')],
  ['?', translate('this list')],
] as const;

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, select, textarea') !== null;

/** The list of keyboard shortcuts. */
export function KeysHelp() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key !== '?' || isWriting(event.target) || dialog.current?.open) return;
      event.preventDefault();
      dialog.current?.showModal();
    };
    document.addEventListener('keydown', open);
    return () => document.removeEventListener('keydown', open);
  }, []);
  return (
    <>
      <button
        type="button"
        class="keys-help"
        aria-label={translate('Keyboard shortcuts')}
        onClick={() => dialog.current?.showModal()}
      >
        ?
      </button>
      <dialog ref={dialog} aria-label={translate('Keyboard shortcuts')} class="panel">
        <dl class="keys-list">
          {keys.map(([key, words]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
        <button type="button" onClick={() => dialog.current?.close()}>
          {translate('Close')}
        </button>
      </dialog>
    </>
  );
}
