import { effectIn, type Position, phaseIn, variantAt } from '../schema/index.ts';
import type { LineWriter } from '../tape/line-writer.ts';
import { type MatchResult, match } from './filter.ts';
import { beginFrame, endFrame, type Framing } from './framing.ts';
import { type EntryKind, entryKind, goneReasons, isOfSource, kindCount, kindFacts } from './log/entry.ts';
import type { LogPosition } from './log/log.ts';
import type { Segment } from './log/segment.ts';

/** The envelope that a subscription asked for. */
export type Shape = {
  /** Id of the subscription, null when it has none. */
  readonly tag: string | null;
  readonly sequence: boolean;
};

const startOf = (kind: EntryKind, reason: string | null): string => {
  const facts = kindFacts[kind];
  const event = facts?.event == null ? '' : `,"eventType":"${facts.event}"`;
  return `{"type":"${facts?.type ?? ''}"${event}${reason === null ? '' : `,"reason":"${reason}"`}`;
};

const starts = Array.from({ length: kindCount }, (_, kind) => startOf(kind as EntryKind, null));
const removedStarts = goneReasons.map((reason) => startOf(entryKind.removed, reason));
const leavingStart = startOf(entryKind.removed, 'outside');

function startAt(segment: Segment, at: number, matched: MatchResult): string {
  if (matched === match.leaves) return leavingStart;
  const kind = segment.kind(at);
  return (kind === entryKind.removed ? removedStarts[segment.reason(at)] : starts[kind]) ?? '';
}

const tagged = (tag: string | null): string => (tag === null ? '' : `,"subscription":${JSON.stringify(tag)}`);

/** The id and variant of a message's subject, which plain v2 messages omit. */
function subject(segment: Segment, at: number): string {
  return `${beforeId}${segment.id(at).toString()}${afterId(segment, at)}`;
}

const beforeId = ',"id":';
const variantTexts: (string | undefined)[] = [];
const afterId = (segment: Segment, at: number): string =>
  isOfSource(segment.kind(at)) ? '' : variantText(segment.variantNumber(at));

function variantText(number: number): string {
  variantTexts[number] ??= asciiJson({ phase: phaseIn(variantAt(number)), unusualEffect: effectIn(variantAt(number)) });
  return variantTexts[number];
}

/** The members of an object as JSON, in ASCII characters only; `unusualEffect` only where there is one. */
const asciiJson = ({
  phase,
  unusualEffect,
}: {
  readonly phase: string | null;
  readonly unusualEffect: string | null;
}) =>
  `,${JSON.stringify({ phase, ...(unusualEffect !== null && { unusualEffect }) }).slice(1, -1)}`.replace(
    /[\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const originOf = ({ epoch, sequence }: Position): string => `,"epoch":"${epoch}","sequence":${sequence}`;

function startOfMessage({ segment, at }: LogPosition, matched: MatchResult, shape: Shape, origin: Position): string {
  const numbers = shape.sequence ? `${originOf(origin)}${subject(segment, at)}` : '';
  return startAt(segment, at, matched) + tagged(shape.tag) + numbers;
}

/** The message of an entry as JSON bytes. */
export function payloadOf(position: LogPosition, matched: MatchResult, shape: Shape, origin: Position): Buffer {
  const { segment, at } = position;
  const start = startOfMessage(position, matched, shape, origin);
  const tail = segment.tail(at);
  const startLength = Buffer.byteLength(start);
  const payload = Buffer.allocUnsafe(startLength + tail.length);
  payload.write(start, 0);
  tail.copy(payload, startLength);
  return payload;
}

/** Writes the framed message of an entry for a single connection, without intermediate buffers. */
export function putFrame(
  to: LineWriter,
  framing: Framing,
  { segment, at }: LogPosition,
  matched: MatchResult,
  shape: Shape,
  origin: Position,
): void {
  const numbers = shape.sequence ? originOf(origin) + beforeId : '';
  const start = startAt(segment, at, matched) + tagged(shape.tag) + numbers;
  const end = shape.sequence ? afterId(segment, at) : '';
  const idLength = shape.sequence ? segment.idLength(at) : 0;
  const length = Buffer.byteLength(start) + idLength + end.length + segment.tailLength(at);
  beginFrame(to, framing, length, `${origin.epoch}:${origin.sequence}`);
  to.plain(start);
  if (shape.sequence) segment.putId(at, to);
  segment.putTail(at, to.raw(end));
  endFrame(to, framing);
}

/** The message of an offer in a snapshot. */
export function snapshotPayload(segment: Segment, at: number, shape: Shape, origin: Position): Buffer {
  const numbers = shape.sequence ? originOf(origin) : '';
  const start = `${starts[entryKind.added]}${tagged(shape.tag)},"snapshot":true${numbers}${subject(segment, at)}`;
  return Buffer.concat([Buffer.from(start), segment.tail(at)]);
}

/** A message about the stream itself. */
export const controlText = (type: string, shape: Pick<Shape, 'tag'>, fields: object): string =>
  JSON.stringify({ type, ...(shape.tag === null ? {} : { subscription: shape.tag }), ...fields });
