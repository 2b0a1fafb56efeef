import type { Clock } from '../clock.ts';
import type { FanOutGroup } from './fan-out-group.ts';
import { match } from './filter.ts';
import { framed, plainFraming } from './framing.ts';
import { entryKind } from './log/entry.ts';
import type { StreamLog } from './log/log.ts';
import type { Segment } from './log/segment.ts';
import { controlText, frameOf, payloadOf, socketFrameOf } from './message.ts';

export type Piece = {
  readonly bytes: Buffer;
  readonly messages: number;
  /** The next sequence to read. */
  readonly next: number;
  /** When the next one was told, where it ends because that is not due yet. */
  readonly nextAt?: number;
};

export type CatchUpSource = {
  readonly log: Pick<StreamLog, 'epochAt' | 'position'>;
  /** Up to here it may be read. */
  readonly served: number;
  /** Of which time entries are due; of any when missing. */
  readonly due?: number;
  readonly now: Clock['now'];
  readonly settings: { readonly outbox: { readonly messages: number } };
};

const entriesPerPiece = 4_096;
const bytesPerPiece = 64 * 1024;
// Each is read of its line where nobody has heard it
const matchesPerPiece = 2_048;
const messagesPerPiece = 256;

const mostMessages = ({ settings }: CatchUpSource): number =>
  Math.max(1, Math.min(messagesPerPiece, Math.floor(settings.outbox.messages / 2)));

/** The next piece of the log for one reader, every step of it, with no more than `limit` messages. */
export function readOn(
  source: CatchUpSource,
  group: FanOutGroup,
  from: number,
  limit = Number.POSITIVE_INFINITY,
): Piece {
  const { log, served, due = Number.POSITIVE_INFINITY } = source;
  const frames: Buffer[] = [];
  const last = Math.min(served, from + entriesPerPiece - 1);
  const most = Math.min(mostMessages(source), limit);
  let bytes = 0;
  let sequence = from;
  for (; sequence <= last && bytes < bytesPerPiece && frames.length < most; sequence += 1) {
    const position = log.position(sequence);
    const time = position.segment.time(position.at);
    if (time > due) return { bytes: Buffer.concat(frames), messages: frames.length, next: sequence, nextAt: time };
    const judged = group.matcher.of(position.segment, position.at);
    if (judged === match.no) continue;
    const frame = frameAt(log, group, sequence, judged);
    frames.push(frame);
    bytes += frame.length;
  }
  return { bytes: Buffer.concat(frames), messages: frames.length, next: sequence };
}

/** The next piece of the log for one reader, with the last state of each offer instead of every step. */
export function readConflated(source: CatchUpSource, group: FanOutGroup, from: number): Piece {
  const { log, served } = source;
  const last = Math.min(served, from + 4 * entriesPerPiece - 1);
  const most = mostMessages(source) - 1;
  const states = new Map<string, State>();
  let matches = 0;
  let sequence = from;
  for (; sequence <= last && states.size < Math.max(1, most) && matches < matchesPerPiece; sequence += 1) {
    const { segment, at } = log.position(sequence);
    const judged = group.matcher.of(segment, at);
    if (judged === match.no) continue;
    matches += 1;
    const id = `${segment.kind(at) < 4 ? 'offer' : segment.kind(at)}${segment.id(at)}`;
    const isNews = states.get(id)?.isNews ?? isFirstSight(group, segment, at);
    const isGone = judged === match.leaves || segment.kind(at) === entryKind.removed;
    // Set anew, so that the states stand in the order of their last change
    states.delete(id);
    states.set(id, { sequence, judged, isNews, isGone });
  }
  const frames: Buffer[] = [];
  for (const state of states.values()) {
    // What came and went meanwhile is nothing to tell
    if (!state.isNews || !state.isGone) frames.push(frameAt(log, group, state.sequence, state.judged));
  }
  const skipped = matches - frames.length;
  if (skipped > 0) {
    const fields = { timestamp: source.now(), epoch: log.epochAt(sequence - 1), sequence: sequence - 1, skipped };
    frames.unshift(framed(plainFraming(group.framing), controlText('lagging', group.shape, fields)));
  }
  return { bytes: Buffer.concat(frames), messages: frames.length, next: sequence };
}

type State = {
  readonly sequence: number;
  readonly judged: 1 | 2;
  /** The reader had not been shown it before. */
  readonly isNews: boolean;
  readonly isGone: boolean;
};

function isFirstSight({ matcher }: FanOutGroup, segment: Segment, at: number): boolean {
  const kind = segment.kind(at);
  return kind === entryKind.added || (kind === entryKind.updated && !matcher.wasInside(segment, at));
}

function frameAt(log: CatchUpSource['log'], group: FanOutGroup, sequence: number, judged: 1 | 2): Buffer {
  const framing = plainFraming(group.framing);
  const origin = { epoch: log.epochAt(sequence), sequence };
  if (framing === 'socket') return socketFrameOf(log.position(sequence), judged, group.shape, origin);
  const payload = payloadOf(log.position(sequence), judged, group.shape, origin);
  return frameOf(payload, framing, `${origin.epoch}:${sequence}`);
}
