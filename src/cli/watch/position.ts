import { kind } from '../flags.ts';
import { UsageError } from '../usage-error.ts';

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** An instant or position, whose form the service checks. */
export const position = kind((given, name): number | string => {
  const now = Date.now();
  const text = given.trim();
  if (text === 'now') return now;
  const [, count, unit = ''] = /^-(\d+(?:\.\d+)?)([smhd])$/.exec(text) ?? [];
  if (count !== undefined) return Math.round(now - Number(count) * (unitMs[unit] ?? 0));
  if (text === '' || /^-/.test(text))
    throw new UsageError(
      `--${name} is "${text}"; give an instant such as -1h, -30m or 2026-01-31T12:00:00Z, or EPOCH:SEQUENCE`,
    );
  return text;
});
