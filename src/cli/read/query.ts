import type { Tape } from '#client';
import { given } from '../../schema/index.ts';
import { type Command, defineCommand } from '../command.ts';
import { type Flags, serviceFlags, type Values } from '../flags.ts';
import { jsonText } from '../json.ts';
import { clean } from './clean.ts';
import { type FoundService, findService } from './find-service.ts';
import { tapeOf } from './service.ts';

type Call<Own extends Flags, Subject> = {
  readonly tape: Tape;
  readonly flags: Values<Own>;
  /** What the arguments say. */
  readonly subject: Subject;
};

type Question<Own extends Flags, Subject, OneGame> = Call<Own, Subject> & {
  readonly service: FoundService;
  readonly game: OneGame;
  /** Width of the terminal, if it is one. */
  readonly columns: number | null;
};

type Output = {
  /** A remark above the table. */
  readonly note?: string;
  /** Why there is nothing to show, unless no marketplace has been read yet, which is then said instead. */
  readonly none?: string;
  readonly lines?: readonly string[];
  /** A remark below the table. */
  readonly unread?: string | null;
  /** The exit code, 0 by default. */
  readonly code?: number;
};

type Query<Own extends Flags, Answer, Subject, OneGame> = Pick<Command, 'about' | 'usage' | 'example'> & {
  readonly flags: Own;
  /** Reads the arguments. */
  readonly subject?: (words: readonly string[]) => Subject;
  /** The game to ask about, which may need a request. */
  readonly game?: (called: Call<Own, Subject>) => Promise<OneGame>;
  readonly ask: (asked: Question<Own, Subject, OneGame>) => Promise<Answer>;
  /** What `--json` prints: the answer by default. */
  readonly toJson?: (answer: Answer) => unknown;
  /** The answer for people. */
  readonly show: (
    answer: Answer,
    asked: Question<Own, Subject, OneGame>,
  ) => Output | readonly string[] | Promise<Output | readonly string[]>;
};

const isLines = (shown: Output | readonly string[]): shown is readonly string[] => Array.isArray(shown);

/** A command that asks a running service and prints its answer. */
export const query = <const Own extends Flags, Answer, Subject = undefined, OneGame = undefined>({
  flags: own,
  subject: subjectOf,
  game: gameOf,
  ask,
  toJson = (answer) => answer,
  show,
  ...about
}: Query<Own, Answer, Subject, OneGame>): Command =>
  defineCommand({
    ...about,
    flags: { ...own, ...serviceFlags },
    run: async (input) => {
      const { out, err } = input;
      const { url, key, json, ...flags } = input.flags as Values<typeof serviceFlags>;
      const subject = subjectOf?.(input.positionals) as Subject;
      const service = findService({ ...input, flags: given({ url, key }) });
      const tape = tapeOf(service);
      const called = { tape, flags: flags as Values<Own>, subject };
      const game = (await gameOf?.(called)) as OneGame;
      const asked = { ...called, service, game, columns: input.columns?.() ?? null };
      const answer = await ask(asked);
      if (json === true) {
        out(jsonText(toJson(answer)));
        return 0;
      }
      const shown = await show(answer, asked);
      const { note, none, lines = [], unread = null, code = 0 } = isLines(shown) ? { lines: shown } : shown;
      if (none !== undefined) err(`${clean((await tape.health()).unread ?? none)}\n`);
      if (note !== undefined) err(`${clean(note)}\n`);
      for (const line of lines) out(`${line}\n`);
      if (unread !== null) err(`${clean(unread)}\n`);
      return code;
    },
  });
