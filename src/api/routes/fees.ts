import Type from 'typebox';
import { route } from '../route.ts';
import { toWireFee, WireFee } from '../wire/tape/fee.ts';
import { optionalMarketplaceParameter } from './parameters.ts';

export const feesRoute = route({
  path: '/tape/fees',
  id: 'listFees',
  summary: 'Fees of marketplaces on a purchase',
  description:
    'Returns the fees used for all figures after fees, with their dates and sources, in the order of GET /v2/marketplaces. A marketplace or side that is not listed has no known fee, so there are no figures after fees for it; a fee of 0 is listed as 0. Deposit and withdrawal fees are not included.',
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
