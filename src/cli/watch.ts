import type { StreamMessage } from '../api/wire/stream-shapes.ts';
import { type CommandInput, type Run, UsageError } from './command.ts';
import { givenKey } from './flags.ts';
import { follow } from './watch/follow.ts';
import { addressOf, numberFlag, requestOf } from './watch/request.ts';
import { rowHead, rowOf } from './watch/row.ts';
import { untilStopped } from './watch/stop.ts';

export const run: Run = async (input) => {
  const { flags, out, err } = input;
  const request = requestOf(input);
  const address = addressOf(input);
  const most = numberFlag(flags, 'count') ?? Number.POSITIVE_INFINITY;
  const key = givenKey(input);
  if (key === null) {
    throw new UsageError('a key is needed: in ITEMTAPE_KEY or by --key; `itemtape keys create <name>` makes one');
  }
  const print = printer(input);
  const stop = untilStopped();
  let told = 0;
  const tell = (message: StreamMessage): void => {
    const line = print(message);
    if (line === null || told >= most) return;
    out(`${line}\n`);
    if ('data' in message) told += 1;
    if (told >= most) stop.now();
  };
  const note = (text: string): void => err(`${text}\n`);
  try {
    const { signal } = stop;
    const why = await follow({ address, key, request, tell, note, signal, now: Date.now, random: Math.random });
    if (why !== null) note(why);
    return why === null ? 0 : 1;
  } finally {
    stop.forget();
  }
};

/** How a message is printed: in columns for a terminal, as JSON for everything else; null for what is not. */
function printer({ flags, environment, columns, out }: CommandInput): (message: StreamMessage) => string | null {
  const width = () => columns?.() ?? null;
  if (flags['json'] === true || width() === null) {
    // Heartbeats were asked for by this command, not by who called it
    return (message) => (message.type === 'heartbeat' ? null : JSON.stringify(message));
  }
  const isColoured = (environment['NO_COLOR'] ?? '') === '' && environment['TERM'] !== 'dumb';
  const hasLinks = flags['links'] === true;
  out(`${rowHead({ isColoured })}\n`);
  return (message) => rowOf(message, { columns: width() ?? 80, isColoured, hasLinks, timeOf });
}

const timeOf = (at: number): string => new Date(at).toTimeString().slice(0, 8);
