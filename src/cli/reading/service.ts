import { createTape, type Tape, TapeError } from '#client';
import { type Game, games, nearest } from '../../schema/index.ts';
import { type CommandInput, UsageError } from '../command.ts';
import { gameFlag, givenKey, readFlag } from '../flags.ts';

/** Where the service is: `--url`, or this machine and the port of the settings. */
export function serviceUrl({ flags, read }: Pick<CommandInput, 'flags' | 'read'>): string {
  const given = readFlag(flags, 'url');
  const port = read.config['http.port'];
  if (given === undefined && port === 0)
    throw new UsageError('say where the service is by --url; its port is a free one');
  const text = given ?? `http://127.0.0.1:${port}`;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new UsageError(`--url is "${text}"; give the address of the service, such as http://127.0.0.1:7400`);
  return text;
}

/** A client of the service that the flags name. */
export function tapeFor(input: CommandInput): Tape {
  const key = givenKey(input);
  if (key === null)
    throw new UsageError('a key is needed: in ITEMTAPE_KEY or by --key; `itemtape keys create <name>` makes one');
  return createTape({ url: serviceUrl(input), key, retries: 2 });
}

/** The name that the words of a command line make. */
export function itemName({ positionals }: Pick<CommandInput, 'positionals'>): string {
  const name = positionals.join(' ').trim();
  if (name === '') throw new UsageError('say which item, by its whole name, such as "AK-47 | Redline (Field-Tested)"');
  return name;
}

/** The game of --game, or the first one that knows the item. */
export async function gameOf(input: CommandInput, tape: Tape, name: string): Promise<Game> {
  const given = gameFlag(input.flags);
  if (given !== null) return given;
  for (const game of games) {
    try {
      await tape.compare({ game, name });
      return game;
    } catch (error) {
      if (!(error instanceof TapeError) || error.code !== 'NOT_FOUND') throw error;
    }
  }
  throw new Error(`no marketplace that is read knows "${name}" in any game${await hint(tape, name)}`);
}

/** A known name that is near to a wrong one, as the end of a sentence. */
async function hint(tape: Tape, name: string): Promise<string> {
  const [word = name] = [...name.split(/[^\p{L}\p{N}]+/u)].sort((a, b) => b.length - a.length);
  const found = await Promise.all(games.map((game) => tape.search({ game, query: word, limit: 200 }).catch(() => [])));
  const names = [...new Set(found.flat().map((row) => row.name))];
  const near = nearest(name, names, (known) => [known]) ?? names[0];
  return near === undefined ? '; `itemtape search` finds names' : `; did you mean "${near}"?`;
}
