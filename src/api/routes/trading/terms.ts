import Type from 'typebox';
import { route } from '../../route.ts';
import { toWireTerms, WireTerms } from '../../wire/tape/terms.ts';
import { optionalMarketplaceParameter } from '../parameters.ts';

const stated = {
  note: null,
  asOf: '2026-09-01',
  source: 'skinport.com/blog/lower-fees-for-everybody (2025-07)',
  evidence: 'documented',
} as const;

export const termsRoute = route({
  path: '/tape/marketplaces',
  id: 'listTerms',
  summary: 'What one pays and gets at marketplaces',
  description:
    'Returns for each marketplace what a seller ends up with, the fees used for all figures after fees, what paying money in and out costs, how long what was bought and what was sold for are held, and the highest possible price, in the order of GET /v2/marketplaces. Each fact has its date and source. What is not known is null or missing and never guessed; a fee of 0 is listed as 0.',
  parameters: { marketplace: optionalMarketplaceParameter },
  answer: Type.Array(WireTerms),
  example: [
    {
      marketplace: 'SkinPort',
      payout: { kind: 'money', ...stated, note: 'to a bank only' },
      fees: [
        {
          side: 'seller',
          percent: 6,
          fixed: null,
          min: null,
          from: { amount: 1000, currency: 'EUR' },
          method: null,
          ...stated,
        },
      ],
      payIn: [],
      payOut: [
        {
          percent: 0,
          fixed: null,
          min: null,
          minSum: { amount: 10, currency: 'EUR' },
          maxSum: null,
          method: null,
          ...stated,
        },
      ],
      itemHolds: [{ days: 7, games: ['CS2'], ...stated, note: 'trade protection' }],
      moneyHolds: [],
      maxPrices: [],
      access: { about: 'Sellers need an identity check.', ...stated },
      cancellations: [
        { by: ['buyer', 'seller'], about: 'Either may reverse a trade for 7 days.', games: ['CS2'], ...stated },
      ],
    },
  ],
  read({ marketplace: text }, { lookups, availability, fees, terms }) {
    const only = text === null ? null : lookups.marketplace(text).id;
    return availability
      .filter(({ marketplaceId }) => only === null || marketplaceId === only)
      .map(({ marketplaceId, games }) =>
        toWireTerms(
          marketplaceId,
          { fees: fees.get(marketplaceId) ?? [], terms: terms.get(marketplaceId) ?? {} },
          games.map(({ game }) => game),
        ),
      );
  },
});
