import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readMark } from './mark.ts';
import { isLeftOver, isSealedName, readHeader, type Segment, scanSegment, segmentNamed } from './segment.ts';
import type { FormerEpoch } from './tape.ts';

const markName = 'mark';

/** The tape folder of a data folder. */
export const tapeFolder = (dataFolder: string): string => join(dataFolder, 'tape');

/** Path of the mark file, see mark.ts. */
export const markFile = (folder: string): string => join(folder, markName);

/** Names of the segments in a tape folder, which backups include. */
export async function tapeFiles(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  return names.filter((name) => {
    const named = segmentNamed(name);
    return named !== null && !isLeftOver(named.ending);
  });
}

/** The tape that an earlier run left. */
type Found = {
  readonly segments: readonly Segment[];
  /** The epoch to continue; null when a new one must begin. */
  readonly epoch: string | null;
  /** The epoch that the new one can follow. */
  readonly former: string | null;
  /** Why a new epoch must begin. */
  readonly why: string | null;
  readonly cutBytes: number;
};

/** Examines a tape folder and finds out whether its epoch can be continued. */
export async function findTape(folder: string): Promise<Found> {
  const segments = await segmentsIn(folder);
  const last = segments.at(-1);
  if (last === undefined) return { segments, epoch: null, former: null, why: 'there was no tape', cutBytes: 0 };
  const mark = readMark(markFile(folder));
  const before = last.size;
  const endings = [];
  for (const segment of segments) if (!segment.isSealed) endings.push(await scanSegment(segment));
  const cutBytes = last.isSealed ? 0 : before - last.size;
  // The first start after a restore was cut short before anything was recorded in its new epoch
  if ('why' in mark && last.former !== undefined && last.former === mark.former && last.last === null)
    return { segments, epoch: last.epoch, former: null, why: null, cutBytes };
  const withNewEpoch = (why: string): Found => ({ segments, epoch: null, former: null, why, cutBytes });
  const marked = 'why' in mark ? mark.former : mark.epoch;
  if ('why' in mark && marked === undefined) return withNewEpoch(mark.why);
  if (marked !== last.epoch || last.isSealed) return withNewEpoch('its newest part is missing');
  // A write that was cut short leaves part of a frame at the end; any other fault is damage
  const isSound = endings.every((ending, at) => ending === 'whole' || (ending === 'torn' && at === endings.length - 1));
  if (!isSound) return withNewEpoch('its newest part is damaged');
  if ('why' in mark) return { ...withNewEpoch(mark.why), former: last.epoch };
  return { segments, epoch: mark.epoch, former: null, why: null, cutBytes };
}

/** The segments in a folder, in order. Removes leftovers, unreadable segments and originals that were packed. */
export async function segmentsIn(folder: string): Promise<Segment[]> {
  const segments = new Map<number, Segment>();
  // In this order a packed file (.tape) comes after its original (.open)
  for (const name of (await readdir(folder)).sort()) {
    const named = segmentNamed(name);
    if (named === null) continue;
    const path = join(folder, name);
    const found = isLeftOver(named.ending) ? null : await readHeader(path);
    if (found?.header?.first !== named.first) {
      await rm(path, { force: true });
      continue;
    }
    const former = segments.get(named.first);
    if (former !== undefined) await rm(former.path, { force: true });
    const isSealed = isSealedName(named.ending);
    const index = isSealed ? null : [];
    segments.set(named.first, { ...found.header, path, isSealed, size: found.size, last: null, index });
  }
  return [...segments.values()].sort((a, b) => a.first - b.first);
}

/** The newest epoch and those it continues: their first sequence, and the earlier ones in order. */
export type EpochChain = { readonly first: number; readonly formers: readonly FormerEpoch[] };

export function epochChainOf(segments: readonly Segment[]): EpochChain {
  const formers: FormerEpoch[] = [];
  let oldest: Segment | undefined;
  for (const segment of [...segments].reverse()) {
    if (oldest !== undefined && segment.epoch !== oldest.epoch && segment.epoch !== oldest.former) break;
    if (segment.former !== undefined) formers.unshift({ epoch: segment.former, last: segment.first - 1 });
    oldest = segment;
  }
  return { first: oldest?.first ?? 1, formers };
}
