import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { liquidNames } from '../../src/stage/catalogue/liquid-names.ts';
import { callCommand } from '../support/processes/called.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { type PlayedMarkets, startPlayedMarkets } from '../support/stage/played-markets.ts';
import { until } from '../support/time/until.ts';

const item = liquidNames.CS2;
const thousand = '76561198000001000';
const folder = testFolder('holdings-command');

let markets: PlayedMarkets;
beforeAll(async () => {
  markets = await startPlayedMarkets({
    atLeastSeconds: 60,
    config: { 'collect.only': ['skinport', 'csfloat', 'dmarket'], 'collect.games': ['CS2'] },
  });
  await until('an ask to list at', async () => {
    const { status, body } = await markets.client.get('/tape/best', { game: 'CS2', name: item });
    return status === 200 && body.best[0].ask !== null;
  });
});
afterEach(async () => {
  await call('delete', 'all');
});
afterAll(async () => {
  await markets?.close();
});

const call = (...words: string[]) =>
  callCommand(['holdings', ...words, '--url', markets.service.origin], { ITEMTAPE_KEY: markets.key });

async function text(...words: string[]): Promise<string> {
  const { code, out, err } = await call(...words);
  expect([code, err]).toEqual([0, '']);
  return out;
}

const json = async (...words: string[]) => JSON.parse(await text(...words, '--json'));

function fileWith(content: string): string {
  const file = join(folder, 'transactions.csv');
  writeFileSync(file, content);
  return file;
}

const traded = `kind,name,quantity,price,currency,fee,date,marketplace
buy,${item},3,10,USD,0.3,2026-01-31,CSFloat
sell,${item},1,20,USD,1,2026-02-01,SkinPort
buy,AK-47 | Redlin (Field-Tested),1,,,,2026-02-02,
`;

/** What two ways show, once no price has changed between them. */
async function shownAlike<Shown>(one: () => Promise<Shown>, other: () => Promise<Shown>): Promise<Shown> {
  let shown: readonly Shown[] = [];
  await until(
    'both ways to show the same',
    async () => {
      shown = [await one(), await other()];
      return isDeepStrictEqual(shown[0], shown[1]);
    },
    () => shown,
  );
  return shown[0] as Shown;
}

describe('itemtape holdings', () => {
  it('records a file, and shows what is held and was sold', async () => {
    expect(await text('add', fileWith(traded), '--game', 'CS2')).toBe('3 transactions recorded\n');

    const listed = await shownAlike(
      () => text('list', '--way', 'list', '--currency', 'USD'),
      () => text('--way', 'list'),
    );
    expect(listed).toContain(item);
    expect(listed).toContain('not known; did you mean "');
    expect(listed).toMatch(/^3 pieces; in USD: cost 20\.20 \(2\), value .*, realised 8\.90 \(1 of 1 sold\)$/m);
    const held = await shownAlike(
      async () => await json('list', '--way', 'list'),
      async () => (await markets.client.get('/tape/holdings', { way: 'list' })).body,
    );
    expect([held.quantity, held.way]).toEqual([3, 'list']);
    expect(held.holdings.find(({ name }: { name: string }) => name === item).value).toBeGreaterThan(0);

    expect(await text('sold')).toMatch(/2026-02-01 +2026-01-31 +1 +10\.10 +19\.00 +8\.90 /);
    expect((await json('sold')).sold).toMatchObject([{ name: item, profit: 8.9 }]);
  });

  it('shows transactions, and deletes one of them or all', async () => {
    await text('add', fileWith(traded), '--game', 'CS2');
    const lines = (await text('transactions')).trimEnd().split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[2]).toMatch(/2026-02-01 +sell +1 +20 USD +1 +SkinPort +/);
    const [{ id }] = await json('transactions');
    expect(await text('delete', id)).toBe(`${id} is deleted\n`);
    expect(await json('transactions')).toHaveLength(2);
    expect(await call('delete', id)).toMatchObject({ code: 1, out: '', err: expect.stringContaining(id) });
    expect(await text('delete', 'all')).toBe('all transactions are deleted\n');
    expect(await json('transactions')).toEqual([]);
  });

  it('exports what can be added again', async () => {
    await text('add', fileWith(traded), '--game', 'CS2');
    const before = await json('list');
    const [exported, sold] = [await text('export'), await text('export', 'sold')];
    expect(exported).toBe(await text('export', 'transactions'));
    expect(sold).toMatch(
      /^game,name,.*\nCS2,.*,1,2026-01-31T00:00:00\.000Z,2026-02-01T00:00:00\.000Z,SkinPort,USD,10\.1,19,8\.9,/,
    );

    const file = fileWith(exported);
    expect(await text('add', file)).toBe('0 transactions recorded; 3 had been recorded before\n');
    await text('delete', 'all');
    expect(await text('add', file)).toBe('3 transactions recorded\n');
    expect(await json('list')).toMatchObject({ cost: before.cost, realised: before.realised, quantity: 3 });
  });

  it('shows a public inventory, and takes it over once', async () => {
    const shown = await text('inventory', thousand, '--way', 'list');
    expect(shown).toMatch(/^1000 pieces; value in USD: \d+\.\d\d \(\d+\)$/m);
    expect(shown).toContain('not shown: what was traded in the last ten days; ');
    expect((await json('inventory', thousand)).items).toHaveLength(1_000);

    expect(await text('take', thousand)).toBe('1000 transactions recorded\n');
    expect(await text('take', thousand)).toBe('0 transactions recorded; 1000 had been recorded before\n');
    expect(await text('inventory', thousand)).toContain('among the holdings');
    expect(await json('list')).toMatchObject({ quantity: 1_000, costQuantity: 0 });
  });

  it.each([
    [['add'], 'name a file with CSV'],
    [['add', '/nowhere.csv'], '"/nowhere.csv" cannot be read'],
    [['delete'], 'give the id of a transaction, or all'],
    [['inventory'], 'give a Steam id of 17 digits or the address of a profile'],
    [['take'], 'give a Steam id of 17 digits or the address of a profile'],
    [['export', 'all'], '"all" cannot be exported; use transactions or sold'],
    [['buy'], '"buy" is not an action of holdings; use list, sold, transactions'],
    [['sold', 'now', 'then'], 'unexpected argument "then"'],
  ])('says what is missing in %j', async (words, message) => {
    expect(await call(...words)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(message) });
  });

  it('says which line of a file has a fault, and what a service refuses', async () => {
    const faulty = await call('add', fileWith('name,quantity\nx,none\n'), '--game', 'CS2');
    expect(faulty).toMatchObject({ code: 1, out: '', err: expect.stringContaining('line 2: quantity is "none"') });
    const hidden = await call('inventory', '76561198000000403');
    expect(hidden).toMatchObject({ code: 1, out: '', err: expect.stringContaining('not public') });
  });
});
