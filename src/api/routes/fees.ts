import Type from 'typebox';
import { route } from '../route.ts';
import { toWireFee, WireFee } from '../wire/tape/fee.ts';
import { optionalMarketplaceParameter } from './parameters.ts';

export const feesRoute = route({
  path: '/tape/fees',
  id: 'listFees',
  summary: 'What marketplaces take of a purchase',
  description:
    'The fees that figures after fees are made with, each with its date and who says so, in the order of GET /v2/marketplaces. A marketplace or side that is not here has no fee that is known, and so no figure after fees; a fee of 0 stands here as 0. What it takes for money that comes in or goes out is not told.',
  parameters: { marketplace: optionalMarketplaceParameter },
  answer: Type.Array(WireFee),
  example: [
    {
      marketplace: 'SkinPort',
      side: 'seller',
      percent: 6,
      fixed: null,
      least: null,
      from: { amount: 1000, currency: 'EUR' },
      method: null,
      asOf: '2026-09-01',
      source: 'skinport.com/blog/lower-fees-for-everybody (2025-07)',
      evidence: 'documented',
    },
  ],
  read({ marketplace: text }, { lookups, availability, fees }) {
    const only = text === null ? null : lookups.marketplace(text).id;
    return availability
      .filter(({ marketplaceId }) => only === null || marketplaceId === only)
      .flatMap(({ marketplaceId }) => (fees.get(marketplaceId) ?? []).map((fee) => toWireFee(marketplaceId, fee)));
  },
});
