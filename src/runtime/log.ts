import { type Logger, pino } from 'pino';

export type Log = Logger;

/** Creates a log. Texts are constant and data goes into fields; format `text` is for people, `json` for machines. */
export function createLog(options: {
  readonly level: string;
  readonly format: string;
  readonly write: (line: string) => void;
}): Log {
  const redact = {
    paths: ['apiKey', 'secret', 'headers.authorization', 'headers.cookie', 'headers["x-api-key"]'],
    censor: '[removed]',
  };
  const write = options.format === 'json' ? options.write : (line: string) => options.write(readable(line));
  return pino({ level: options.level, redact, base: null }, { write });
}

const levelMarks: Readonly<Record<number, string>> = { 20: '· ', 30: '', 40: '! ', 50: '!! ', 60: '!!! ' };

function readable(line: string): string {
  const { level, time, msg, ...fields } = JSON.parse(line) as { level: number; time: number; msg?: string };
  const clock = new Date(time).toISOString().slice(11, 19);
  const data = Object.entries(fields)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return `${clock} ${levelMarks[level] ?? ''}${printable([msg ?? '', ...data].join('  '))}\n`;
}

/**
 * Removes control characters and marks that change the direction of writing, and indents further lines so that no external
 * text can look like a log line of its own.
 */
const printable = (text: string): string =>
  text
    .replace(/\n(?! )/g, '\n  ')
    .replace(/\p{Cf}/gu, '')
    .replace(/[^\P{Cc}\n]/gu, ' ');
