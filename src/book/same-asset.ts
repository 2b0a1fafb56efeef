import { extraFields, type LiveOffer, lateNames, type NormalOffer } from '../schema/index.ts';
import type { LateDetails } from './memory/late-fields.ts';
import { late } from './memory/offer-record.ts';

/** Fields that are properties of the asset, whichever source sends them. */
const lasting = ['inspectLink', 'float', 'paintIndex', 'paintSeed', 'stickers', 'tradableAt', 'ownerId'] as const;
const extras = lateNames(extraFields);

type KnownOffer = Pick<LiveOffer, 'name' | 'phase' | (typeof lasting)[number]> & LateDetails;

// Sources round floats to different precisions
const nearFloat = 0.001;

/** Whether a record omits something that can be known from others. */
export const leavesOut = (record: NormalOffer): boolean =>
  hasNoVariant(record) ||
  lasting.some((key) => record[key] === null) ||
  extras.some((key) => record[key] === undefined);

/** Neither a variant nor a paint index, which would decide it: with one, a missing variant is none or a contradiction. */
const hasNoVariant = ({ phase, paintIndex }: NormalOffer): boolean => phase === null && paintIndex === null;

/** The record with its omitted fields filled in from `known`, if both are about the same asset. */
export function withKnown(known: KnownOffer, record: NormalOffer): NormalOffer {
  if (isOther(known, record)) return record;
  const lastingFields = Object.fromEntries(lasting.map((key) => [key, record[key] ?? known[key]]));
  return { ...late.filled(record, known), ...lastingFields, ...(hasNoVariant(record) && { phase: known.phase }) };
}

function isOther(known: KnownOffer, stated: NormalOffer): boolean {
  return (
    known.name !== stated.name ||
    differ(known.phase, stated.phase) ||
    differ(known.paintIndex, stated.paintIndex) ||
    differ(known.paintSeed, stated.paintSeed) ||
    differ(assetIn(known.inspectLink), assetIn(stated.inspectLink)) ||
    Math.abs((known.float ?? stated.float ?? 0) - (stated.float ?? known.float ?? 0)) > nearFloat
  );
}

const differ = (a: string | number | null, b: string | number | null): boolean => a !== null && b !== null && a !== b;

/** The asset id, which is the same in inspect links of several forms. */
const assetIn = (link: string | null): string | null => /[SM]\d+A(\d+)D\d+/.exec(link ?? '')?.[1] ?? null;
