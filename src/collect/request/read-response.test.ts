import { afterEach, expect, it } from 'vitest';
import { type Collecting, collecting } from '../../../test/support/collect/collecting.ts';
import { priceList } from '../../../test/support/collect/tiny-sources.ts';
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
