import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';

/**
 * The widths of columns, in pixels, as the first rows need them: further rows that come into view do not move them. Null
 * while they are not fixed.
 */
export function useFixedColumns(
  table: RefObject<HTMLTableElement | null>,
  isFixed: boolean,
  about: string,
): readonly number[] | null {
  const [fixed, setFixed] = useState<{ readonly about: string; readonly widths: readonly number[] } | null>(null);
  const widths = isFixed && fixed?.about === about ? fixed.widths : null;
  useLayoutEffect(() => {
    const heads = table.current?.tHead?.rows[0]?.cells;
    if (!isFixed || widths !== null || heads === undefined) return;
    setFixed({ about, widths: [...heads].map((head) => head.getBoundingClientRect().width) });
  });
  useEffect(() => {
    const region = table.current?.parentElement;
    if (!isFixed || region == null) return;
    let before = region.clientWidth;
    const resizing = new ResizeObserver(() => {
      if (Math.abs(region.clientWidth - before) < 1) return;
      before = region.clientWidth;
      setFixed(null);
    });
    resizing.observe(region);
    return () => resizing.disconnect();
  }, [isFixed]);
  return widths;
}
