import { useEffect, useRef } from 'preact/hooks';
import { say } from '../text/say.ts';

const keys = [
  [say('/ or Ctrl K'), say('go to the search from anywhere')],
  ['↓ ↑', say('move between rows')],
  ['Enter', say('opens the row')],
  ['Esc', say('clears a field, then leaves it; from a row, goes to the search')],
  ['?', say('this list')],
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
        aria-label={say('Keyboard shortcuts')}
        onClick={() => dialog.current?.showModal()}
      >
        ?
      </button>
      <dialog ref={dialog} aria-label={say('Keyboard shortcuts')} class="panel">
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
          {say('Close')}
        </button>
      </dialog>
    </>
  );
}
