import { expect, it, onTestFinished } from 'vitest';
import { saleOf, temporaryFolder } from '../../../test/support/store/store-samples.ts';
import { until } from '../../../test/support/time/until.ts';
import { systemClock } from '../../runtime/clock.ts';
import type { Position } from '../../schema/index.ts';
import type { StoredRow } from '../../store/store.ts';
import { Writer } from '../../store/writer.ts';
import { openFileTape } from '../../tape/file-tape.ts';
import { Recorder } from '../../tape/recorder.ts';
import { createStoreFollower } from './store-follower.ts';

const at = Date.UTC(2026, 0, 15, 12);
const now = () => at;
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const highWater = 100;
const pushed = 5_000;

it('leaves on the tape what the store cannot take, and gives it everything once it can', async () => {
  const folder = temporaryFolder();
  const tape = await openFileTape({
    folder: folder.path,
    keepMs: 86_400_000,
    keepBytes: 2 ** 30,
    hasFsync: false,
    now,
  });
  const recorder = new Recorder({ tape, timeOf: now, onEpoch: () => {}, now, timers: systemClock, log: silent });
  let isDown = true;
  const stored: StoredRow[] = [];
  const marks: Position[] = [];
  const append = async (rows: readonly StoredRow[]) => {
    if (isDown) throw new Error('disk full');
    stored.push(...rows);
  };
  const mark = async (position: Position) => void marks.push(position);
  const writer = new Writer({ store: { append, mark }, maxDelayMs: 0, highWater });
  const follower = createStoreFollower({ tape, writer, received: null, log: silent });
  onTestFinished(async () => {
    await follower.stop();
    await recorder.close();
    await tape.close();
    folder.remove();
  });
  recorder.follow((records, first, lines) => follower.receive(records, first, lines));
  follower.begin(tape.head);

  for (let number = 0; number < pushed; number += 1) {
    recorder.add([{ what: 'sale', sale: saleOf({ saleId: `sale-${number}` }) }]);
    if (number % highWater === 0) await recorder.flush();
  }
  await recorder.flush();
  await until('a failure to write', async () => writer.stats().notWritingSince !== null);
  expect(tape.head).toBe(pushed);
  expect(follower.lastTaken).toBeLessThan(pushed);
  expect(writer.stats().waiting).toBeLessThan(pushed / 2);

  isDown = false;
  await follower.reached(pushed);
  await writer.stop();
  expect(stored.map(({ row }) => 'saleId' in row && row.saleId)).toEqual(
    Array.from({ length: pushed }, (_, number) => `sale-${number}`),
  );
  expect(writer.stats().givenUp.sales).toBe(0);
  expect(marks.at(-1)).toEqual({ epoch: tape.epoch, sequence: pushed });
});
