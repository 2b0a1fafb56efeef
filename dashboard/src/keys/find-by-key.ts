const isWriting = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && target.closest('input, select, textarea') !== null;

/** `/` focuses the search from anywhere. */
export function findByKey(event: KeyboardEvent): void {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isWriting(event)) return;
  event.preventDefault();
  document.getElementById('query')?.focus();
}
