import type { Tape } from '#client';
import type { CommandInput } from '../command.ts';
import { clean } from './clean.ts';

/** Says that a table is empty, and why where nothing has been read yet. */
export async function tellNone({ err }: Pick<CommandInput, 'err'>, tape: Tape, text: string): Promise<void> {
  const { unread } = await tape.health();
  err(`${clean(unread ?? text)}\n`);
}
