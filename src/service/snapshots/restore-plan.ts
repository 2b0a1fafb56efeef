import {
  endOf,
  type Manifest,
  SnapshotDamaged,
  type SnapshotFile,
  type SnapshotLog,
  type Snapshots,
} from '../../tape/snapshot/snapshot.ts';
import type { Tape } from '../../tape/tape.ts';
import { Suffix } from './suffix.ts';

// More takes longer to replay than to read from the marketplaces again
const maxWithoutSnapshot = 2_000_000;

/** How the book is restored: from these files, and what was published after each of them. */
export type RestorePlan = {
  readonly files: readonly SnapshotFile[];
  /** The sequence after which anything is replayed; the head of the tape where nothing is. */
  readonly after: number;
  /** The sequence up to which it is. */
  readonly replayedTo: number;
  /** Null where nothing is to be replayed. */
  readonly suffix: Suffix | null;
  /** The sequence after which the records of a part are replayed. */
  readonly sinceOf: (part: string) => number;
};

/** A plan before anything is done about its trouble. */
export type FoundPlan = RestorePlan & {
  /** Why readers cannot resume: the book will lack something that they were told, or they something that it has. */
  readonly trouble: string | null;
};

const nothing = { files: [], suffix: null, sinceOf: () => Number.POSITIVE_INFINITY } as const;

/**
 * Decides how to restore the book, and begins a new epoch of the tape where that cannot give what readers were told. `lost` says
 * why the tape lacks something that was sent, if it does.
 */
export async function planRestore(
  tape: Tape,
  snapshots: Snapshots,
  log: SnapshotLog,
  lost: string | null = null,
): Promise<RestorePlan> {
  const plan = await findPlan(tape, snapshots, log);
  const trouble = lost ?? plan.trouble;
  if (trouble !== null) {
    const { newest } = snapshots;
    await tape.renew(Math.max(tape.head, newest === null ? 0 : endOf(newest)) + 1);
    log.warn({ epoch: tape.epoch, first: tape.first, newEpoch: trouble }, 'epoch of the tape changed');
  }
  return plan;
}

export async function findPlan(tape: Tape, snapshots: Snapshots, log: SnapshotLog): Promise<FoundPlan> {
  const { newest } = snapshots;
  return newest === null ? await withoutSnapshot(tape) : await withSnapshot(tape, snapshots, newest, log);
}

/** The whole tape is replayed, if it is there from its beginning. */
async function withoutSnapshot(tape: Tape): Promise<FoundPlan> {
  const { head, oldest } = tape;
  const none = { after: head, replayedTo: head };
  if (head < oldest) return { ...nothing, ...none, trouble: null };
  const suffix = oldest > 1 || head > maxWithoutSnapshot ? null : await Suffix.read(tape, 0);
  if (suffix?.isWhole === true)
    return { files: [], after: 0, replayedTo: suffix.head, suffix, sinceOf: () => 0, trouble: null };
  const trouble =
    'there is no snapshot of what was on sale: the book begins empty, and the marketplaces fill it; the history stays';
  return { ...nothing, ...none, trouble };
}

async function withSnapshot(
  tape: Tape,
  snapshots: Snapshots,
  manifest: Manifest,
  log: SnapshotLog,
): Promise<FoundPlan> {
  const damaged: string[] = [];
  const files: SnapshotFile[] = [];
  for (const { part } of manifest.files) {
    const file = await soundFile(snapshots, part, tape.oldest, log);
    if (file === null) damaged.push(part);
    else files.push(file);
  }
  const isOfTape = [tape, ...tape.previousEpochs, ...tape.ended].some(({ epoch }) => epoch === manifest.epoch);
  const since = new Map(files.map(({ part, sequence }) => [part, sequence]));
  for (const part of damaged) since.set(part, Number.POSITIVE_INFINITY);
  const after = Math.min(manifest.sequence, ...files.map(({ sequence }) => sequence));
  const suffix = isOfTape && after < tape.head ? await Suffix.read(tape, after) : null;
  const sinceOf = (part: string): number => since.get(part) ?? manifest.sequence;
  return {
    files,
    after: suffix === null ? tape.head : after,
    replayedTo: suffix?.head ?? tape.head,
    suffix,
    sinceOf,
    trouble: troubleWith(tape, manifest, { damaged, isOfTape, suffix }),
  };
}

/** The newest file of a part that is whole and behind which nothing is missing on the tape; null if there is none. */
async function soundFile(
  snapshots: Snapshots,
  part: string,
  oldest: number,
  log: SnapshotLog,
): Promise<SnapshotFile | null> {
  const [newest, ...olderFiles] = snapshots.filesOf(part);
  for (const file of [newest, ...olderFiles.filter(({ sequence }) => sequence >= oldest - 1)]) {
    if (file === undefined) continue;
    try {
      await snapshots.check(file);
      return file;
    } catch (error) {
      if (!(error instanceof SnapshotDamaged)) throw error;
      log.warn({ part, sequence: file.sequence, error: error.message }, 'part of the snapshot unusable');
    }
  }
  log.warn({ part }, 'part of the snapshot not restored; its marketplace is read again');
  return null;
}

function troubleWith(
  { head }: Tape,
  manifest: Manifest,
  {
    damaged,
    isOfTape,
    suffix,
  }: { readonly damaged: readonly string[]; readonly isOfTape: boolean; readonly suffix: Suffix | null },
): string | null {
  if (!isOfTape) return 'it does not belong to the snapshot of what was on sale';
  if (endOf(manifest) > head) return 'the snapshot is ahead of it';
  if (suffix?.isWhole === false) return 'what was published after the snapshot cannot be read';
  return damaged.length > 0 ? `the snapshot of ${damaged.join(', ')} is damaged` : null;
}
