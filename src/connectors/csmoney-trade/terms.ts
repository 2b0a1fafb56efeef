import type { Terms } from '../../schema/index.ts';

export const terms: Terms = {
  payout: {
    kind: 'items',
    note: 'or a balance for trades, which cannot be withdrawn',
    asOf: '2026-09-13',
    source: 'cs.money/tos, as read by others on 2026-09-13; cs.money/faq/trade-mode',
    evidence: 'documented',
  },
};
