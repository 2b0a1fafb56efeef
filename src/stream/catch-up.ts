import type { Clock } from '../runtime/clock.ts';
import { LineWriter } from '../tape/line-writer.ts';
import type { FanOutGroup } from './fan-out-group.ts';
import { type MatchResult, match } from './filter.ts';
import { framed, plainFraming } from './framing.ts';
import { entryKind } from './log/entry.ts';
import type { LogPosition, StreamLog } from './log/log.ts';
import type { Segment } from './log/segment.ts';
import { controlText, putFrame } from './message.ts';

export type Piece = {
  readonly bytes: Buffer;
  readonly messages: number;
  /** The next sequence to read. */
  readonly next: number;
  /** Time of the next entry, set when the piece ends because that is not due yet. */
  readonly nextAt?: number;
};

export type CatchUpSource = {
  readonly log: Pick<StreamLog, 'epochAt' | 'position'>;
  /** Last sequence that can be read. */
  readonly served: number;
  /** Entries up to this time are due; all when missing. */
  readonly due?: number;
  readonly now: Clock['now'];
  readonly settings: { readonly outbox: { readonly messages: number } };
};

const entriesPerPiece = 4_096;
const bytesPerPiece = 64 * 1024;
// Each match may have to be parsed from its line of the tape
const matchesPerPiece = 2_048;
const messagesPerPiece = 256;

// Shared: holds one piece at a time, taken before the next one begins
const frames = new LineWriter();

const maxMessages = ({ settings }: CatchUpSource): number =>
  Math.max(1, Math.min(messagesPerPiece, Math.floor(settings.outbox.messages / 2)));

/** The next piece of the log for one reader, with every change and at most `limit` messages. */
export function readOn(
  source: CatchUpSource,
  group: FanOutGroup,
  from: number,
  limit = Number.POSITIVE_INFINITY,
): Piece {
  const { log, served, due = Number.POSITIVE_INFINITY } = source;
  const last = Math.min(served, from + entriesPerPiece - 1);
  const max = Math.min(maxMessages(source), limit);
  let messages = 0;
  let sequence = from;
  for (; sequence <= last && frames.length < bytesPerPiece && messages < max; sequence += 1) {
    const position = log.position(sequence);
    const time = position.segment.time(position.at);
    if (time > due) return { bytes: frames.take(), messages, next: sequence, nextAt: time };
    const matched = group.matcher.of(position.segment, position.at);
    if (matched === match.no) continue;
    putAt(log, group, sequence, position, matched);
    messages += 1;
  }
  return { bytes: frames.take(), messages, next: sequence };
}

/** The next piece of the log for one reader, with only the last state of each offer. */
export function readConflated(source: CatchUpSource, group: FanOutGroup, from: number): Piece {
  const { log, served } = source;
  const last = Math.min(served, from + 4 * entriesPerPiece - 1);
  const max = maxMessages(source) - 1;
  const states = new Map<string, State>();
  let matches = 0;
  let sequence = from;
  for (; sequence <= last && states.size < Math.max(1, max) && matches < matchesPerPiece; sequence += 1) {
    const { segment, at } = log.position(sequence);
    const matched = group.matcher.of(segment, at);
    if (matched === match.no) continue;
    matches += 1;
    const id = `${segment.kind(at) < 4 ? 'offer' : segment.kind(at)}${segment.id(at)}`;
    const isNews = states.get(id)?.isNews ?? isFirstSeen(group, segment, at);
    const isGone = matched === match.leaves || segment.kind(at) === entryKind.removed;
    // Deleted first, so that the states are in the order of their last change
    states.delete(id);
    states.set(id, { sequence, matched, isNews, isGone });
  }
  // Offers that came and went in between are left out
  const sent = [...states.values()].filter(({ isNews, isGone }) => !isNews || !isGone);
  const skipped = matches - sent.length;
  if (skipped > 0) {
    const fields = { timestamp: source.now(), epoch: log.epochAt(sequence - 1), sequence: sequence - 1, skipped };
    frames.copy(framed(group.framing, controlText('lagging', group.shape, fields)));
  }
  for (const state of sent) putAt(log, group, state.sequence, log.position(state.sequence), state.matched);
  return { bytes: frames.take(), messages: sent.length + (skipped > 0 ? 1 : 0), next: sequence };
}

type State = {
  readonly sequence: number;
  readonly matched: MatchResult;
  /** The reader was not shown it before. */
  readonly isNews: boolean;
  readonly isGone: boolean;
};

function isFirstSeen({ matcher }: FanOutGroup, segment: Segment, at: number): boolean {
  const kind = segment.kind(at);
  return kind === entryKind.added || (kind === entryKind.updated && !matcher.wasInside(segment, at));
}

function putAt(
  log: CatchUpSource['log'],
  { framing, shape }: FanOutGroup,
  sequence: number,
  position: LogPosition,
  matched: MatchResult,
): void {
  putFrame(frames, plainFraming(framing), position, matched, shape, { epoch: log.epochAt(sequence), sequence });
}
