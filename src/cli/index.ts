import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type Environment, lacksStore, readConfig } from '../config/config.ts';
import { flagName, settingKeys, settings } from '../config/settings.ts';
import { StartRefused } from '../schema/index.ts';
import { nearest } from '../text/nearest.ts';
import type { NamedCommand, Output } from './command.ts';
import { allCommands, commandNamed, commandNames } from './commands.ts';
import type { GivenFlags } from './flags.ts';
import { growNewSpace } from './heap-growth.ts';
import { cleanLines } from './read/clean.ts';
import { UsageError } from './usage-error.ts';

// EX_CONFIG of sysexits.h: restarting is useless until the configuration has been changed
const wrongConfiguration = 78;

/** Runs a command line and resolves to the exit code: 0 done, 1 failed, 2 called wrongly, 78 wrongly configured. */
export async function run(argv: readonly string[], environment: Environment, output: Output): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined || helpWords.includes(name)) return await help(rest[0], output);
  if (versionWords.includes(name)) {
    const { version } = await import('../service/version.ts');
    output.out(`${version}\n`);
    return 0;
  }
  const command = await commandNamed(name);
  if (command === null) return unknown(name, output);
  try {
    const { values, positionals } = parsed(rest, command);
    if (values['help'] === true) {
      output.out(helpOf(command));
      return 0;
    }
    refuseMore(command, positionals);
    const flags = values as GivenFlags & Record<string, string | boolean | undefined>;
    const file = typeof flags['config'] === 'string' ? flags['config'] : (environment['ITEMTAPE_CONFIG'] ?? null);
    const readAgain = () => readConfig({ file, environment, flags });
    const read = readAgain();
    const problems = read.problems.filter((problem) => command.needsNoStore !== true || problem !== lacksStore);
    if (problems.length > 0 && command.name !== 'config') throw new StartRefused(problems.join('\n'));
    growNewSpace();
    const input = { ...output, positionals, flags, environment, read, readAgain, allCommands };
    return await (command.isPrivate === true ? privately(() => command.run(input)) : command.run(input));
  } catch (error) {
    return failed(error, command, output);
  }
}

/** Runs with a umask that makes everything private, also what the database creates. */
async function privately(work: () => Promise<number>): Promise<number> {
  const given = process.umask(0o077);
  try {
    return await work();
  } finally {
    process.umask(given);
  }
}

function parsed(rest: readonly string[], command: NamedCommand) {
  const options = optionsOf(command);
  try {
    return parseArgs({ args: joined(rest), options, allowPositionals: true });
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const [flagText, flag = ''] = /^Unknown option '--([^']*)'/.exec(text) ?? [];
    const near = nearest(flag, Object.keys(options), (name) => [name]);
    throw new UsageError(
      flagText === undefined ? text : `${flagText}${near === null ? '' : `; did you mean --${near}?`}`,
    );
  }
}

function refuseMore({ usage, maxWords }: NamedCommand, positionals: readonly string[]): void {
  const more = positionals.slice(usage === '' ? 0 : (maxWords ?? positionals.length));
  if (more.length > 0) throw new UsageError(`unexpected argument "${more.join(' ')}"`);
}

/** Flags of boolean settings, which mean true when no value is given. */
const bareFlags: ReadonlySet<string> = new Set(
  settingKeys.filter((key) => settings[key].kind === 'flag').map((key) => `--${flagName(key)}`),
);

/** Joins an argument that begins with a minus and a digit, such as -1h, to the flag before it, whose value it is. */
const joined = (args: readonly string[]): string[] =>
  args.reduce<string[]>((all, arg) => {
    const previous = all.at(-1);
    const isValue = /^-\d/.test(arg) && previous !== undefined && /^--[a-z-]+$/.test(previous);
    if (isValue) all[all.length - 1] = `${previous}=${arg}`;
    else all.push(bareFlags.has(arg) ? `${arg}=true` : arg);
    return all;
  }, []);

const helpWords: readonly string[] = ['help', '--help', '-h'];
const versionWords: readonly string[] = ['version', '--version', '-v'];

async function help(name: string | undefined, output: Output): Promise<number> {
  const command = name === undefined ? null : await commandNamed(name);
  if (name !== undefined && command === null) return unknown(name, output);
  output.out(command === null ? overview(await allCommands()) : helpOf(command));
  return 0;
}

function unknown(name: string, { err }: Output): number {
  const near = nearest(name, commandNames, (known) => [known]);
  const hint = near === null ? '' : `; did you mean ${near}?`;
  err(`"${name}" is not a command${hint}\n\`itemtape help\` lists them\n`);
  return 2;
}

function failed(error: unknown, command: NamedCommand, output: Output): number {
  const isUsage = error instanceof UsageError;
  const text = cleanLines(error instanceof Error ? error.message : String(error));
  output.err(isUsage ? `${text}\n\`itemtape help ${command.name}\` shows how to call it\n` : `${text}\n`);
  if (error instanceof StartRefused) return wrongConfiguration;
  return isUsage ? 2 : 1;
}

function optionsOf(command: NamedCommand): NonNullable<ParseArgsConfig['options']> {
  const options: NonNullable<ParseArgsConfig['options']> = {
    help: { type: 'boolean', short: 'h' },
    config: { type: 'string' },
  };
  for (const key of settingKeys) {
    options[flagName(key)] = { type: 'string' };
  }
  for (const [flag, { takes }] of Object.entries(command.flags)) {
    options[flag] = { type: takes === '' ? 'boolean' : 'string' };
  }
  return options;
}

function overview(commands: readonly NamedCommand[]): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  const lines = commands.map((command) => `  ${command.name.padEnd(width)}  ${command.about}`);
  return `itemtape <command>\n\n${lines.join('\n')}\n\n\`itemtape help <command>\` shows the flags of a command, \`itemtape version\` the version, \`itemtape config print\` every setting.\n`;
}

function helpOf(command: NamedCommand): string {
  const all = Object.entries({
    ...command.flags,
    config: { takes: 'file', about: 'Settings file; can also be named in ITEMTAPE_CONFIG.' },
  }).map(([flag, { takes, about }]) => ({ flag: `--${takes === '' ? flag : `${flag} <${takes}>`}`, about }));
  const width = Math.max(...all.map(({ flag }) => flag.length));
  const flags = all.map(({ flag, about }) => `  ${flag.padEnd(width)}  ${about}`);
  return `${command.about}\n\n  itemtape ${`${command.name} ${command.usage}`.trim()}\n\n${flags.join('\n')}\n\nEvery setting is also a flag, such as --http-port 7400.\n\nExample: ${command.example}\n`;
}
