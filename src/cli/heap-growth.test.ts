import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compiled } from '../../test/support/processes/compiled.ts';

const megabyte = 2 ** 20;

type Grown = { readonly newBytes: number; readonly oldBytes: number };

let child: Awaited<ReturnType<typeof compiled>>;
let bounded: Grown;
let atOnce: Grown;
let held: Grown;
let free: Grown;

const grownOf = async (how: string): Promise<Grown> =>
  JSON.parse((await promisify(execFile)(process.execPath, [child.script, how])).stdout);

beforeAll(async () => {
  child = await compiled('test/support/processes/new-objects-child.ts');
  [bounded, atOnce, held, free] = [
    await grownOf('bounded'),
    await grownOf('at once'),
    await grownOf('held'),
    await grownOf('free'),
  ];
});
afterAll(() => child.remove());

it('keeps the young generation small, however many objects are created at once', () => {
  const v8 = Number.parseInt(process.versions.v8, 10);
  // Before V8 14, of Node 25, it would double further
  const doubles = v8 < 14;
  expect(bounded.newBytes).toBeGreaterThan(0);
  // It can shrink while the process waits, and then grow once more before it is held; for longer in V8 13, of Node 24
  expect(bounded.newBytes).toBeLessThanOrEqual((v8 < 13 ? 16 : 32) * megabyte);
  expect(atOnce.newBytes).toBeLessThanOrEqual((v8 < 13 ? 16 : 32) * megabyte);
  if (doubles) expect(free.newBytes).toBeGreaterThan(bounded.newBytes);
});

it('does not grow it while modules are loaded', () => {
  expect(held.newBytes).toBeLessThan(bounded.newBytes / 2);
});

it('allocates no short-lived objects in the old generation, whatever lived long before', async () => {
  // Anew for each attempt, as what V8 has seen by an instant depends on what else the machine does
  const [bounded, free] = [await grownOf('bounded'), await grownOf('free')];
  expect(bounded.oldBytes).toBeLessThan(free.oldBytes / 2);
});
