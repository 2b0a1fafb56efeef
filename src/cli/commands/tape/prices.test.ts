import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quoteRecord, type ServedApi, serveApi, skinport, startAt } from '../../../../test/support/api/served-api.ts';
import { callCommand } from '../../../../test/support/processes/called.ts';
import { asleepStore } from '../../../../test/support/store/asleep-store.ts';

// As a marketplace may write it
const odd = '=1+1,"\u001b]0;x\u0007\u009b31m\r\n\u202eb';

let served: ServedApi;
let origin = '';
beforeAll(async () => {
  served = await serveApi(asleepStore('prices are those of the book'));
  served.book.apply([quoteRecord('Rust', odd, 1_000, 3)], { marketplaceId: skinport, source: 'test', at: startAt });
  served.api.server.listen(0, '127.0.0.1');
  await once(served.api.server, 'listening');
  origin = `http://127.0.0.1:${(served.api.server.address() as AddressInfo).port}`;
});
afterAll(() => served?.close());

const prices = async (format: string, columns: number | null) => {
  const words = ['prices', '--game', 'Rust', '--format', format, '--marketplace', 'SkinPort', '--url', origin];
  const { code, out, err } = await callCommand(words, { ITEMTAPE_KEY: served.key }, columns);
  expect([code, err]).toEqual([0, '']);
  return out;
};

describe('a name as a marketplace writes it', () => {
  it('stands in a pipe as it is, in CSV between quotes and after an apostrophe if it looks like a formula', async () => {
    const rows = (await prices('ndjson', null)).trimEnd().split('\n');
    expect(rows.map((row) => JSON.parse(row).name)).toContain(odd);
    expect(await prices('csv', null)).toContain(`"'${odd.replace('"', '""')}",,SkinPort,1,3,`);
  });

  it.each(['csv', 'ndjson', 'json'])('moves nothing in a terminal, as %s', async (format) => {
    const out = await prices(format, 120);
    expect(out).toContain('=1+1,');
    expect(out).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
  });
});
