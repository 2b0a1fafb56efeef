import { signal } from '@preact/signals';

/** Whether the palette of items, pages and actions is open. */
export const isPaletteOpen = signal(false);

export const openPalette = (): void => {
  isPaletteOpen.value = true;
};

const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;

/** Ctrl-K and Cmd-K open and close it from anywhere, also while one types. */
export function openByKey(event: KeyboardEvent): void {
  if (!isPaletteKey(event)) return;
  event.preventDefault();
  const shown = document.querySelector<HTMLDialogElement>('dialog[open]');
  // Another dialog keeps the keyboard until it is closed
  if (shown === null) openPalette();
  else if (shown.id === 'palette') shown.close();
}
