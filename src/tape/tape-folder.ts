import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readMark } from './mark.ts';
import { isLeftOver, isSealedName, readHeader, type Segment, scanSegment, segmentNamed } from './segment.ts';
import type { FormerEpoch } from './tape.ts';

const markName = 'mark';

/** Where the tape of a data folder stands. */
export const tapeFolder = (dataFolder: string): string => join(dataFolder, 'tape');

/** The note beside a tape. */
export const markFile = (folder: string): string => join(folder, markName);

/** The files of a tape, which a backup takes along. */
export async function tapeFiles(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  return names.filter((name) => {
    const named = segmentNamed(name);
    return named !== null && !isLeftOver(named.ending);
  });
}

/** What was found of the tape of an earlier run. */
type Found = {
  readonly segments: readonly Segment[];
  readonly epoch: string | null;
  /** The epoch that a new one may go on from. */
  readonly former: string | null;
  readonly why: string | null;
  readonly cutBytes: number;
};

/** Reads what stands in the folder of a tape, and says whether its epoch goes on. */
export async function findTape(folder: string): Promise<Found> {
  const segments = await segmentsIn(folder);
  const last = segments.at(-1);
  if (last === undefined) return { segments, epoch: null, former: null, why: 'there was none', cutBytes: 0 };
  const mark = readMark(markFile(folder));
  const before = last.size;
  const endings = [];
  for (const segment of segments) if (!segment.isSealed) endings.push(await scanSegment(segment));
  const cutBytes = last.isSealed ? 0 : before - last.size;
  // A first start after a restore that was cut short, before anything was told in its epoch
  if ('why' in mark && last.former !== undefined && last.former === mark.former && last.last === null)
    return { segments, epoch: last.epoch, former: null, why: null, cutBytes };
  const anew = (why: string): Found => ({ segments, epoch: null, former: null, why, cutBytes });
  const marked = 'why' in mark ? mark.former : mark.epoch;
  if ('why' in mark && marked === undefined) return anew(mark.why);
  if (marked !== last.epoch || last.isSealed) return anew('the newest part of it is missing');
  // What a write that was cut short leaves is less than a frame; anything else is not what was written
  const isSound = endings.every((ending, at) => ending === 'whole' || (ending === 'torn' && at === endings.length - 1));
  if (!isSound) return anew('its newest part is damaged');
  if ('why' in mark) return { ...anew(mark.why), former: last.epoch };
  return { segments, epoch: mark.epoch, former: null, why: null, cutBytes };
}

/** What stands in a folder, in order; what is no segment, or is there once more, is removed. */
export async function segmentsIn(folder: string): Promise<Segment[]> {
  const segments = new Map<number, Segment>();
  // In this order a packed file comes after the one that it was made of
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
    const places = isSealed ? null : [];
    segments.set(named.first, { ...found.header, path, isSealed, size: found.size, last: null, places });
  }
  return [...segments.values()].sort((a, b) => a.first - b.first);
}

/** Where the epochs that go on from one another up to the newest begin, and which those before the newest are. */
export type Line = { readonly first: number; readonly formers: readonly FormerEpoch[] };

export function lineOf(segments: readonly Segment[]): Line {
  const formers: FormerEpoch[] = [];
  let oldest: Segment | undefined;
  for (const segment of [...segments].reverse()) {
    if (oldest !== undefined && segment.epoch !== oldest.epoch && segment.epoch !== oldest.former) break;
    if (segment.former !== undefined) formers.unshift({ epoch: segment.former, last: segment.first - 1 });
    oldest = segment;
  }
  return { first: oldest?.first ?? 1, formers };
}
