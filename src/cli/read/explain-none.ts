import type { Tape } from '#client';
import type { CommandInput } from '../command.ts';
import { clean } from './clean.ts';

/** Prints why a table is empty: nothing has been read yet, or else `text`. */
export async function explainNone({ err }: Pick<CommandInput, 'err'>, tape: Tape, text: string): Promise<void> {
  const { unread } = await tape.health();
  err(`${clean(unread ?? text)}\n`);
}
