// Posts offers of some items below a price to a Discord channel, through a webhook of that channel.
//
//   ITEMTAPE_URL=http://127.0.0.1:7400 ITEMTAPE_KEY=... DISCORD_WEBHOOK=https://discord.com/api/webhooks/... \
//     node examples/discord-webhook.mjs --max-price 30 "AK-47 | Redline (Field-Tested)"
//
// In your own project, import from '@itemtape/client'.
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createTape } from '../client/dist/index.js';

const { values, positionals: items } = parseArgs({
  allowPositionals: true,
  options: {
    game: { type: 'string', default: 'CS2' },
    'max-price': { type: 'string', default: '1000' },
    count: { type: 'string' },
  },
});
const max = values.count === undefined ? Number.POSITIVE_INFINITY : Number(values.count);
const webhook = process.env.DISCORD_WEBHOOK;
if (!webhook || items.length === 0) {
  console.error('set DISCORD_WEBHOOK to the URL of a webhook, and name the items to look for');
  process.exit(2);
}

/** Waits as long as Discord asks for when the rate limit is reached. */
async function post(content) {
  for (;;) {
    const response = await fetch(webhook, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      // Names come from marketplaces and must not mention anybody
      body: JSON.stringify({ content, allowed_mentions: { parse: [] } }),
    });
    if (response.ok) return;
    const said = await response.text();
    if (response.status !== 429) throw new Error(`the webhook answered ${response.status}: ${said}`);
    await wait(1000 * (JSON.parse(said).retry_after ?? 1));
  }
}

const tape = createTape({ url: process.env.ITEMTAPE_URL, key: process.env.ITEMTAPE_KEY });
const subscription = { games: [values.game], items, maxPriceUSD: Number(values['max-price']), events: ['Added'] };
let posted = 0;
for await (const { marketplace, data } of tape.offers(subscription, { gaps: 'continue' })) {
  // Offers of games without wear have no float
  const float = typeof data.float === 'number' ? `, float ${data.float}` : '';
  await post(`${data.name}: $${data.priceUSD} on ${marketplace}${float}\n${data.purchaseLink ?? ''}`.trim());
  console.log('posted', data.name, data.priceUSD, marketplace);
  posted += 1;
  if (posted >= max) break;
}
