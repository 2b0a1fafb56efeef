import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../test/support/store/store-samples.ts';
import { readConfig } from '../../config/config.ts';
import { lineFrame } from './frames.ts';
import { ScheduledBackups } from './scheduled-backups.ts';
import { BackupRefused } from './source.ts';

const hour = 3_600_000;
const startAt = Date.UTC(2026, 0, 31, 6);
const content = Buffer.from('{}');

/** The frames of a backup of one small file, or of a file that cannot be read. */
async function* framesOf(failure: string | null): AsyncGenerator<Uint8Array> {
  yield lineFrame({ file: 'keys.json', bytes: content.length });
  yield content;
  if (failure !== null) yield lineFrame({ error: failure });
  const sha256 = createHash('sha256').update(content).digest('hex');
  const files = [{ name: 'keys.json', bytes: content.length, sha256 }];
  const createdAt = new Date(startAt).toISOString();
  yield lineFrame({ manifest: { format: 1, schemaVersion: 1, createdAt, serviceVersion: '1.2.3', files } });
}

function backingUp(settings: Readonly<Record<string, string>> = {}) {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  const folder = join(path, 'backups');
  const rig = { at: startAt, failure: null as string | null, isBusy: false, made: 0 };
  const source = {
    backup: () => {
      if (rig.isBusy) throw new BackupRefused('another one is under way');
      rig.made += 1;
      return framesOf(rig.failure);
    },
  };
  const log = { info: () => {}, warn: () => {} };
  const configOf = (more: Readonly<Record<string, string>>) =>
    readConfig({ file: null, environment: { BACKUP_FOLDER: folder, ...settings, ...more }, flags: {} }).config;
  const open = () => new ScheduledBackups(configOf({}), { source, now: () => rig.at, log });
  const found = () => (existsSync(folder) ? readdirSync(folder).sort() : []);
  return { folder, rig, configOf, open, found };
}

it('makes a backup when one is due by the folder, not by the start of the service', async () => {
  const { rig, open, found } = backingUp({ BACKUP_EVERY_HOURS: '6' });
  const before = open();
  await before.runWhenDue();
  rig.at += 5 * hour;
  await before.runWhenDue();
  expect(found()).toEqual(['2026-01-31T06-00-00Z']);
  await before.stop();

  const after = open();
  await after.runWhenDue();
  expect(rig.made).toBe(1);
  rig.at += hour;
  await after.runWhenDue();
  expect(found()).toEqual(['2026-01-31T06-00-00Z', '2026-01-31T12-00-00Z']);
  expect(after.report()).toEqual({ lastAt: rig.at, kept: 2, failingSince: null, lastError: null });
});

it('keeps the newest backups, and touches no other files', async () => {
  const { folder, rig, open, found } = backingUp({ BACKUP_EVERY_HOURS: '1', BACKUP_KEEP: '2' });
  const others = ['2020-01-01', '2020-01-01T00-00-00Z', 'notes', `2020-01-01.unfinished-${process.pid}`];
  for (const name of others) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'notes', 'manifest.json'), '{}');
  mkdirSync(join(folder, `2026-01-01T00-00-00Z.unfinished-${process.pid}`));
  const backups = open();
  for (let count = 0; count < 4; count += 1) {
    await backups.runWhenDue();
    rig.at += hour;
  }

  expect(rig.made).toBe(4);
  expect(found()).toEqual([...others, '2026-01-31T08-00-00Z', '2026-01-31T09-00-00Z'].sort());
});

it('keeps correctly dated backups, and the schedule, after a clock that ran ahead', async () => {
  const { rig, open, found } = backingUp({ BACKUP_EVERY_HOURS: '24', BACKUP_KEEP: '2' });
  const before = open();
  await before.runWhenDue();
  rig.at += 60 * 24 * hour;
  await before.runWhenDue();
  await before.stop();
  expect(found()).toEqual(['2026-01-31T06-00-00Z', '2026-04-01T06-00-00Z']);

  rig.at = startAt + hour;
  const after = open();
  for (let hours = 1; hours < 50; hours += 1) {
    await after.runWhenDue();
    rig.at += hour;
  }
  expect(found()).toEqual(['2026-02-01T06-00-00Z', '2026-02-02T06-00-00Z']);
  expect(rig.made).toBe(4);
});

it('continues at once when a clock that ran ahead is set right, also after failures', async () => {
  const { rig, open, found } = backingUp({ BACKUP_EVERY_HOURS: '6' });
  const backups = open();
  await backups.runWhenDue();
  rig.at += 24 * hour;
  await backups.runWhenDue();
  rig.at = startAt + 5 * hour;
  await backups.runWhenDue();
  expect(rig.made).toBe(2);
  rig.at = startAt + 6 * hour;
  await backups.runWhenDue();
  expect(found()).toEqual(['2026-01-31T06-00-00Z', '2026-01-31T12-00-00Z', '2026-02-01T06-00-00Z']);

  rig.at += 48 * hour;
  rig.failure = 'no space left on device';
  await backups.runWhenDue();
  rig.at = startAt + 12 * hour;
  rig.failure = null;
  await backups.runWhenDue();
  expect(found()).toContain('2026-01-31T18-00-00Z');
});

it('reports a failure, leaves nothing behind, and tries again after ten minutes', async () => {
  const { rig, open, found } = backingUp();
  const backups = open();
  rig.failure = 'no space left on device';
  await backups.runWhenDue();
  await backups.runWhenDue();
  expect(found()).toEqual([]);
  expect(rig.made).toBe(1);
  expect(backups.report()).toMatchObject({ failingSince: startAt, lastError: expect.stringContaining('no space') });
  const values = Object.fromEntries(backups.metrics().map(({ name, samples }) => [name, samples[0]?.value]));
  expect(values).toMatchObject({ itemtape_backup_failures_total: 1, itemtape_backup_failing: 1 });

  rig.failure = null;
  rig.at += hour / 6;
  await backups.runWhenDue();
  expect(found()).toHaveLength(1);
  expect(backups.report()).toMatchObject({ kept: 1, failingSince: null, lastError: expect.any(String) });
});

it('never dates a failure in the future after a clock that ran ahead', async () => {
  const { rig, open } = backingUp();
  const backups = open();
  rig.at += 48 * hour;
  rig.failure = 'no space left on device';
  await backups.runWhenDue();
  rig.at = startAt;
  expect(backups.report()?.failingSince).toBe(startAt);

  await backups.runWhenDue();
  expect(rig.made).toBe(2);
  rig.at += hour;
  await backups.runWhenDue();
  expect(backups.report()?.failingSince).toBe(startAt);
});

it('waits where another copy is under way, which is no failure', async () => {
  const { rig, open, found } = backingUp();
  const backups = open();
  rig.isBusy = true;
  await backups.runWhenDue();
  expect(backups.report()).toMatchObject({ failingSince: null, lastError: null });
  rig.isBusy = false;
  rig.at += 60_000;
  await backups.runWhenDue();
  expect(found()).toHaveLength(1);
});

it('applies changed settings, and makes no backups without a folder', async () => {
  const { rig, configOf, open, found } = backingUp();
  const backups = open();
  backups.change(configOf({ BACKUP_FOLDER: '' }));
  await backups.runWhenDue();
  expect([backups.report(), found()]).toEqual([null, []]);

  backups.change(configOf({ BACKUP_EVERY_HOURS: '1' }));
  await backups.runWhenDue();
  rig.at += hour;
  await backups.runWhenDue();
  expect(found()).toHaveLength(2);
});
