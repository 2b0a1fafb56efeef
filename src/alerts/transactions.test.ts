import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Alerting, openAlerting } from '../../test/support/alerts/alerting.ts';
import type { NewTransaction } from '../holdings/transaction.ts';
import { maxTransactions } from '../holdings/transactions.ts';
import { variantNamed } from '../schema/index.ts';

const purchase: NewTransaction = {
  kind: 'buy',
  game: 'TF2',
  name: 'Unusual Team Captain',
  variant: variantNamed('Burning Flames'),
  quantity: 1,
  currency: 'USD',
  price: 1_000,
  fee: 0,
  at: 0,
  marketplaceId: null,
  assetId: null,
  float: null,
  paintSeed: null,
  note: null,
};

let rig: Alerting;

beforeEach(async () => {
  rig = await openAlerting();
});
afterEach(() => rig.close());

it('transactions outlive a restart, in their order, and are of one key', async () => {
  const first = await rig.open();
  const [one, two] = await first.addTransactions('own', [purchase, { ...purchase, kind: 'sell', price: 2_000 }]);
  await first.addTransactions('other', [purchase]);
  expect(await first.removeTransactions('other', one?.id ?? '')).toBe(0);
  await first.stop();

  const second = await rig.open();
  expect(second.transactions('own')).toEqual([one, two]);
  expect(await second.removeTransactions('own', one?.id ?? '')).toBe(1);
  expect(await second.removeTransactions('other', null)).toBe(1);
  await second.stop();

  const third = await rig.open();
  expect([third.transactions('own'), third.transactions('other')]).toEqual([[two], []]);
});

it('a key that has the most it may have is refused more, and keeps what it has', async () => {
  const alerts = await rig.open();
  await alerts.addTransactions(
    'own',
    Array.from({ length: maxTransactions }, () => purchase),
  );
  await expect(alerts.addTransactions('own', [purchase])).rejects.toThrow('more than 50000 transactions');
  expect(alerts.transactions('own')).toHaveLength(maxTransactions);
});
