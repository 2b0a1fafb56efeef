import type { StreamMessage } from '#client';
import { counted } from '../../schema/index.ts';
import { type RowOptions, rowHead, rowOf } from './row.ts';

export type TerminalOptions = Omit<RowOptions, 'columns'> & {
  /** Current width of the terminal. */
  readonly columns: () => number;
  /** Whether to ring the terminal bell with each row. */
  readonly hasBell: boolean;
  /** Receives notes for the person who waits. */
  readonly note: (text: string) => void;
};

// On most screens, one heading is then in sight
const rowsBelowHead = 30;

const whole = new Intl.NumberFormat('en');

/** Prints rows with a heading that is repeated, and a note while there is nothing to print. */
export function createTerminal(options: TerminalOptions): (message: StreamMessage) => string | null {
  const { note, columns, hasBell } = options;
  let rows = 0;
  let hasPrinted = false;
  let startedAt: number | null = null;

  function waitingText(sequence: number | undefined): string {
    const passed = sequence === undefined || startedAt === null ? 0 : sequence - startedAt;
    return passed === 0
      ? 'still listening; nothing has changed yet'
      : `still listening; ${counted(passed, 'change', whole.format(passed))} so far, none matching lately`;
  }

  return (message) => {
    if (message.type === 'subscribed') {
      startedAt ??= message.sequence ?? null;
      note('listening');
    }
    if (message.type === 'heartbeat') {
      if (!hasPrinted) note(waitingText(message.sequence));
      hasPrinted = false;
    }
    const row = rowOf(message, { ...options, columns: columns() });
    if (row === null) return null;
    hasPrinted = true;
    const head = rows % rowsBelowHead === 0 ? `${rowHead(options)}\n` : '';
    rows += 1;
    return `${head}${row}${hasBell ? '\u0007' : ''}`;
  };
}
