const isWriting = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && target.closest('input, select, textarea') !== null;

/** `/` and Ctrl-K focus the search from anywhere. */
export function findByKey(event: KeyboardEvent): void {
  const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isWriting(event);
  const isCtrlK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
  if (!isSlash && !isCtrlK) return;
  event.preventDefault();
  document.getElementById('query')?.focus();
}
