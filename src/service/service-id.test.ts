import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serviceIdOf } from './service-id.ts';

it('keeps the id of a data folder, creates one if its file is empty, and refuses other content', () => {
  const folder = mkdtempSync(join(tmpdir(), 'itemtape-id-'));
  const file = join(folder, 'instance');

  const first = serviceIdOf(folder, true);
  expect(serviceIdOf(folder, true)).toBe(first);

  writeFileSync(file, '');
  const second = serviceIdOf(folder, true);
  expect(second).toMatch(/^[0-9a-f]{12}$/);
  expect(second).not.toBe(first);
  expect(serviceIdOf(folder, true)).toBe(second);

  writeFileSync(file, 'NOT AN ID');
  expect(() => serviceIdOf(folder, true)).toThrow(`${file} must hold one word`);
});
