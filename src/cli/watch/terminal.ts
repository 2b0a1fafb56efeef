import type { StreamMessage } from '#client';
import { counted } from '../../schema/index.ts';
import { type RowOptions, rowHead, rowOf } from './row.ts';

export type TerminalOptions = Omit<RowOptions, 'columns'> & {
  /** Width of the terminal at the moment. */
  readonly columns: () => number;
  /** A terminal makes a sound, or a sign, with each row. */
  readonly hasBell: boolean;
  /** Takes what a person should know who waits. */
  readonly note: (text: string) => void;
};

// So that on most screens one heading is in sight
const rowsBelowHead = 30;

const whole = new Intl.NumberFormat('en');

/** Rows below a heading that comes again and again, and words while there is none to write. */
export function createTerminal(options: TerminalOptions): (message: StreamMessage) => string | null {
  const { note, columns, hasBell } = options;
  let rows = 0;
  let hasTold = false;
  let startedAt: number | null = null;

  function waitingText(sequence: number | undefined): string {
    const passed = sequence === undefined || startedAt === null ? 0 : sequence - startedAt;
    return passed === 0
      ? 'still listening; nothing has changed yet'
      : `still listening; of ${counted(passed, 'change', whole.format(passed))} none was asked for lately`;
  }

  return (message) => {
    if (message.type === 'subscribed') {
      startedAt ??= message.sequence ?? null;
      note('listening');
    }
    if (message.type === 'heartbeat') {
      if (!hasTold) note(waitingText(message.sequence));
      hasTold = false;
    }
    const row = rowOf(message, { ...options, columns: columns() });
    if (row === null) return null;
    hasTold = true;
    const head = rows % rowsBelowHead === 0 ? `${rowHead(options)}\n` : '';
    rows += 1;
    return `${head}${row}${hasBell ? '\u0007' : ''}`;
  };
}
