import { appraiseItem } from '../../appraise/appraise-item.ts';
import { bodyRoute } from '../../route.ts';
import { AppraiseRequest, WireAppraisal } from '../../wire/tape/appraisal.ts';

export const appraiseRoute = bodyRoute({
  path: '/tape/appraise',
  id: 'appraiseItem',
  summary: 'What one item is worth',
  description:
    'Prices an item by its wear, pattern, stickers and charms, from comparable sales and offers of the last 90 days, with an interval, the rows that the price rests on, and where it brings most after fees and how likely it is to be sold there. The item is an offer (marketplace and offerId), or a name with what is known of it, or with an inspect link; `giveToo` names what these do not tell. Where too little is known, `price` is null and `notEnoughKnown` says why. The page on appraising in the documentation has the method and an example that can be redone by hand.',
  body: AppraiseRequest,
  bodyExample: {
    game: 'CS2',
    name: 'AK-47 | Redline (Field-Tested)',
    float: 0.1512,
    paintSeed: 661,
    stickers: ['Sticker | Crown (Foil)'],
  },
  bodyBytes: 64 * 1024,
  wanted:
    'give a JSON body such as {"game": "CS2", "name": "AK-47 | Redline (Field-Tested)", "float": 0.15, "stickers": ["Sticker | Crown (Foil)"]} or {"game": "CS2", "marketplace": "CSFloat", "offerId": "900000000000000001"}',
  answer: WireAppraisal,
  example: {
    name: 'AK-47 | Redline (Field-Tested)',
    game: 'CS2',
    itemPhase: null,
    unusualEffect: null,
    float: 0.1512,
    paintSeed: 661,
    currency: 'USD',
    ...{ price: 71.4, low: 64.8, high: 80.2, notEnoughKnown: null, giveToo: [], count: 14.2 },
    ...{ lowestAsk: 28.25, stickersAsk: 812.4, stickersPercent: 5 },
    rows: [
      {
        kind: 'sale',
        marketplace: 'CSFloat',
        id: '900000000000000007',
        timestamp: 1_789_900_000,
        ...{ price: 30.4, float: 0.1541, paintSeed: 611, stickersAsk: 0, worth: 71.02, weightPercent: 6.8 },
      },
    ],
    sell: [
      {
        marketplace: 'CSFloat',
        ...{ price: 70.6, afterFees: 67.46, rank: 31 },
        sellsWithin: [{ hours: 24, probability: 0.04, count: 212, otherCount: 940 }],
      },
    ],
  },
  read: appraiseItem,
});
