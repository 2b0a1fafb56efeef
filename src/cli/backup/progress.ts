import { counted } from '../../schema/index.ts';
import type { Manifest } from '../../service/backup/manifest.ts';
import type { CommandInput } from '../command.ts';

const betweenLinesMs = 10_000;

/** Reports the progress of long work: in a terminal on one line that is rewritten, else as occasional lines. */
export function createReporter(err: CommandInput['err']) {
  const isTerminal = process.stderr.isTTY === true;
  let printedAt = performance.now();
  const clear = isTerminal ? '\r\u001b[K' : '';
  return {
    going(text: string) {
      if (isTerminal) return err(`${clear}${text}`);
      if (performance.now() - printedAt < betweenLinesMs) return;
      printedAt = performance.now();
      err(`${text}\n`);
    },
    done(text: string) {
      printedAt = performance.now();
      err(`${clear}${text}\n`);
    },
  };
}

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Bytes as a person reads them. */
export function bytesText(bytes: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${step === 0 ? bytes : (bytes / 1000 ** step).toFixed(1)} ${units[step]}`;
}

const countText = (count: number): string => count.toLocaleString('en-GB');

export const rowsText = (rows: number): string => counted(rows, 'row', countText(rows));

/** The part of the tape that a backup holds. */
export const tapeText = ({ tape }: Pick<Manifest, 'tape'>): string =>
  tape === undefined
    ? 'nothing of the tape'
    : `the tape from ${countText(tape.first)} to ${countText(tape.last)} of epoch ${tape.epoch}`;
