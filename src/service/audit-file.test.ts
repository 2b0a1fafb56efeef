import { appendFileSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testFolder } from '../../test/support/runner/file-folders.ts';
import { type AuditRecord, nobody } from '../api/operator/audit.ts';
import { AuditFile } from './audit-file.ts';

const recordOf = (at: number): AuditRecord => ({
  at,
  action: 'key.create',
  ...nobody,
  user: 'me',
  about: { id: String(at) },
});

const open = (folder: string, maxBytes?: number) => {
  const warnings: string[] = [];
  const log = { warn: (_: object, text: string) => void warnings.push(text) };
  return { warnings, file: new AuditFile(folder, log as never, maxBytes) };
};

describe('the file of the audit log', () => {
  it('has a line for each record, for its owner only, and is read from the newest on', async () => {
    const folder = testFolder('audit');
    const { file } = open(folder);
    await Promise.all([1, 2, 3].map((at) => file.write(recordOf(at))));
    const path = join(folder, 'audit.jsonl');

    expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(3);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect((await file.read(2)).map(({ at }) => at)).toEqual([3, 2]);
    expect((await open(folder).file.read(10)).map(({ at }) => at)).toEqual([3, 2, 1]);
  });

  it('is kept in three files of limited size, of which the oldest is dropped', async () => {
    const folder = testFolder('audit');
    const maxBytes = 1_000;
    const { file } = open(folder, maxBytes);
    const numbers = Array.from({ length: 60 }, (_, at) => at + 1);
    for (const at of numbers) await file.write(recordOf(at));
    const names = ['audit.jsonl', 'audit.1.jsonl', 'audit.2.jsonl'];
    const found = (await file.read(1_000)).map(({ at }) => at);

    for (const name of names) expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(maxBytes);
    expect(existsSync(join(folder, 'audit.3.jsonl'))).toBe(false);
    expect(found.length).toBeLessThan(numbers.length);
    expect(found).toEqual(numbers.slice(-found.length).reverse());
  });

  it('is read past a line that a kill has cut', async () => {
    const folder = testFolder('audit');
    const { file } = open(folder);
    await file.write(recordOf(1));
    appendFileSync(join(folder, 'audit.jsonl'), '{"at":2,"acti\n');
    await file.write(recordOf(3));

    expect((await file.read(10)).map(({ at }) => at)).toEqual([3, 1]);
  });

  it('that cannot be written is reported, and holds nothing up', async () => {
    const folder = testFolder('audit');
    mkdirSync(join(folder, 'audit.jsonl'));
    const { file, warnings } = open(folder);
    await file.write(recordOf(1));

    expect(warnings).toEqual(['line of the audit log not written']);
  });
});
