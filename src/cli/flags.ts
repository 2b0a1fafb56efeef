import { type Game, gameNamed, games } from '../schema/index.ts';
import { type CommandInput, UsageError } from './command.ts';

/** The text of a flag, or undefined when it is not given. */
export const readFlag = (flags: CommandInput['flags'], name: string): string | undefined => {
  const value = flags[name];
  return typeof value === 'string' ? value : undefined;
};

/** The game of --game, or null when it is not given. */
export function gameFlag(flags: CommandInput['flags']): Game | null {
  const text = readFlag(flags, 'game');
  if (text === undefined) return null;
  const game = gameNamed(text);
  if (game === null) throw new UsageError(`"${text}" is no game; there are ${games.join(', ')}`);
  return game;
}
