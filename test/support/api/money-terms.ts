import { type KnownTerms, marketplaceWithSlug, type PayoutKind, type Terms } from '../../../src/schema/index.ts';

const said = { asOf: '2026-09-01', source: 'shop.example', evidence: 'single' } as const;

/** Terms of marketplaces by slug, which pay out what is given and hold items for 7 days and money for 8. */
export const termsPaying = (kinds: Readonly<Record<string, PayoutKind>>): KnownTerms =>
  new Map(
    Object.entries(kinds).map(([slug, kind]): [number, Terms] => [
      marketplaceWithSlug(slug).id,
      { payout: { kind, ...said }, itemHolds: [{ days: 7, ...said }], moneyHolds: [{ days: 8, ...said }] },
    ]),
  );
