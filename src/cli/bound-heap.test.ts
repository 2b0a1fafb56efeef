import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compiled } from '../../test/support/compiled.ts';

const megabyte = 2 ** 20;

let child: Awaited<ReturnType<typeof compiled>>;

beforeAll(async () => {
  child = await compiled('test/support/new-objects-child.ts');
});
afterAll(() => child.remove());

const newSpaceOf = async (how: string): Promise<number> =>
  Number((await promisify(execFile)(process.execPath, [child.script, how])).stdout);

it('keeps the space of new objects small, however much is made at once', async () => {
  const [bounded, free] = [await newSpaceOf('bounded'), await newSpaceOf('free')];

  expect(bounded).toBeGreaterThan(0);
  expect(bounded).toBeLessThanOrEqual(16 * megabyte);
  expect(free).toBeGreaterThan(bounded);
});
