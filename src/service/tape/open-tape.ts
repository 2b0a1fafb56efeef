import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import type { Config } from '../../settings.ts';
import type { Store } from '../../store/store.ts';
import { type FileTape, openFileTape, tapeFolder } from '../../tape/file-tape.ts';

// More takes longer to read again than the marketplaces take to tell it
const mostToReplay = 2_000_000;

/**
 * The tape of the data folder, and from where on it is ahead of the store. An epoch goes on only where the two belong
 * together: what was told before is either in the store or can be read again.
 */
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
    const storedTo = await store.markOf(tape.epoch);
    const trouble = troubleWith(tape, storedTo);
    if (trouble === null && storedTo !== null) return { tape, storedTo };
    if (trouble !== null) {
      await tape.renew(tape.head + 1);
      log.warn({ epoch: tape.epoch, first: tape.first, newEpoch: trouble }, 'tape begun anew');
    }
    // Before anything is told of it, so that the next start knows that this store and this tape are of one service
    await store.mark({ epoch: tape.epoch, sequence: tape.head });
    return { tape, storedTo: tape.head };
  } catch (error) {
    await tape.close();
    throw error;
  }
}

function troubleWith({ first, head }: FileTape, storedTo: number | null): string | null {
  if (storedTo === null) return head < first ? null : 'the database is not the one that it was written beside';
  if (storedTo > head) return 'the database is ahead of it';
  if (storedTo < first - 1) return 'what the database lacks is no longer kept';
  return head - storedTo > mostToReplay ? 'the database lacks too much of it' : null;
}
