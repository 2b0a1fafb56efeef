import { type Match, match } from './filter.ts';
import { deflatedFrame, emptySocketFrame, eventBlock, type Framing, lineOf, socketFrame } from './framing.ts';
import { type EntryKind, entryKind, goneReasons, isOfSource, kindCount, kindFacts } from './log/entry.ts';
import type { LogPosition } from './log/log.ts';
import type { Segment } from './log/segment.ts';

/** What a reader asked to see around the data of its messages. */
export type Shape = {
  /** Name of the subscription, null when it has none. */
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

function startAt(segment: Segment, at: number, judged: Match): string {
  if (judged === match.leaves) return leavingStart;
  const kind = segment.kind(at);
  return (kind === entryKind.removed ? removedStarts[segment.reason(at)] : starts[kind]) ?? '';
}

const tagged = (tag: string | null): string => (tag === null ? '' : `,"subscription":${JSON.stringify(tag)}`);

/** The id and the variant of what a message is about, which old clients are not shown. */
function subject(segment: Segment, at: number): string {
  const id = `,"id":${segment.id(at).toString()}`;
  return isOfSource(segment.kind(at)) ? id : `${id},"phase":${JSON.stringify(segment.phase(at))}`;
}

function startOfMessage({ segment, at }: LogPosition, judged: Match, shape: Shape, origin: Origin): string {
  const numbers = shape.sequence
    ? `,"epoch":"${origin.epoch}","sequence":${origin.sequence}${subject(segment, at)}`
    : '';
  return startAt(segment, at, judged) + tagged(shape.tag) + numbers;
}

/** The message of an entry as JSON. */
export function payloadOf(position: LogPosition, judged: Match, shape: Shape, origin: Origin): Buffer {
  const { segment, at } = position;
  const start = startOfMessage(position, judged, shape, origin);
  const tail = segment.tail(at);
  const startLength = Buffer.byteLength(start);
  const payload = Buffer.allocUnsafe(startLength + tail.length);
  payload.write(start, 0);
  tail.copy(payload, startLength);
  return payload;
}

/** The same as the frame of a socket, without a copy in between. */
export function socketFrameOf(position: LogPosition, judged: Match, shape: Shape, origin: Origin): Buffer {
  const { segment, at } = position;
  const start = startOfMessage(position, judged, shape, origin);
  const tail = segment.tail(at);
  const startLength = Buffer.byteLength(start);
  const { frame, from } = emptySocketFrame(startLength + tail.length);
  frame.write(start, from);
  tail.copy(frame, from + startLength);
  return frame;
}

/** Where a message stands in the log. */
export type Origin = { readonly epoch: string; readonly sequence: number };

/** A current offer that no change led to. */
export function snapshotPayload(segment: Segment, at: number, shape: Shape, origin: Origin): Buffer {
  const numbers = shape.sequence ? `,"epoch":"${origin.epoch}","sequence":${origin.sequence}` : '';
  const start = `${starts[entryKind.added]}${tagged(shape.tag)},"snapshot":true${numbers}${subject(segment, at)}`;
  return Buffer.concat([Buffer.from(start), segment.tail(at)]);
}

export function frameOf(payload: Buffer, framing: Framing, id: string | null): Buffer {
  if (framing === 'events') return eventBlock(payload, id);
  if (framing === 'lines') return lineOf(payload);
  return framing === 'deflated' ? deflatedFrame(payload) : socketFrame(payload);
}

/** A message about the stream itself. */
export const controlText = (type: string, shape: Pick<Shape, 'tag'>, fields: object): string =>
  JSON.stringify({ type, ...(shape.tag === null ? {} : { subscription: shape.tag }), ...fields });
