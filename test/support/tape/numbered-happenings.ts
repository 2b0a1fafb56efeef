import type { Happening, TapeRecord } from '../../../src/tape/record.ts';

/** A happening that can be told from others by its number. */
export const happening = (number: number): Happening => ({
  what: 'source',
  source: {
    marketplaceId: 1,
    slug: 'buff163',
    source: `source ${number}`,
    game: 'CS2',
    state: 'live',
    detail: null,
    lastReadAt: number,
  },
});

export const numberOf = (record: TapeRecord): number | null =>
  record.what === 'source' ? record.source.lastReadAt : null;

export const upTo = (last: number): number[] => Array.from({ length: last }, (_, at) => at + 1);
