import Type from 'typebox';
import { Check } from 'typebox/value';
import { invalid, requireReady } from '../errors.ts';
import { json } from '../server/content.ts';
import type { Router } from '../server/router.ts';
import type { Audit } from './audit.ts';

/** The settings by which an operator replaces what is known of a marketplace. */
export const termSettings = [
  'fees.seller',
  'fees.buyer',
  'terms.payout',
  'terms.itemHold',
  'terms.moneyHold',
  'terms.payIn',
  'terms.payOut',
  'terms.maxPrice',
] as const;
export type TermSetting = (typeof termSettings)[number];

/** What one pays and gets at marketplaces, which an operator can change while the service runs. */
export type LiveTerms = {
  /**
   * Sets one fact of a marketplace, in the form of the settings file; null goes back to what is built in. Resolves to the name
   * of the marketplace once all figures follow it. A refused change throws the reason and changes nothing.
   */
  readonly set: (marketplace: string, setting: TermSetting, value: string | null) => Promise<string>;
};

const Change = Type.Object(
  {
    marketplace: Type.String({ minLength: 1, maxLength: 64 }),
    setting: Type.Enum([...termSettings]),
    value: Type.Union([Type.String({ minLength: 1, maxLength: 64 }), Type.Null()]),
  },
  { additionalProperties: false },
);

/** Adds the route that changes fees and terms at runtime; `GET /tape/marketplaces` shows them. */
export function addTermsRoutes(
  router: Router,
  { terms, isReady, audit }: { readonly terms: LiveTerms; readonly isReady: () => boolean; readonly audit: Audit },
): void {
  router.add(['POST'], '/operator/terms', async (call) => {
    const { body } = call;
    if (!Check(Change, body))
      throw invalid(
        `give a JSON body such as {"marketplace": "CSFloat", "setting": "fees.seller", "value": "2"}; settings are ${termSettings.join(', ')}; null goes back to what is built in`,
      );
    requireReady(isReady());
    const { marketplace, setting, value } = body;
    try {
      const set = async () => ({ marketplace: await terms.set(marketplace, setting, value), setting, value });
      return json(await audit(call, 'term.change', set, (changed) => changed));
    } catch (error) {
      throw invalid(error instanceof Error ? error.message : String(error));
    }
  });
}
