import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/store/store-samples.ts';
import { openPublishing } from '../../../test/support/tape/publishing.ts';
import { createExchangeRates } from '../../normalise/exchange-rates.ts';
import { type OpenStore, openStore } from '../../store/open-store.ts';
import { createWriter, type Writer } from '../../store/writer.ts';
import { StateKeeper } from './state-keeper.ts';

const minute = 60_000;
const midnight = Date.UTC(2026, 0, 16);

describe('bases of the past', () => {
  const folder = temporaryFolder();
  let store: OpenStore;
  let writer: Writer;
  let publishing: Awaited<ReturnType<typeof openPublishing>>;
  let keeper: StateKeeper;
  let clock = midnight - 20 * minute;
  const now = () => clock;

  beforeEach(async () => {
    clock = midnight - 20 * minute;
    store = await openStore({ at: { folder: folder.path }, now, statesDays: 7 });
    writer = createWriter({ store, now });
    publishing = await openPublishing({ writer, now });
    const rates = createExchangeRates({ now });
    const log = { info: () => {} };
    keeper = new StateKeeper({ states: store.states, writer, recorder: publishing.recorder, rates, now, log });
    await keeper.run();
  });
  afterEach(async () => {
    await keeper.stop();
    await publishing.close();
    await writer.stop();
    await store.close();
    folder.remove();
  });

  const basesAfter = async (...instants: readonly number[]) => {
    for (const at of instants) {
      clock = at;
      await keeper.run();
    }
    return store.states.bases().length;
  };

  it('are written once a day, even if nothing was published since midnight', async () => {
    expect(await basesAfter(midnight - 10 * minute)).toBe(1);
    expect(await basesAfter(midnight + minute, midnight + 2 * minute, midnight + 3 * minute)).toBe(2);
    expect(await basesAfter(midnight + 1_441 * minute, midnight + 1_442 * minute)).toBe(3);
  });

  it('that cannot be written fail once, however often the keeper was called meanwhile', async () => {
    clock = midnight + minute;
    const slow = { atRest: () => Promise.reject(new Error('too slow')), flush: writer.flush, stats: writer.stats };
    const rates = createExchangeRates({ now });
    const other = new StateKeeper({
      states: store.states,
      writer: slow,
      recorder: publishing.recorder,
      rates,
      now,
      log: { info: () => {} },
    });
    const outcomes = await Promise.allSettled([other.run(), other.run(), other.run()]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  });

  it('are written once a day even if the clock ran ahead over midnight and was set back', async () => {
    expect(await basesAfter(midnight + minute)).toBe(2);
    expect(await basesAfter(midnight - 10 * minute, midnight - 9 * minute, midnight + 2 * minute)).toBe(2);
  });
});
