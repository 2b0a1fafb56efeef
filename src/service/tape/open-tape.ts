import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import type { Config } from '../../settings.ts';
import type { Store } from '../../store/store.ts';
import { type FileTape, openFileTape, tapeFolder } from '../../tape/file-tape.ts';
import { joinStore } from './join-store.ts';

/** The tape of the data folder, and from where on it is ahead of the store. */
export async function openTape(options: {
  readonly config: Config;
  readonly store: Pick<Store, 'mark' | 'markOf'>;
  readonly now: Clock['now'];
  readonly log: Log;
}): Promise<{ readonly tape: FileTape; readonly storedTo: number }> {
  const { config, store, now, log } = options;
  const tape = await openFileTape({
    folder: tapeFolder(config['data.folder']),
    keepMs: config['tape.keepHours'] * 3_600_000,
    keepBytes: config['tape.keepMegabytes'] * 2 ** 20,
    hasFsync: config['store.fsync'],
    now,
    log,
  });
  try {
    return { tape, storedTo: await joinStore(tape, store, log) };
  } catch (error) {
    await tape.close();
    throw error;
  }
}
