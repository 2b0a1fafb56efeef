import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';

/**
 * Up to this many rows are all in the page, where the browser finds words in them. Of longer tables only the rows in view
 * are, and the browser's search finds no others; the filters and the file do.
 */
const maxWhole = 250;
// Rendered before and after what is in view, so that the keyboard finds the next rows
const spareRows = 12;
// The window moves by this many rows at a time
const chunk = 6;
// Until the first row has been measured
const likelyRowPx = 36;

/** The rows that are in the page, and the height of each of the others. */
export type RowWindow = { readonly from: number; readonly to: number; readonly rowPx: number };

/** The elements around a body that may scroll, from the nearest. */
function scrollersOf(body: HTMLElement): readonly HTMLElement[] {
  const around: HTMLElement[] = [];
  for (let one = body.parentElement; one !== null && one !== document.body; one = one.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(one).overflowY)) around.push(one);
  }
  return around;
}

/** The top and the height of what is seen of the element that scrolls. */
function viewOf(scrollers: readonly HTMLElement[]): { readonly top: number; readonly height: number } {
  const one = scrollers.find(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight);
  if (one === undefined) return { top: 0, height: innerHeight };
  return { top: one.getBoundingClientRect().top, height: one.clientHeight };
}

/** The rows in view of a body that holds `count` of them, each of the same height. */
function windowIn(offsetPx: number, heightPx: number, rowPx: number, count: number): Omit<RowWindow, 'rowPx'> {
  const first = Math.floor(Math.max(0, offsetPx) / rowPx);
  const from = Math.max(0, Math.floor((first - spareRows) / chunk) * chunk);
  const to = Math.ceil((first + heightPx / rowPx + spareRows) / chunk) * chunk;
  return { from: Math.min(from, Math.max(0, count - 1)), to: Math.min(count, to) };
}

const measured = (body: HTMLElement): number => {
  const rows = [...body.children].filter((row) => !row.classList.contains('room'));
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return likelyRowPx;
  const span = last.getBoundingClientRect().bottom - first.getBoundingClientRect().top;
  return span > 0 ? span / rows.length : likelyRowPx;
};

/** Follows which of many rows are in view; null while all of them are in the page. */
export function useWindow(body: RefObject<HTMLTableSectionElement | null>, count: number): RowWindow | null {
  const isLong = count > maxWhole;
  const [rowPx, setRowPx] = useState(likelyRowPx);
  const [seen, setSeen] = useState({ offset: 0, height: globalThis.innerHeight ?? 0 });
  useLayoutEffect(() => {
    const element = body.current;
    if (!isLong || element === null) return;
    const scrollers = scrollersOf(element);
    const look = () => {
      const { top, height } = viewOf(scrollers);
      const offset = top - element.getBoundingClientRect().top;
      // Other values would draw the same rows again
      const step = rowPx * chunk;
      setSeen((before) => {
        const isSame = before.height === height && Math.floor(before.offset / step) === Math.floor(offset / step);
        return isSame ? before : { offset, height };
      });
    };
    look();
    document.addEventListener('scroll', look, { capture: true, passive: true });
    addEventListener('resize', look);
    return () => {
      document.removeEventListener('scroll', look, { capture: true });
      removeEventListener('resize', look);
    };
  }, [isLong, rowPx]);
  useEffect(() => {
    const element = body.current;
    if (!isLong || element === null) return;
    const measure = () => {
      const found = measured(element);
      setRowPx((before) => (Math.abs(found - before) > 0.05 ? found : before));
    };
    const widths = new ResizeObserver(measure);
    // The width decides how many lines a row has
    if (element.parentElement !== null) widths.observe(element.parentElement);
    measure();
    return () => widths.disconnect();
  }, [isLong]);
  return isLong ? { ...windowIn(seen.offset, seen.height, rowPx, count), rowPx } : null;
}
