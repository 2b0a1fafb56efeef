import type { StreamMessage } from '#client';
import type { CommandInput } from '../command.ts';
import { jsonLine } from '../json.ts';
import { subscriptionOf, type WatchInput } from './request.ts';
import { createTerminal } from './terminal.ts';

/** Formats messages: in columns for a terminal, else as JSON; null for messages that are not printed. */
export function printer(input: CommandInput<WatchInput['flags']>): (message: StreamMessage) => string | null {
  const { flags, environment, columns, err } = input;
  const width = () => columns?.() ?? null;
  if (flags.json === true || width() === null) {
    // This command requests heartbeats for itself
    return (message) => (message.type === 'heartbeat' ? null : jsonLine(message));
  }
  const isColoured = (environment['NO_COLOR'] ?? '') === '' && environment['TERM'] !== 'dumb';
  return createTerminal({
    columns: () => width() ?? 80,
    isColoured,
    hasLinks: flags.links === true,
    hasOthers: subscriptionOf(input).channels?.includes('found') === true,
    hasBell: flags.bell === true,
    timeOf,
    note: (text) => err(`${text}\n`),
  });
}

const timeOf = (at: number): string => new Date(at).toTimeString().slice(0, 8);
