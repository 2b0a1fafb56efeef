import type { Terms } from '../../schema/index.ts';

export const terms: Terms = {
  payout: {
    kind: 'money',
    note: 'or items; a balance that can only be spent is kept apart',
    asOf: '2026-09-13',
    source: 'its own texts, as read by others on 2026-09-13',
    evidence: 'single',
  },
};
