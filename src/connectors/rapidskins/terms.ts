import type { Terms } from '../../schema/index.ts';

export const terms: Terms = {
  payIn: [
    {
      percent: 2,
      method: 'cryptocurrency',
      asOf: '2024-05',
      source: 'Steam-Community-Market-Manager/SCMM, MarketType.cs (after 2024-05)',
      evidence: 'single',
    },
  ],
};
