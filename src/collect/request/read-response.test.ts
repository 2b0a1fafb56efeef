import { afterEach, expect, it } from 'vitest';
import { type Collecting, collecting } from '../../../test/support/collect/collecting.ts';
import { priceList, priceRows } from '../../../test/support/collect/tiny-sources.ts';
import { holds } from '../../../test/support/time/until.ts';

let here: Collecting;
afterEach(() => here.stop());

it('ends the exchange when the source bars the answer by its headers', async () => {
  const barred = (header: (name: string) => string | undefined) => header('x-of') ?? null;
  here = await collecting({ sources: [priceList({ barred })] });
  here.server.play(() => ({
    write: (response) => void response.writeHead(200, { 'x-of': 'our own prices' }).write('{"items":['),
  }));
  const once = await here.collector.runOnce('skinport', 'prices', 'CS2');

  expect(once).toMatchObject({ outcome: 'refused', detail: expect.stringContaining('our own prices') });
  await holds(() => here.server.openCount() === 0, 'the end of the exchange');
});

it('quotes an answer that is about a failure instead of the list, and asks again', async () => {
  here = await collecting({ sources: [priceList()] });
  here.server.play(() => ({ body: { status: 'error', message: 'the export is being made' } }));
  const once = await here.collector.runOnce('skinport', 'prices', 'CS2');

  expect(once).toMatchObject({ outcome: 'retry', detail: expect.stringContaining('the export is being made') });
  expect(once.rejected).toBe(0);
});

it('asks the source what an answer without the list means, and quotes it unescaped', async () => {
  here = await collecting({ sources: [priceList({ refusal: () => 'blocked' })] });
  here.server.play(() => ({ body: '{"code":"Forbidden","error":"\\u5173\\u95ed"}' }));
  const once = await here.collector.runOnce('skinport', 'prices', 'CS2');

  expect(once).toMatchObject({ outcome: 'blocked', detail: expect.stringContaining('关闭') });
});

it('reads a list that comes with words about a failure', async () => {
  here = await collecting({ sources: [priceList()] });
  here.server.play(() => ({ body: { items: priceRows(2), message: 'too many requests soon', code: 3 } }));
  const once = await here.collector.runOnce('skinport', 'prices', 'CS2');

  expect(once).toMatchObject({ outcome: 'read', rows: 2 });
});

it('finds the format changed, not a passing failure, when the answer is encoded in a way that nobody asked for', async () => {
  here = await collecting({ sources: [priceList()] });
  here.server.play(() => ({ body: 'packed', headers: { 'content-encoding': 'compress' } }));
  const once = await here.collector.runOnce('skinport', 'prices', 'CS2');

  expect(once).toMatchObject({ outcome: 'changed', detail: expect.stringContaining('encoded as "compress"') });
});
