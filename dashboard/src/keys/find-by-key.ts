const isWriting = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && target.closest('input, select, textarea') !== null;

/** Ctrl-K focuses the search of items from anywhere, and `/` that of the view, if it has one of its own. */
export function findByKey(event: KeyboardEvent): void {
  const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isWriting(event);
  const isCtrlK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
  if (!isSlash && !isCtrlK) return;
  event.preventDefault();
  const own = isSlash ? document.getElementById('docs-query') : null;
  (own ?? document.getElementById('query'))?.focus();
}
