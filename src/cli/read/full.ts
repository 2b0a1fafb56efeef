import type { FullOffer } from '#client';
import { age, type Column } from './table.ts';

type Full = Pick<FullOffer, 'native' | 'seenAt' | 'flags'>;

/** The columns that --full adds to a table of prices. */
export const fullColumns: readonly Column<Full>[] = [
  { head: 'native', isNumber: true, cell: ({ native }) => nativeText(native) },
  { head: 'seen', isNumber: true, cell: ({ seenAt }, now) => (seenAt === null ? '–' : age(seenAt, now)) },
  { head: 'flags', cell: ({ flags }) => (flags.length === 0 ? '–' : flags.join(', ')) },
];

function nativeText(native: Full['native']): string {
  if (native === null) return '–';
  return `${native.amount} ${native.currency}${native.metal === null ? '' : ` + ${native.metal} REF`}`;
}
