import type { Tape } from '@itemtape/client';

export type Ratio = Awaited<ReturnType<Tape['ratio']>>;
export type Direction = Ratio['into'];
export type RatioRow = Direction['rows'][number];
