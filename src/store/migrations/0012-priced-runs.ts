import type { Layout } from '../layout.ts';

/** How many prices each reading of a list had. */
export const countPriced = (layout: Layout): readonly string[] =>
  layout.addColumn('sourceRuns', 'priced Nullable(UInt64) CODEC(ZSTD(1))');
