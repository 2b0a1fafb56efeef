import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ruleOf } from '../../test/support/alerts/alerting.ts';
import { systemClock } from '../runtime/clock.ts';
import { Journal } from './journal.ts';
import { JournalFile } from './journal-file.ts';

let folder: string;
let file: string;
let warnings: object[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'itemtape-journal-'));
  file = join(folder, 'alerts.log');
  warnings = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = () =>
  Journal.open({
    storage: new JournalFile(file),
    timers: systemClock,
    log: { warn: (data) => void warnings.push(data) },
  });

async function writeRules(...ids: readonly string[]): Promise<void> {
  const journal = await open();
  const rule = {
    ...ruleOf({ kind: 'stream', filter: { games: ['CS2'] } }, ''),
    target: { kind: 'slack', url: 'https://example.test/hook' },
    keyId: 'k1',
    createdAt: 0,
    since: { epoch: 'e', sequence: 0 },
    doneAt: null,
  } as const;
  for (const id of ids) await journal.append({ what: 'rule', rule: { id, ...rule } });
  await journal.close();
}

async function rulesRead(): Promise<string[]> {
  const journal = await open();
  await journal.close();
  return [...journal.stored.rules.keys()];
}

describe('a damaged file of alerts', () => {
  it('keeps every rule but those of unreadable lines, and a copy of all that was in it', async () => {
    await writeRules('one', 'two', 'three');
    const damaged = readFileSync(file, 'utf8').replace('"what"', '"what');
    writeFileSync(file, damaged);

    expect(await rulesRead()).toEqual(['two', 'three']);
    expect(warnings).toEqual([{ file, lines: 1, copy: `${file}.damaged` }]);
    expect(readFileSync(`${file}.damaged`, 'utf8')).toBe(damaged);
    expect(statSync(`${file}.damaged`).mode & 0o777).toBe(0o600);
    expect(await rulesRead()).toEqual(['two', 'three']);
    expect(warnings).toHaveLength(1);
  });

  it('is nothing to report where only the line being written was cut', async () => {
    await writeRules('one', 'two');
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, -9));

    expect(await rulesRead()).toEqual(['one']);
    expect(warnings).toEqual([]);
    expect(readdirSync(folder)).toEqual(['alerts.log']);
  });
});
