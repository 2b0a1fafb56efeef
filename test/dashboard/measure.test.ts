import { afterAll, beforeAll, it } from 'vitest';
import { writeFileSync } from 'node:fs';
import type { PlayedMarkets } from '../support/stage/played-markets.ts';
import { startShownMarkets } from '../support/stage/shown-markets.ts';
let markets: PlayedMarkets;
beforeAll(async () => { markets = await startShownMarkets(); });
afterAll(async () => { await markets?.close(); });
it('measures', async () => {
  const { origin } = markets.service;
  const headers = { 'x-api-key': markets.key };
  const out: string[] = [];
  const time = async (name: string, path: string, init: RequestInit = {}) => {
    const times: number[] = [];
    let text = '';
    for (let i = 0; i < 30; i += 1) {
      const at = performance.now();
      const reply = await fetch(origin + path, { headers, ...init });
      text = await reply.text();
      times.push(performance.now() - at);
    }
    times.sort((a, b) => a - b);
    out.push(`${name}: min ${times[0]?.toFixed(1)} median ${times[15]?.toFixed(1)} p90 ${times[27]?.toFixed(1)} ms; ${text.slice(0, 300)}`);
  };
  await time('inventory', '/tape/holdings/inventory?profile=thousand&game=CS2');
  const take = await fetch(`${origin}/tape/holdings/inventory`, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify({ profile: 'thousand', game: 'CS2' }) });
  out.push(await take.text().then((t) => t.slice(0, 80)));
  await time('holdings', '/tape/holdings');
  await time('holdings list', '/tape/holdings?way=list');
  await time('history', '/tape/holdings/history');
  const csv = ['kind,game,name,quantity,price,date'];
  for (let i = 0; i < 9_000; i += 1) csv.push(`${i % 3 === 2 ? 'sell' : 'buy'},CS2,Item ${i % 300},2,${(i % 100) + 1},${new Date(1.76e12 + i * 3.6e5).toISOString()}`);
  const at = performance.now();
  const added = await fetch(`${origin}/tape/holdings/transactions`, { method: 'POST', headers: { ...headers, 'content-type': 'text/csv' }, body: csv.join('\n') });
  out.push(`record 9,000: ${(performance.now() - at).toFixed(0)} ms ${(await added.text()).slice(0, 60)}`);
  await time('holdings of 10,000 transactions', '/tape/holdings');
  await time('history of them', '/tape/holdings/history?days=365');
  writeFileSync('/tmp/T-measured.txt', out.join('\n'));
}, 400_000);
