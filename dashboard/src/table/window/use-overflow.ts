import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** Whether a table is wider than what holds it, which then scrolls sideways; heads stay in view only where nothing does. */
export function useOverflow(table: RefObject<HTMLTableElement | null>): boolean {
  const [isWide, setWide] = useState(false);
  useLayoutEffect(() => {
    const element = table.current;
    const region = element?.parentElement;
    if (element == null || region == null) return;
    const look = () => setWide(element.offsetWidth > region.clientWidth + 1);
    const resizing = new ResizeObserver(look);
    resizing.observe(element);
    resizing.observe(region);
    look();
    return () => resizing.disconnect();
  }, []);
  return isWide;
}
