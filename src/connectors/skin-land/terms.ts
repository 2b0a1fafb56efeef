import type { Terms } from '../../schema/index.ts';

export const terms: Terms = {
  payout: {
    kind: 'money',
    note: 'to cards, payment services or a bank, or as cryptocurrency; the site buys at once',
    asOf: '2026-06-13',
    source: 'aorlov-web/ai-claude-seo @e9a506f (2026-06-13), the texts of the site by their author',
    evidence: 'documented',
  },
  moneyHolds: [
    {
      days: 8,
      games: ['CS2'],
      note: 'a tenth of what one has sold, at most 200 USD, can be paid out at once; the balance buys at once',
      asOf: '2026-06-13',
      source:
        'aorlov-web/ai-claude-seo @e9a506f (2026-06-13), pages/CONTEXT.md, after skin.land/blog/how-to-sell-cs2-skins-with-instant-withdrawal',
      evidence: 'documented',
    },
  ],
  access: {
    about: 'A payout at once needs an identity check and sales of 50 USD.',
    asOf: '2026-06-13',
    source:
      'aorlov-web/ai-claude-seo @e9a506f (2026-06-13), pages/CONTEXT.md, after skin.land/blog/how-to-sell-cs2-skins-with-instant-withdrawal',
    evidence: 'documented',
  },
};
