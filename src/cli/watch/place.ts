import { type CommandInput, UsageError } from '../command.ts';
import { readFlag } from '../flags.ts';

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The instant or position of a flag; undefined when it is not given. The service checks its form. */
export function placeOf(flags: CommandInput['flags'], name: string, now: number): number | string | undefined {
  const text = readFlag(flags, name)?.trim();
  if (text === undefined) return undefined;
  if (text === 'now') return now;
  const [, count, unit = ''] = /^-(\d+(?:\.\d+)?)([smhd])$/.exec(text) ?? [];
  if (count !== undefined) return Math.round(now - Number(count) * (unitMs[unit] ?? 0));
  if (text === '' || /^-/.test(text))
    throw new UsageError(
      `--${name} is "${text}"; give an instant such as -1h, -30m or 2026-01-31T12:00:00Z, or EPOCH:SEQUENCE`,
    );
  return text;
}
