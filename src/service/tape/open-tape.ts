import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import type { Config } from '../../settings.ts';
import type { Store } from '../../store/store.ts';
import { openFileTape } from '../../tape/file-tape.ts';
import type { Tape } from '../../tape/tape.ts';
import { tapeFolder } from '../../tape/tape-folder.ts';
import { joinStore } from './join-store.ts';

export type OpenTape = {
  readonly tape: Tape;
  /** Sequence up to which the store has it. */
  readonly storedTo: number;
  /** Call when the store has more of it. */
  readonly stored: (to: number) => void;
};

/** Opens the tape of the data folder, with the sequence up to which the store has it. */
export async function openTape(options: {
  readonly config: Config;
  readonly store: Pick<Store, 'mark' | 'markOf' | 'keepsPast'>;
  readonly now: Clock['now'];
  readonly log: Log;
}): Promise<OpenTape> {
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
    const storedTo = await joinStore(tape, store, log);
    tape.stored(storedTo);
    return { tape, storedTo, stored: (to) => tape.stored(to) };
  } catch (error) {
    await tape.close();
    throw error;
  }
}
