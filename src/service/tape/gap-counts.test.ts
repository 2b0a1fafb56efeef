import { expect, it } from 'vitest';
import { GapCounts } from './gap-counts.ts';

it('counts gaps by marketplace and cause, at zero for marketplaces that are read and had none', () => {
  const counts = new GapCounts();
  for (const reason of ['cut', 'cut', 'failed'] as const) counts.note({ marketplaceId: 3, reason });
  counts.note({ marketplaceId: 4, reason: 'cut' });
  const { name, samples } = counts.metric([3, 1]);
  const of = (marketplace: string, reason: string) =>
    samples.filter(({ labels }) => labels?.['marketplace'] === marketplace && labels['reason'] === reason);

  expect(name).toBe('itemtape_gaps_total');
  expect([of('SkinPort', 'cut'), of('SkinPort', 'failed'), of('SkinPort', 'silent')]).toMatchObject([
    [{ value: 2 }],
    [{ value: 1 }],
    [{ value: 0 }],
  ]);
  expect([of('DMarket', 'cut'), of('Buff163', 'cut')]).toMatchObject([[{ value: 1 }], [{ value: 0 }]]);
});
