import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extent } from '../../test/support/runner/long-run.ts';
import { temporaryFolder } from '../../test/support/store/store-samples.ts';
import type { Engine, WrittenColumn } from './engine.ts';
import { clusterLayout, plainLayout } from './layout.ts';
import { migrate } from './migrate.ts';
import { formerLive } from './migrations/0009-by-marketplace.ts';
import { type Migration, migrations } from './migrations/steps.ts';
import { embeddedEngine } from './open-engine.ts';
import { figures } from './rows/figures.ts';
import { items, rates } from './rows/plain-rows.ts';
import { pricePoints } from './rows/price-points.ts';
import { writerOf } from './rows/table.ts';
import { tables } from './rows/tables.ts';
import { applyTableSettings } from './table-settings.ts';

const now = () => Date.UTC(2026, 0, 1);
const at = now();
const pricePointsOf = (names: readonly string[]): WrittenColumn[] =>
  writerOf(pricePoints).columns.filter(({ name }) => names.includes(name));
const step = (version: number, ...statements: string[]): Migration => ({
  version,
  name: `step ${version}`,
  statements: () => statements,
});

describe('the schema', () => {
  const folder = temporaryFolder();
  let engine: Engine;

  beforeAll(async () => {
    engine = await embeddedEngine(folder.path);
  });
  afterAll(async () => {
    await engine.close();
    folder.remove();
  });

  it('applies each migration once, in order, and continues where an interrupted one stopped', async () => {
    const layout = plainLayout('steps');
    const create = 'CREATE TABLE IF NOT EXISTS steps.things (a UInt8) ENGINE = MergeTree ORDER BY a';
    const first = step(1, create, 'INSERT INTO steps.things VALUES (1)');
    const broken = step(2, 'INSERT INTO steps.things VALUES (2)', 'ALTER TABLE steps.missing DROP COLUMN a');

    expect(await migrate(engine, layout, now, [first])).toEqual(['step 1']);
    expect(await migrate(engine, layout, now, [first])).toEqual([]);
    await expect(migrate(engine, layout, now, [first, broken])).rejects.toThrow(
      /^the migration "step 2" to schema version 2 failed: .*missing/s,
    );
    const begun: string[] = [];
    const mended = [first, step(2, 'ALTER TABLE steps.things ADD COLUMN b UInt8')];
    expect(await migrate(engine, layout, now, mended, (steps) => begun.push(...steps))).toEqual(['step 2']);
    expect(begun).toEqual(['step 2']);

    expect(await engine.ask('SELECT a, b FROM steps.things ORDER BY a')).toEqual([
      [1, 0],
      [2, 0],
    ]);
  });

  it('is refused when a later release has changed it', async () => {
    const layout = plainLayout('later');
    await migrate(engine, layout, now, [step(1), step(7)]);

    await expect(migrate(engine, layout, now, [step(1)])).rejects.toThrow(
      'the database has schema version 7, and this release knows versions up to 1',
    );
  });

  it('keeps rows from before all other currencies, and stores these since', async () => {
    const layout = plainLayout('money');
    const { columns } = writerOf(rates);
    const write = (currency: string, perUsd: number) =>
      engine.write('money.rates', columns, [[currency, 'someone', at, perUsd]]);
    await migrate(engine, layout, now, migrations.slice(0, 12));
    await engine.command(
      `INSERT INTO money.rates (currency, source, ratedAt, perUsd) VALUES ('KEY', 'someone', 0, 0.5)`,
    );
    await migrate(engine, layout, now);
    await write('ZAR', 18);
    await write('AED', 3.67);

    expect(await engine.ask('SELECT currency, perUsd FROM money.rates FINAL ORDER BY currency')).toEqual([
      ['KEY', 0.5],
      ['AED', 3.67],
      ['ZAR', 18],
    ]);
    const former = `SELECT table FROM system.columns WHERE database = 'money' AND name = 'currency' AND type NOT LIKE '%ZAR%' AND NOT match(table, 'ToLive$')`;
    expect((await engine.ask(former)).flat().sort()).toEqual(['buyOrders', 'offers', 'quotes']);
  });

  it('keeps rows from before keys and refined metal were currencies, and stores both since', async () => {
    const layout = plainLayout('coins');
    const { columns } = writerOf(rates);
    const write = (currency: string, perUsd: number) =>
      engine.write('coins.rates', columns, [[currency, 'someone', at, perUsd]]);
    await migrate(engine, layout, now, migrations.slice(0, 2));
    await write('RUB', 80);
    const [[before] = []] = await engine.ask<[string]>(
      "SELECT type FROM system.columns WHERE database = 'coins' AND table = 'rates' AND name = 'currency'",
    );
    expect(before).not.toContain('KEY');

    await migrate(engine, layout, now);
    await write('KEY', 0.5);
    expect(await engine.ask('SELECT currency, perUsd FROM coins.rates FINAL ORDER BY currency')).toEqual([
      ['RUB', 80],
      ['KEY', 0.5],
    ]);
    const takers = `SELECT table FROM system.columns WHERE database = 'coins' AND name = 'currency' AND type LIKE '%TF2%' AND NOT match(table, '(States|ToLive)$')`;
    expect((await engine.ask(takers)).flat().sort()).toEqual([
      ...['buyOrders', 'liveBuyOrders', 'liveOffers', 'liveQuotes', 'offers', 'quotes', 'sales'],
    ]);
  });

  describe('whose tables were moved to another order', () => {
    const before = migrations.slice(0, 8);
    const written = ['marketplaceId', 'game', 'itemId', 'phase', 'offerCount', 'changedAt', 'version'];
    const all = writerOf(figures).columns;
    const columns = written.map((name) => all.find((column) => column.name === name) as WrittenColumn);
    const write = (table: string, marketplaceId: number, offerCount: number, version: number) =>
      engine.write(table, columns, [[marketplaceId, 'CS2', '77', '', offerCount, at, version]]);
    const rowsIn = (name: string, kept = 'liveFigures') =>
      engine.ask(`SELECT marketplaceId, offerCount FROM ${name}.${kept} FINAL ORDER BY marketplaceId`);
    const ask = async (database: string, usd: number, later = 0) => {
      const series = { itemId: '77', marketplaceId: 1, game: 'CS2', phase: '', basis: 'floor' };
      const point = { ...series, at: at + later, priceUSD: usd };
      const columnNames = pricePointsOf(Object.keys(point));
      await engine.write(`${database}.pricePoints`, columnNames, [Object.values(point)]);
    };
    const candlesIn = (database: string) =>
      Promise.all(
        ['5m', '1h', '1d'].map(async (width) => {
          const figures = 'min(lowUSD), max(highUSD), argMaxMerge(closePrices).1, min(pointCount) > 0';
          const slots = `SELECT ${figures} FROM ${database}.askCandles${width} GROUP BY itemId, marketplaceId, slotAt`;
          return await engine.ask(slots);
        }),
      );

    it('has every row afterwards, also those that a node of the previous release still writes', async () => {
      const layout = plainLayout('laid');
      await migrate(engine, layout, now, before);
      await write('laid.figures', 1, 10, 1);
      await write('laid.figures', 2, 20, 1);
      await migrate(engine, layout, now);
      await write('laid.figures', 2, 21, 2);
      await write('laid.liveFigures', 3, 30, 2);

      expect(await rowsIn('laid')).toEqual([
        [1, 10],
        [2, 21],
        [3, 30],
      ]);
      const sorted = `SELECT name, sorting_key FROM system.tables WHERE database = 'laid' AND startsWith(name, 'live') ORDER BY name`;
      expect(await engine.ask(sorted)).toEqual([
        ['liveBuyOrders', 'marketplaceId, bucket, game, orderId'],
        ['liveFigures', 'marketplaceId, bucket, itemId, phase'],
        ['liveOffers', 'marketplaceId, bucket, game, offerId'],
        ['liveQuotes', 'marketplaceId, bucket, itemId, phase'],
      ]);
    });

    it('continues wherever it was interrupted, and loses nothing when another node runs the same steps late', async () => {
      const steps = migrations.slice(8);
      const count = steps.flatMap((one) => one.statements(plainLayout('late'))).length;
      for (let done = 0; done <= count; done += extent({ short: 3, long: 1 })) {
        const layout = plainLayout(`late${done}`);
        const statements = steps.flatMap((one) => one.statements(layout));
        await migrate(engine, layout, now, before);
        await write(`late${done}.figures`, 4, 40, 1);
        await ask(`late${done}`, 900);
        for (const statement of statements.slice(0, done)) await engine.command(statement);
        await migrate(engine, layout, now);
        await write(`late${done}.liveFigures`, 5, 50, 2);
        await ask(`late${done}`, 700, 1);
        for (const statement of statements.slice(done)) await engine.command(statement);

        const whole = [
          [4, 40],
          [5, 50],
        ];
        expect(await rowsIn(`late${done}`), `after ${done} of ${count}`).toEqual(whole);
        expect(await rowsIn(`late${done}`, 'figures')).toEqual([]);
        const candle = [700, 900, 700, 1];
        expect(await candlesIn(`late${done}`), `after ${done} of ${count}`).toEqual([[candle], [candle], [candle]]);
        await engine.command(`DROP DATABASE late${done}`);
      }
    });
  });

  it('no longer has the state of items whose id was made of another spelling than their key', async () => {
    await migrate(engine, plainLayout('keyed'), now, migrations.slice(0, 12));
    const names = [
      'AK-47 | Redline',
      'Sticker | Zero  | A',
      'Chef’s Kiss',
      'Autograph: &lt;3 dpm',
      'Music Kit | TWERL, Ekko',
    ];
    const ids = names.map((_, number) => String(number + 1));
    const itemColumns = writerOf(items).columns;
    await engine.write(
      'keyed.items',
      itemColumns,
      names.map((name, place) => [ids[place] as string, 'CS2', name]),
    );
    const written = ['marketplaceId', 'game', 'itemId', 'phase', 'offerCount', 'changedAt', 'version'];
    const all = writerOf(figures).columns;
    const columns = written.map((name) => all.find((column) => column.name === name) as WrittenColumn);
    await engine.write(
      'keyed.liveFigures',
      columns,
      ids.map((id) => [1, 'CS2', id, '', 1, at, 1]),
    );

    await migrate(engine, plainLayout('keyed'), now);

    const kept = 'SELECT name FROM keyed.items WHERE itemId IN (SELECT itemId FROM keyed.liveFigures) ORDER BY itemId';
    expect((await engine.ask<readonly [string]>(kept)).flat()).toEqual([names[0], names[3]]);
  });

  it('has exactly the declared columns', async () => {
    await migrate(engine, plainLayout('declared'), now);
    const found = await engine.ask<readonly [table: string, column: string, type: string]>(
      "SELECT table, name, type FROM system.columns WHERE database = 'declared' AND default_kind = ''",
    );
    for (const { name, columns, state } of tables) {
      const kept = found.filter(([table]) => table === name).map(([, column, type]) => [column, type]);
      const declared = Object.entries({ ...columns, ...state }).map(([column, { type }]) => [column, type]);
      expect(declared.sort(), name).toEqual(kept.sort());
    }
    const others = found.map(([table]) => table).filter((table) => !tables.some(({ name }) => name === table));
    const unwritten = others.filter((table) => !/^(migrations$|pricePoints|askCandles)/.test(table));
    expect([...new Set(unwritten)].sort()).toEqual(formerLive.flatMap((name) => [name, `${name}ToLive`]).sort());
  });

  it('is made by steps that do not change once released', () => {
    const layouts = [plainLayout('itemtape'), clusterLayout('itemtape', 'main')];
    const digests = migrations.map(({ version, statements }) => {
      const hash = createHash('sha256').update(layouts.flatMap((layout) => statements(layout)).join('\n'));
      return [version, hash.digest('hex').slice(0, 16)];
    });
    expect(digests).toEqual([
      [1, '17af0851d2bc7c1f'],
      [2, '5da0d330078d4e63'],
      [3, 'f07b2a7fe9fc71b1'],
      [4, '5225fb7303873178'],
      [5, '660248c2d738a7dc'],
      [6, 'ee9f62c08376b23c'],
      [7, 'acffeb8a671b17f4'],
      [8, 'cca4a51d44401f49'],
      [9, 'bdf0b5f6247441fa'],
      [10, 'aaa8373d93a1171d'],
      [11, 'd9c177e4eb62b2ad'],
      [12, '3c888bb49db1285f'],
      [13, '3648f407aa1133f3'],
      [14, '04b895f37dd034af'],
      [15, 'abadaceebbee64c3'],
    ]);
  });

  it('follows the settings of each start', async () => {
    const layout = plainLayout('settings');
    await migrate(engine, layout, now);
    const definition = async (table: string) => {
      const sql = `SELECT engine_full FROM system.tables WHERE database = 'settings' AND name = '${table}'`;
      return String((await engine.ask<readonly [string]>(sql))[0]?.[0]);
    };

    await applyTableSettings(engine, layout, { priceHistoryDays: 90, salesDays: 700, sourceRunDays: 7, fsync: true });
    expect(await definition('pricePoints')).toMatch(
      /TTL toDateTime\(at\) \+ toIntervalDay\(90\).*fsync_after_insert = 1/,
    );
    expect(await definition('askCandles1h')).toContain('TTL toDateTime(slotAt) + toIntervalDay(90)');
    expect(await definition('sourceRuns')).toContain('toIntervalDay(7)');
    expect(await definition('sales')).toContain('TTL toDateTime(soldAt) + toIntervalDay(700)');

    await applyTableSettings(engine, layout, { priceHistoryDays: undefined, sourceRunDays: 7, fsync: false });
    expect(await definition('pricePoints')).not.toMatch(/TTL|fsync_after_insert = 1/);
    expect(await definition('sales')).not.toContain('TTL');
    expect(await definition('sourceRuns')).toContain('toIntervalDay(7)');
  });

  it('is also valid SQL for a cluster, with replicated tables behind distributed ones', async () => {
    const layout = clusterLayout('tape', 'main');
    const statements = migrations.flatMap((migration) => migration.statements(layout));

    for (const statement of statements) await engine.command(`EXPLAIN AST ${statement}`);
    await expect(engine.command(`EXPLAIN AST ${statements[0]?.replace('ENGINE', 'ENGIN')}`)).rejects.toThrow(
      'Syntax error',
    );
    const offers = statements.filter((statement) => /^CREATE .*offers(Local)? ON CLUSTER main/.test(statement));
    expect(offers).toHaveLength(2);
    expect(offers[0]).toContain(
      "ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/tape/offers', '{replica}', version, isRemoved)",
    );
    const figures = statements.filter((statement) => /^CREATE .*figures(Local)? ON CLUSTER main/.test(statement));
    expect(figures[0]).toContain(
      "ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/tape/figures', '{replica}', version)",
    );
    expect(figures[1]).toContain('Distributed(main, tape, figuresLocal, itemId)');
    const coded = statements.filter((statement) => /^ALTER .*offers(Local)? ON CLUSTER main MODIFY/.test(statement));
    expect(coded).toHaveLength(2);
    expect(offers[1]).toContain('Distributed(main, tape, offersLocal, cityHash64(marketplaceId, game, offerId))');
  });

  it('accepts only plain names for databases and clusters', () => {
    expect(() => plainLayout('tape; DROP').createDatabase).toThrow('cannot be the name of a database');
    expect(() => clusterLayout('tape', "a'b")).toThrow('cannot be the name of a cluster');
  });
});
