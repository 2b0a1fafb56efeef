// Prints offers that cost much less than the cheapest on other marketplaces.
//
//   ITEMTAPE_URL=http://127.0.0.1:7400 ITEMTAPE_KEY=... node examples/sniper.mjs --game CS2 --percent 15 --max-price 200
//
// In your own project, import from '@itemtape/client'.
import { parseArgs } from 'node:util';
import { createTape } from '../client/dist/index.js';

const { values } = parseArgs({
  options: {
    game: { type: 'string', default: 'CS2' },
    percent: { type: 'string', default: '10' },
    'max-price': { type: 'string', default: '1000' },
    count: { type: 'string' },
  },
});
const minPercent = Number(values.percent);
const max = values.count === undefined ? Number.POSITIVE_INFINITY : Number(values.count);

const tape = createTape({ url: process.env.ITEMTAPE_URL, key: process.env.ITEMTAPE_KEY });

/** The cheapest price of an item on all other marketplaces, in US dollars; null if there is none. */
async function cheapestElsewhere({ game, marketplace, data }) {
  const { marketplaces } = await tape.compare({ game, name: data.name });
  const prices = marketplaces.filter((row) => row.marketplace !== marketplace).map(({ priceUSD }) => priceUSD);
  return prices.reduce((least, price) => (price !== null && (least === null || price < least) ? price : least), null);
}

console.error(`watching offers of ${values.game} that are at least ${minPercent} % under all other marketplaces`);

let found = 0;
// Only offers that lower the price of their item on their marketplace: no other can be the cheapest anywhere
const subscription = { games: [values.game], newFloorOnly: true, maxPriceUSD: Number(values['max-price']) };
for await (const offer of tape.offers(subscription, { gaps: 'continue' })) {
  const usual = await cheapestElsewhere(offer);
  if (usual === null) continue;
  const percent = 100 * (1 - offer.data.priceUSD / usual);
  if (percent < minPercent) continue;
  console.log(
    `${offer.data.name} for $${offer.data.priceUSD} on ${offer.marketplace}, ${percent.toFixed(1)} % under $${usual} elsewhere`,
    offer.data.purchaseLink ?? '',
  );
  found += 1;
  if (found >= max) break;
}
