import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClickHouseHttp, startClickHouseHttp } from '../../../test/support/servers/clickhouse-http.ts';
import { schema15 } from '../../../test/support/store/schema-15.ts';
import { temporaryFolder } from '../../../test/support/store/store-samples.ts';
import type { Column } from '../rows/columns.ts';
import { tables } from '../rows/tables.ts';
import { ClickHouseEngine } from './engine.ts';
import { clusterLayout, type Layout, plainLayout } from './layout.ts';
import { migrate } from './migrate.ts';
import { type Migration, migrations } from './migrations/steps.ts';
import { applyTableSettings } from './table-settings.ts';

const now = () => Date.UTC(2026, 0, 1);
const at = now();
const step = (version: number, ...statements: string[]): Migration => ({
  version,
  name: `step ${version}`,
  statements: () => statements,
});

describe('the schema', () => {
  const folder = temporaryFolder();
  const engines: ClickHouseEngine[] = [];
  let server: ClickHouseHttp;
  let engine: ClickHouseEngine;
  const over = (layout: Layout): ClickHouseEngine => {
    const made = new ClickHouseEngine({ url: server.url }, layout);
    engines.push(made);
    return made;
  };

  beforeAll(async () => {
    server = await startClickHouseHttp(folder.path);
    engine = over(plainLayout('default'));
  });
  afterAll(async () => {
    for (const one of engines) await one.close();
    await server.stop();
    folder.remove();
  });

  const tablesIn = async (database: string) =>
    (await engine.ask(`SELECT name FROM system.tables WHERE database = '${database}' ORDER BY name`)).flat();

  it('applies each migration once, in order, and continues where an interrupted one stopped', async () => {
    const steps = over(plainLayout('steps'));
    const create = 'CREATE TABLE IF NOT EXISTS steps.things (a UInt8) ENGINE = MergeTree ORDER BY a';
    const first = step(1, create, 'INSERT INTO steps.things VALUES (1)');
    const broken = step(2, 'INSERT INTO steps.things VALUES (2)', 'ALTER TABLE steps.missing DROP COLUMN a');

    expect(await migrate(steps, now, [first])).toEqual(['step 1']);
    expect(await migrate(steps, now, [first])).toEqual([]);
    await expect(migrate(steps, now, [first, broken])).rejects.toThrow(
      /^the migration "step 2" to schema version 2 failed: .*missing/s,
    );
    const begun: string[] = [];
    const mended = [first, step(2, 'ALTER TABLE steps.things ADD COLUMN b UInt8')];
    expect(await migrate(steps, now, mended, (names) => begun.push(...names))).toEqual(['step 2']);
    expect(begun).toEqual(['step 2']);

    expect(await engine.ask('SELECT a, b FROM steps.things ORDER BY a')).toEqual([
      [1, 0],
      [2, 0],
    ]);
  });

  it('is refused when a later release has changed it', async () => {
    const later = over(plainLayout('later'));
    await migrate(later, now, [step(1), step(7)]);

    await expect(migrate(later, now, [step(1)])).rejects.toThrow(
      'the database has schema version 7, and this release knows versions up to 1',
    );
  });

  it('is refused when it is older than what the steps lead from', async () => {
    const older = over(plainLayout('older'));
    await migrate(older, now, [step(14)]);

    await expect(migrate(older, now)).rejects.toThrow(
      'the database has schema version 14, and this release reads versions from 15 on; use another data folder',
    );
    expect(await tablesIn('older')).toEqual(['migrations']);
  });

  describe('of version 15', () => {
    const series = { itemId: '77', marketplaceId: 1, game: 'CS2', phase: '' };
    const points = [
      { ...series, basis: 'floor', at, priceUSD: 900, offerCount: 1 },
      { ...series, basis: 'floor', at: at + 1, priceUSD: 700, offerCount: 2 },
    ];
    const sale = { ...series, saleId: 'a', soldAt: at, amount: 800, currency: 'ZAR', priceUSD: 44 };
    const insert = async (table: string, ...rows: readonly object[]) => {
      const lines = rows.map((row) => JSON.stringify(row)).join('\n');
      await engine.command(
        `INSERT INTO former.${table} SETTINGS date_time_input_format = 'best_effort' FORMAT JSONEachRow ${lines}`,
      );
    };
    const past = async () =>
      await Promise.all([
        engine.ask('SELECT name FROM former.items FINAL'),
        engine.ask('SELECT itemId, at, priceUSD, offerCount FROM former.pricePoints FINAL ORDER BY at'),
        engine.ask('SELECT saleId, currency, amount, priceUSD FROM former.sales FINAL'),
        engine.ask('SELECT epoch, sequence FROM former.tapeMarks FINAL'),
      ]);

    it('keeps the past and loses the current state, which is kept beside the tape since', async () => {
      for (const statement of schema15('former')) await engine.command(statement);
      await insert('items', { itemId: '77', game: 'CS2', name: 'AK-47 | Slate (Field-Tested)' });
      await insert('pricePoints', ...points);
      await insert('sales', sale);
      await insert('tapeMarks', { epoch: 'e', sequence: 9 });
      await insert('liveOffers', { marketplaceId: 1, game: 'CS2', offerId: 'a', version: 1, isRemoved: 0 });
      const before = await past();
      expect(before.map((rows) => rows.length)).toEqual([1, 2, 1, 1]);

      expect(await migrate(over(plainLayout('former')), now)).toEqual([
        'tables-of-the-past',
        'what-is-on-an-item',
        'sides-and-removals',
      ]);

      expect(await past()).toEqual(before);
      await migrate(over(plainLayout('fresh')), now);
      expect(await tablesIn('former')).toEqual(await tablesIn('fresh'));
    });

    it('loses nothing when another node runs the same steps late', async () => {
      const before = await past();
      const layout = plainLayout('former');
      for (const statement of migrations.flatMap(({ statements }) => statements(layout)))
        await engine.command(statement);
      expect(await past()).toEqual(before);
    });
  });

  it.each(['declared', 'former'])('has exactly the declared columns (%s)', async (database) => {
    await migrate(over(plainLayout(database)), now);
    const found = await engine.ask<readonly [table: string, column: string, type: string]>(
      `SELECT table, name, type FROM system.columns WHERE database = '${database}' AND default_kind = ''`,
    );
    for (const { name, columns } of tables) {
      const remaining = found.filter(([table]) => table === name).map(([, column, type]) => [column, type]);
      const declared = Object.entries<Column<never>>(columns).map(([column, { type }]) => [column, type]);
      expect(declared.sort(), name).toEqual(remaining.sort());
    }
    const others = found.map(([table]) => table).filter((table) => !tables.some(({ name }) => name === table));
    expect(others.filter((table) => table !== 'migrations')).toEqual([]);
  });

  it('is made by steps that do not change once released', () => {
    const layouts = [plainLayout('itemtape'), clusterLayout('itemtape', 'main')];
    const digests = migrations.map(({ version, statements }) => {
      const hash = createHash('sha256').update(layouts.flatMap((layout) => statements(layout)).join('\n'));
      return [version, hash.digest('hex').slice(0, 16)];
    });
    expect(digests).toEqual([
      [16, 'aafea57f2caf7951'],
      [17, '1c4e2bdd8d8d0e64'],
      [18, 'd02b91eba6cc8db2'],
    ]);
  });

  it('follows the settings of each start', async () => {
    const settings = over(plainLayout('settings'));
    await migrate(settings, now);
    const definition = async (table: string) => {
      const sql = `SELECT engine_full FROM system.tables WHERE database = 'settings' AND name = '${table}'`;
      return String((await engine.ask<readonly [string]>(sql))[0]?.[0]);
    };

    await applyTableSettings(settings, { priceHistoryDays: 90, salesDays: 700, sourceRunDays: 7, fsync: true });
    expect(await definition('pricePoints')).toMatch(
      /TTL toDateTime\(at\) \+ toIntervalDay\(90\).*fsync_after_insert = 1/,
    );
    expect(await definition('sourceRuns')).toContain('toIntervalDay(7)');
    expect(await definition('sales')).toContain('TTL toDateTime(soldAt) + toIntervalDay(700)');

    await applyTableSettings(settings, { priceHistoryDays: undefined, sourceRunDays: 7, fsync: false });
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
    const sales = statements.filter((statement) => /^CREATE .*sales(Local)? ON CLUSTER main/.test(statement));
    expect(sales).toHaveLength(2);
    expect(sales[0]).toContain("ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/tape/sales', '{replica}')");
    expect(sales[1]).toContain('Distributed(main, tape, salesLocal, itemId)');
    const marks = statements.find((statement) => statement.includes('tapeMarksLocal ON CLUSTER main'));
    expect(marks).toContain("('/clickhouse/tables/{shard}/tape/tapeMarks', '{replica}', sequence)");
    expect(statements.filter((statement) => /liveOffers|offersToLive/.test(statement))).toEqual([
      'DROP VIEW IF EXISTS tape.offersToLive ON CLUSTER main',
      'DROP TABLE IF EXISTS tape.liveOffers ON CLUSTER main SYNC',
      'DROP TABLE IF EXISTS tape.liveOffersLocal ON CLUSTER main SYNC',
    ]);
  });

  it('accepts only plain names for databases and clusters', () => {
    expect(() => plainLayout('tape; DROP').createDatabase).toThrow('cannot be the name of a database');
    expect(() => clusterLayout('tape', "a'b")).toThrow('cannot be the name of a cluster');
  });
});
