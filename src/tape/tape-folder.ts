import { readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { headerLength } from './frame.ts';
import { readMark } from './mark.ts';
import { isLeftOver, isSealedName, readHeader, type Segment, scanSegment, segmentNamed } from './segment.ts';
import type { PreviousEpoch } from './tape.ts';

/** The tape folder of a data folder. */
export const tapeFolder = (dataFolder: string): string => join(dataFolder, 'tape');

/** Names of the segments in a tape folder, which backups include. */
export async function tapeFiles(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  return names.filter((name) => {
    const named = segmentNamed(name);
    return named !== null && !isLeftOver(named.ending);
  });
}

/** Renames a damaged file, so that the tape no longer uses it and nothing in it is lost; returns its new path. */
export async function setAside(path: string): Promise<string> {
  for (let copy = 1; ; copy += 1) {
    const aside = copy === 1 ? `${path}.damaged` : `${path}.${copy}.damaged`;
    if (await stat(aside).catch(() => null)) continue;
    await rename(path, aside);
    return aside;
  }
}

type InFolder = {
  /** In order. */
  readonly segments: readonly Segment[];
  /** Names of the damaged files that were set aside. */
  readonly damaged: readonly string[];
};

/** The tape that an earlier run left. */
type OpenedFolder = InFolder & {
  /** The epoch to continue; null when a new one must begin. */
  readonly epoch: string | null;
  /** The epoch that the new one can follow. */
  readonly previous: string | null;
  /** Why a new epoch must begin. */
  readonly why: string | null;
  readonly cutBytes: number;
};

/** Examines a tape folder and finds out whether its epoch can be continued. */
export async function findTape(folder: string): Promise<OpenedFolder> {
  const found = await scanned(await segmentsIn(folder));
  const last = found.segments.at(-1);
  const withNewEpoch = (why: string): OpenedFolder => ({ ...found, epoch: null, previous: null, why });
  if (last === undefined) return withNewEpoch('there was no tape');
  const mark = readMark(folder);
  // The first start after a restore was cut short before anything was recorded in its new epoch
  if ('why' in mark && last.previous !== undefined && last.previous === mark.previous && last.last === null)
    return { ...found, epoch: last.epoch, previous: null, why: null };
  const marked = 'why' in mark ? mark.previous : mark.epoch;
  if ('why' in mark && marked === undefined) return withNewEpoch(mark.why);
  if (!hasSoundEnd(found)) return withNewEpoch('its newest part is damaged');
  if (marked !== last.epoch || last.isSealed || headOf(last) < mark.head)
    return withNewEpoch('its newest part is missing');
  if ('why' in mark) return { ...withNewEpoch(mark.why), previous: last.epoch };
  return { ...found, epoch: mark.epoch, previous: null, why: null };
}

/** The last sequence in a scanned segment, or the one before it. */
export const headOf = ({ first, last }: Segment): number => last?.sequence ?? first - 1;

/** A write that was cut short leaves part of a frame at the end; any other fault is damage. */
function hasSoundEnd({ segments, damaged }: InFolder): boolean {
  const last = segments.at(-1);
  const isSound = ({ ending }: Segment, at: number): boolean =>
    ending === 'whole' || (ending === 'torn' && at === segments.length - 1);
  const isNewest = (name: string): boolean => Number.parseInt(name, 10) > (last?.first ?? 0);
  return segments.every(isSound) && !damaged.some(isNewest);
}

/** Scans the segments that were not packed, and the newest one in any case. Those without any whole frame are set aside. */
async function scanned({ segments, damaged }: InFolder): Promise<InFolder & { readonly cutBytes: number }> {
  const retained = [...segments];
  const aside = [...damaged];
  let cutBytes = 0;
  for (const segment of [...segments].reverse()) {
    const isNewest = segment === retained.at(-1);
    if (segment.isSealed && !isNewest) continue;
    const before = segment.size;
    const ending = await scanSegment(segment);
    if (isNewest && !segment.isSealed) cutBytes = before - segment.size;
    if (ending !== 'damaged' || segment.last !== null) continue;
    aside.push(basename(await setAside(segment.path)));
    retained.splice(retained.indexOf(segment), 1);
  }
  return { segments: retained, damaged: aside, cutBytes };
}

/** The segments in a folder. Removes what is left over from packing; files that cannot be read are set aside. */
export async function segmentsIn(folder: string): Promise<InFolder> {
  const segments = new Map<number, Segment>();
  const damaged: string[] = [];
  const leave = async (path: string) => void damaged.push(basename(await setAside(path)));
  const remove = (path: string) => rm(path, { force: true });
  // In this order a packed file (.tape) comes after its original (.open)
  for (const name of (await readdir(folder)).sort()) {
    const path = join(folder, name);
    const found = await fileAt(path);
    if (found === 'useless') await remove(path);
    if (found === 'damaged') await leave(path);
    if (typeof found === 'string') continue;
    const original = segments.get(found.first);
    if (original !== undefined && !(await hasAllOf(found, original))) {
      await leave(path);
      continue;
    }
    if (original !== undefined) await (original.ending === 'damaged' ? leave : remove)(original.path);
    segments.set(found.first, found);
  }
  return { segments: [...segments.values()].sort((a, b) => a.first - b.first), damaged };
}

async function fileAt(path: string): Promise<Segment | 'other' | 'useless' | 'damaged'> {
  const named = segmentNamed(basename(path));
  if (named === null) return 'other';
  if (isLeftOver(named.ending)) return 'useless';
  const { header, size } = await readHeader(path);
  // Without any record, as a kill leaves it while it is created
  if (header?.first !== named.first) return size <= headerLength ? 'useless' : 'damaged';
  const isSealed = isSealedName(named.ending);
  return { ...header, path, isSealed, size, last: null, ending: 'whole', index: isSealed ? null : [] };
}

/** Whether a packed segment has every whole frame of its original, which a kill has kept from being removed. */
async function hasAllOf(packed: Segment, original: Segment): Promise<boolean> {
  await scanSegment(original);
  const ending = await scanSegment(packed);
  return ending === 'whole' && packed.epoch === original.epoch && headOf(packed) >= headOf(original);
}

/** The newest epoch and those it continues: their first sequence, and the earlier ones in order. */
export type EpochChain = { readonly first: number; readonly previousEpochs: readonly PreviousEpoch[] };

export function epochChainOf(segments: readonly Segment[]): EpochChain {
  const previousEpochs: PreviousEpoch[] = [];
  let oldest: Segment | undefined;
  for (const segment of [...segments].reverse()) {
    if (oldest !== undefined && segment.epoch !== oldest.epoch && segment.epoch !== oldest.previous) break;
    if (segment.previous !== undefined) previousEpochs.unshift({ epoch: segment.previous, last: segment.first - 1 });
    oldest = segment;
  }
  return { first: oldest?.first ?? 1, previousEpochs };
}

/** The epochs before `first` that are on a tape, with the last sequence that each can have, in order. */
export function epochsBefore(first: number, segments: readonly Segment[]): readonly PreviousEpoch[] {
  const epochs: PreviousEpoch[] = [];
  for (const [at, { first: start, epoch }] of segments.entries()) {
    if (start >= first) break;
    const last = (segments[at + 1]?.first ?? first) - 1;
    if (epochs.at(-1)?.epoch === epoch) epochs.pop();
    epochs.push({ epoch, last });
  }
  return epochs;
}
