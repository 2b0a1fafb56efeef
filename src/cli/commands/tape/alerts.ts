import type { AlertAttempt, AlertRequest, AlertRule, Tape } from '#client';
import { type CommandInput, defineCommand } from '../../command.ts';
import { serviceFlags, type Values } from '../../flags.ts';
import { jsonText } from '../../json.ts';
import { clean } from '../../read/clean.ts';
import { findService } from '../../read/find-service.ts';
import { tapeOf } from '../../read/service.ts';
import { age, type Column, tableLines } from '../../read/table.ts';
import { readText } from '../../read/text.ts';
import { UsageError } from '../../usage-error.ts';

type Input = CommandInput<Values<typeof serviceFlags>>;
type AlertCommand = { readonly input: Input; readonly tape: Tape; readonly subject: string | undefined };

const ruleColumns: readonly Column<AlertRule>[] = [
  { head: 'id', cell: ({ id }) => id },
  { head: 'waits for', cell: waitsFor },
  { head: 'target', cell: ({ target }) => `${target.kind} ${target.host}` },
  { head: 'waiting', isNumber: true, cell: ({ pending }) => String(pending) },
  {
    head: 'last',
    cell: ({ lastAttempt }, now) =>
      lastAttempt === null ? 'none' : `${lastAttempt.outcome} ${age(lastAttempt.at, now)}`,
  },
  { head: 'name', cell: ({ name }) => name },
];

function waitsFor({ problem, doneAt, pausedAt, when }: AlertRule): string {
  if (problem !== null) return 'nothing';
  return doneAt !== null ? 'done' : pausedAt !== null ? 'paused' : String(when['kind']);
}

const attemptColumns: readonly Column<AlertAttempt>[] = [
  { head: 'ended', cell: ({ at }) => new Date(at * 1000).toISOString() },
  { head: 'outcome', cell: ({ outcome }) => outcome },
  { head: 'attempt', isNumber: true, cell: ({ attempt }) => String(attempt) },
  { head: 'ms', isNumber: true, cell: ({ milliseconds }) => String(milliseconds) },
  { head: 'item', cell: ({ item }) => item },
  { head: 'error', cell: ({ error }) => error ?? '' },
];

/** Prints an answer as lines, or as JSON with --json. */
function print<Answer>({ flags, out }: Input, answer: Answer, lines: (answer: Answer) => readonly string[]): number {
  if (flags.json === true) out(jsonText(answer));
  else for (const line of lines(answer)) out(`${line}\n`);
  return 0;
}

function idOf(subject: string | undefined): string {
  if (subject === undefined) throw new UsageError('give the id of a rule; `itemtape alerts list` shows them');
  return subject;
}

const actions: Readonly<Record<string, (command: AlertCommand) => Promise<number>>> = {
  list: async ({ input, tape, subject }) => {
    if (subject !== undefined)
      throw new UsageError(`unexpected argument "${subject}"; alerts list shows all rules of the key`);
    const stored = await tape.alerts.list();
    if (stored.length === 0 && input.flags.json !== true)
      input.err('there are no rules; `itemtape alerts create <file>` creates one\n');
    return print(input, stored, (rules) => tableLines(ruleColumns, rules));
  },
  create: async ({ input, tape, subject }) => {
    if (subject === undefined)
      throw new UsageError('name a file that holds the rule in JSON; docs/alerts.md has examples');
    const rule = await tape.alerts.create(readRequest(subject));
    if (rule.secret !== null) input.err('The secret of the webhook is shown only this once.\n');
    return print(input, rule, ({ id, secret }) => [id, ...(secret === null ? [] : [secret])]);
  },
  test: async ({ input, tape, subject }) => {
    const result = await tape.alerts.test(idOf(subject));
    const text = result.isDelivered
      ? `delivered in ${result.milliseconds} ms`
      : `not delivered: ${clean(String(result.error))}`;
    print(input, result, () => [text]);
    return result.isDelivered ? 0 : 1;
  },
  deliveries: async ({ input, tape, subject }) =>
    print(input, await tape.alerts.deliveries(idOf(subject)), (attempts) => tableLines(attemptColumns, attempts)),
  pause: async ({ input, tape, subject }) =>
    print(input, await tape.alerts.pause(idOf(subject)), ({ id }) => [`the rule ${id} is paused`]),
  resume: async ({ input, tape, subject }) =>
    print(input, await tape.alerts.resume(idOf(subject)), ({ id }) => [`the rule ${id} is resumed`]),
  rotate: async ({ input, tape, subject }) => {
    const made = await tape.alerts.rotate(idOf(subject));
    const until = new Date(made.previousExpiresAt * 1000).toISOString();
    input.err(
      `The new secret is shown only this once. Until ${until} alerts are signed by the previous one as well.\n`,
    );
    return print(input, made, ({ secret }) => [secret]);
  },
  delete: async ({ input, tape, subject }) => {
    const id = idOf(subject);
    await tape.alerts.remove(id);
    return print(input, { id }, () => [`the rule ${id} is deleted`]);
  },
};

function readRequest(file: string): AlertRequest {
  const text = readText(file);
  try {
    return JSON.parse(text) as AlertRequest;
  } catch {
    throw new UsageError(`${file} is not JSON; docs/alerts.md has examples of rules`);
  }
}

export const command = defineCommand({
  about:
    'Creates, lists, tests, pauses and deletes alert rules, which notify a target when something happens, and rotates the secrets of webhooks.',
  usage: 'list | create <file> | test <id> | deliveries <id> | pause <id> | resume <id> | rotate <id> | delete <id>',
  example: 'itemtape alerts create redline.json',
  flags: serviceFlags,
  run: async (input) => {
    const [action = 'list', subject, ...more] = input.positionals;
    if (more.length > 0) throw new UsageError(`unexpected argument "${more.join(' ')}"`);
    const act = Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (act === undefined)
      throw new UsageError(
        `"${action}" is not an action of alerts; use list, create, test, deliveries, pause, resume, rotate or delete`,
      );
    return await act({ input, tape: tapeOf(findService(input)), subject });
  },
});
