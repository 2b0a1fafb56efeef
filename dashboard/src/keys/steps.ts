/** Arrow keys move through the rows of lists and tables, starting at the search field; Escape returns to it. */

const fields = 'input, select, textarea';
const rowsOf = '[data-list] > li, main tbody > tr';

/** The focusable links and buttons of a row. */
const stopsIn = (row: Element): HTMLElement[] => [...row.querySelectorAll<HTMLElement>('a, button')];

const allRows = (): Element[] =>
  [...document.querySelectorAll(rowsOf)].filter((row) => row.querySelector('a, button') !== null);

/** Focuses the same element of the next or previous visible row; before the first row, the search field. */
function stepFrom(row: Element, stop: HTMLElement, by: 1 | -1): boolean {
  const rows = allRows();
  const next = rows[rows.indexOf(row) + by];
  if (next === undefined) {
    if (by > 0) return false;
    document.getElementById('query')?.focus();
    return true;
  }
  const stops = stopsIn(next);
  const at = stopsIn(row).indexOf(stop);
  (stops[at] ?? stops[0])?.focus();
  return true;
}

function step(focused: Element, by: 1 | -1): boolean {
  const row = focused.closest(rowsOf);
  if (row !== null && focused instanceof HTMLElement) return stepFrom(row, focused, by);
  if (by < 0 || (focused !== document.body && focused.id !== 'query' && focused.id !== 'content')) return false;
  const first = allRows()[0]?.querySelector<HTMLElement>('a[href^="/"], a, button');
  first?.focus();
  return first != null;
}

/** Clears the field first, then leaves it. */
function leave(focused: Element): boolean {
  if (focused instanceof HTMLInputElement && focused.value !== '' && focused.type === 'search') {
    focused.value = '';
    focused.dispatchEvent(new Event('input', { bubbles: true }));
    return true;
  }
  if (focused.matches(fields)) {
    document.getElementById('content')?.focus({ preventScroll: true });
    return true;
  }
  const field = document.getElementById('query');
  if (field === null || focused.closest(rowsOf) === null) return false;
  field.focus();
  return true;
}

export function stepByKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event;
  const focused = document.activeElement;
  if (focused === null || defaultPrevented || ctrlKey || metaKey || altKey || shiftKey) return;
  if (document.querySelector('dialog[open]') !== null) return;
  const isDone =
    (key === 'ArrowDown' && step(focused, 1)) ||
    (key === 'ArrowUp' && step(focused, -1)) ||
    (key === 'Escape' && leave(focused));
  if (isDone) event.preventDefault();
}
