const isWriting = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && target.closest('input, select, textarea') !== null;

/** `/` focuses the search of the view, if it has one of its own, or else that of items. */
export function findByKey(event: KeyboardEvent): void {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isWriting(event)) return;
  event.preventDefault();
  (document.getElementById('docs-query') ?? document.getElementById('query'))?.focus();
}
