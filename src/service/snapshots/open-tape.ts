import type { Config } from '../../config/settings.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import { sinkNames } from '../../sinks/sink.ts';
import { openFileTape } from '../../tape/file-tape.ts';
import { Snapshots } from '../../tape/snapshot/snapshot.ts';
import { openSnapshotFolder, snapshotFolder } from '../../tape/snapshot/snapshot-folder.ts';
import type { Tape } from '../../tape/tape.ts';
import { tapeFolder } from '../../tape/tape-folder.ts';
import { planRestore, type RestorePlan } from './restore-plan.ts';

export type OpenTape = {
  readonly tape: Tape;
  readonly snapshots: Snapshots;
  /** How the book is restored from both. */
  readonly plan: RestorePlan;
  /** Sequence after which the stream begins. */
  readonly streamAfter: number;
};

/** Opens the tape of the data folder and the snapshots beside it. */
export async function openTape(options: {
  readonly config: Config;
  readonly now: Clock['now'];
  readonly log: Log;
}): Promise<OpenTape> {
  const { config, now, log } = options;
  const dataFolder = config['data.folder'];
  const tape = await openFileTape({
    folder: tapeFolder(dataFolder),
    keepMs: config['tape.keepHours'] * 3_600_000,
    keepBytes: config['tape.keepMegabytes'] * 2 ** 20,
    heldFor: ['snapshots', 'store', ...sinkNames(config)],
    hasFsync: config['store.fsync'],
    now,
    log,
  });
  try {
    const snapshots = await Snapshots.open(await openSnapshotFolder(snapshotFolder(dataFolder)), log);
    tape.needs('snapshots', snapshots.neededAfter ?? 0);
    return { tape, snapshots, plan: await planRestore(tape, snapshots, log), streamAfter: tape.head };
  } catch (error) {
    await tape.close();
    throw error;
  }
}
