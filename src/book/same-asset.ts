import type { LiveOffer, NormalOffer } from '../schema/index.ts';

/** What is true of an asset whoever tells of it. */
const lasting = ['inspectLink', 'float', 'paintIndex', 'paintSeed', 'stickers', 'tradableAt', 'ownerId'] as const;

type Known = Pick<LiveOffer, 'name' | 'phase' | (typeof lasting)[number]>;

// Sources round to different places
const nearFloat = 0.001;

/** Whether a record leaves out something that may be known. */
export const leavesOut = (record: NormalOffer): boolean =>
  hasNoVariant(record) || lasting.some((key) => record[key] === null);

/** A record that tells neither a variant nor what would decide it; one that contradicts itself tells that. */
const hasNoVariant = ({ phase, paintIndex }: NormalOffer): boolean => phase === null && paintIndex === null;

/** The record with what it leaves out as it was known, where it is about the same asset. */
export function withKnown(known: Known, record: NormalOffer): NormalOffer {
  if (isOther(known, record)) return record;
  const kept = Object.fromEntries(lasting.map((key) => [key, record[key] ?? known[key]]));
  return { ...record, ...kept, ...(hasNoVariant(record) && { phase: known.phase }) };
}

function isOther(known: Known, told: NormalOffer): boolean {
  return (
    known.name !== told.name ||
    differ(known.phase, told.phase) ||
    differ(known.paintIndex, told.paintIndex) ||
    differ(known.paintSeed, told.paintSeed) ||
    differ(assetIn(known.inspectLink), assetIn(told.inspectLink)) ||
    Math.abs((known.float ?? told.float ?? 0) - (told.float ?? known.float ?? 0)) > nearFloat
  );
}

const differ = (a: string | number | null, b: string | number | null): boolean => a !== null && b !== null && a !== b;

/** The number of the asset; one and the same stands in links of several forms. */
const assetIn = (link: string | null): string | null => /[SM]\d+A(\d+)D\d+/.exec(link ?? '')?.[1] ?? null;
