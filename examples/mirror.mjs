// Keeps a live copy of all offers of a game, and prints its size every few seconds.
//
//   ITEMTAPE_URL=http://127.0.0.1:7400 ITEMTAPE_KEY=... node examples/mirror.mjs --game Rust
//
// In your own project, import from '@itemtape/client'.
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createTape } from '../client/dist/index.js';

const { values } = parseArgs({
  options: {
    game: { type: 'string', default: 'CS2' },
    seconds: { type: 'string', default: '10' },
    count: { type: 'string' },
  },
});
const max = values.count === undefined ? Number.POSITIVE_INFINITY : Number(values.count);

const tape = createTape({ url: process.env.ITEMTAPE_URL, key: process.env.ITEMTAPE_KEY });
const mirror = tape.mirror({ games: [values.game] });
const since = { set: 0, removed: 0 };
mirror.watch(({ kind }) => {
  since[kind] += 1;
});
await mirror.ready;

for (let printed = 1; ; printed += 1) {
  const marketplaces = new Set(mirror.offers().map(({ marketplace }) => marketplace));
  console.log(
    `${mirror.state()}: ${mirror.size()} offers on ${marketplaces.size} marketplaces, ` +
      `${since.set} new or changed and ${since.removed} gone so far`,
  );
  if (printed >= max) break;
  await wait(Number(values.seconds) * 1000);
}
mirror.stop();
