import type { FullOffer } from '#client';
import { age } from './table.ts';

/** The columns that --full adds to a table of prices. */
export const fullColumns = [{ head: 'native', isNumber: true }, { head: 'seen', isNumber: true }, { head: 'flags' }];

type Full = Pick<FullOffer, 'native' | 'seenAt' | 'flags'>;

const isFull = (row: object): row is Full => 'flags' in row;

/** The cells in these columns; empty for a row that was not requested in full. */
export function addedTo(row: object, now: number): string[] {
  if (!isFull(row)) return [];
  const { native, seenAt, flags } = row;
  const metal = native === null || native.metal === null ? '' : ` + ${native.metal} REF`;
  return [
    native === null ? '–' : `${native.amount} ${native.currency}${metal}`,
    seenAt === null ? '–' : age(seenAt, now),
    flags.length === 0 ? '–' : flags.join(', '),
  ];
}
