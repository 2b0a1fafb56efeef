import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type Environment, flagName, readConfig, settingKeys, settings } from '../config.ts';
import { type Command, type Output, UsageError } from './command.ts';
import { serviceFlags } from './flags.ts';

export const commands: readonly Command[] = [
  {
    name: 'serve',
    about: 'Collects the marketplaces and serves the REST interface.',
    usage: '',
    example: 'itemtape serve --http-port 7400',
    flags: {},
    load: () => import('./serve.ts'),
  },
  {
    name: 'demo',
    about: 'Serves marketplaces that are played on this machine; needs no network.',
    usage: '',
    example: 'itemtape demo',
    flags: {},
    load: () => import('./demo.ts'),
  },
  {
    name: 'keys',
    about: 'Creates, lists and revokes API keys; a running service follows at once.',
    usage: 'create <name> | list | revoke <name or id>',
    example: 'itemtape keys create dashboard',
    flags: {
      'no-websocket': { takes: '', about: 'The new key may not open the offer stream.' },
      admin: { takes: '', about: 'The new key may manage keys from anywhere.' },
      json: { takes: '', about: 'As JSON.' },
    },
    load: () => import('./keys.ts'),
  },
  {
    name: 'marketplaces',
    about: 'Lists the marketplaces, what is read of each and which key it needs.',
    usage: '',
    example: 'itemtape marketplaces',
    flags: { json: { takes: '', about: 'As JSON.' } },
    load: () => import('./marketplaces.ts'),
  },
  {
    name: 'check',
    about: 'Asks every source of a marketplace once, live, and says what came back.',
    usage: '<marketplace>',
    example: 'itemtape check skinport',
    flags: {
      game: { takes: 'game', about: 'Only this game.' },
      item: { takes: 'name', about: 'Item that look-ups ask for.' },
      seconds: { takes: 'count', about: 'How long a feed is listened to, 30 unless said.' },
      json: { takes: '', about: 'A line of JSON for each source and game.' },
    },
    load: () => import('./check.ts'),
  },
  {
    name: 'record',
    about: 'Saves one live answer of a source, trimmed, for use as a fixture.',
    usage: '<marketplace> <source>',
    example: 'itemtape record skinport items --rows 5',
    flags: {
      game: { takes: 'game', about: 'Game to ask for; the first one the source covers unless said.' },
      item: { takes: 'name', about: 'Item that a look-up asks for.' },
      rows: { takes: 'count', about: 'Rows kept, 5 unless said.' },
      to: { takes: 'folder', about: 'Folder to write to, this one unless said.' },
      json: { takes: '', about: 'As JSON.' },
    },
    load: () => import('./record.ts'),
  },
  {
    name: 'watch',
    about: 'Follows the offer stream of a running service: columns in a terminal, lines of JSON in a pipe.',
    usage: '[<item>…]',
    example: 'itemtape watch --game CS2 --max-price 100 --new-floor',
    flags: {
      game: { takes: 'games', about: 'Only these games, with commas between them.' },
      marketplace: { takes: 'names', about: 'Only these marketplaces, with commas between them.' },
      item: { takes: 'name', about: 'Only this item; more can stand without a flag.' },
      'min-price': { takes: 'USD', about: 'Only from this price on.' },
      'max-price': { takes: 'USD', about: 'Only up to this price.' },
      'new-floor': { takes: '', about: 'Only offers that are the cheapest of their item on their marketplace.' },
      removed: { takes: '', about: 'Also offers that are gone, and why.' },
      snapshot: { takes: '', about: 'What is on sale now comes first.' },
      channel: { takes: 'names', about: 'Of offers, sales, buyOrders, prices, sources; offers unless said.' },
      links: { takes: '', about: 'In a terminal, with a second line that says where to buy.' },
      json: { takes: '', about: 'Lines of JSON in a terminal too.' },
      count: { takes: 'number', about: 'Ends after so many.' },
      url: { takes: 'address', about: 'Where the service is; this machine and --http-port unless said.' },
      key: { takes: 'key', about: 'API key; ITEMTAPE_KEY in the environment keeps it out of the list of processes.' },
    },
    load: () => import('./watch.ts'),
  },
  {
    name: 'search',
    about: 'Finds items of a running service by words of their names.',
    usage: '<word…>',
    example: 'itemtape search redline field --game CS2',
    flags: {
      game: { takes: 'game', about: 'Only this game.' },
      marketplace: { takes: 'name', about: 'Only this marketplace.' },
      limit: { takes: 'count', about: 'Rows shown, 20 unless said.' },
      ...serviceFlags,
    },
    load: () => import('./search.ts'),
  },
  {
    name: 'item',
    about: 'Shows one item on one marketplace: offers and buy orders.',
    usage: '<name>',
    example: 'itemtape item "AK-47 | Redline (Field-Tested)" --marketplace SkinPort',
    flags: {
      game: { takes: 'game', about: 'Its game; the first that knows the name unless said.' },
      marketplace: { takes: 'name', about: 'The cheapest one unless said.' },
      limit: { takes: 'count', about: 'Rows shown of each kind, 10 unless said.' },
      ...serviceFlags,
    },
    load: () => import('./item.ts'),
  },
  {
    name: 'compare',
    about: 'Shows one item on all marketplaces side by side, cheapest first.',
    usage: '<name>',
    example: 'itemtape compare "AK-47 | Redline (Field-Tested)"',
    flags: {
      game: { takes: 'game', about: 'Its game; the first that knows the name unless said.' },
      marketplace: { takes: 'names', about: 'Only these marketplaces, with commas between them.' },
      ...serviceFlags,
    },
    load: () => import('./compare.ts'),
  },
  {
    name: 'history',
    about: 'Draws the price of an item over time.',
    usage: '<name>',
    example: 'itemtape history "AK-47 | Redline (Field-Tested)" --days 90',
    flags: {
      game: { takes: 'game', about: 'Its game; the first that knows the name unless said.' },
      marketplace: { takes: 'name', about: 'The cheapest one unless said.' },
      days: { takes: 'count', about: 'How far back, 30 unless said.' },
      ...serviceFlags,
    },
    load: () => import('./history.ts'),
  },
  {
    name: 'sources',
    about: 'Shows how each source of a running service is, and what is wrong in words.',
    usage: '[<marketplace>]',
    example: 'itemtape sources --state refused',
    flags: { state: { takes: 'state', about: 'Only sources in this state.' }, ...serviceFlags },
    load: () => import('./sources.ts'),
  },
  {
    name: 'backup',
    about: 'Copies everything that is kept, as of one instant; a running service goes on meanwhile.',
    usage: '<folder> | s3://<bucket>/<prefix>',
    example: 'itemtape backup /var/backups/itemtape/2026-01-31',
    flags: serviceFlags,
    load: () => import('./backup.ts'),
  },
  {
    name: 'restore',
    about: 'Fills an empty data folder from a backup.',
    usage: '<folder> | s3://<bucket>/<prefix>',
    example: 'itemtape restore /var/backups/itemtape/2026-01-31 --data-folder ./data',
    flags: { json: serviceFlags.json },
    load: () => import('./restore.ts'),
  },
  {
    name: 'export',
    about: 'Writes one table for analysis, from a running service or the data folder.',
    usage: 'pricePoints | sales | offers | buyOrders | quotes',
    example: 'itemtape export sales --format parquet --since 30d --to sales.parquet',
    flags: {
      format: { takes: 'format', about: 'csv, json (one object on each line) or parquet; csv unless said.' },
      to: { takes: 'file', about: 'File to write; standard output unless said.' },
      since: { takes: 'when', about: 'Only rows from then on: a date, an instant, or 12h or 30d.' },
      columns: { takes: '', about: 'Instead, tells the columns of the table and their units.' },
      ...serviceFlags,
      json: { takes: '', about: 'The columns as JSON.' },
    },
    load: () => import('./export.ts'),
  },
  {
    name: 'mcp',
    about: 'Lets an assistant read a running service by the Model Context Protocol, over standard input and output.',
    usage: '',
    example: 'itemtape mcp --url http://127.0.0.1:7400',
    flags: { url: serviceFlags.url, key: serviceFlags.key },
    load: () => import('./mcp.ts'),
  },
  {
    name: 'completion',
    about: 'Writes what lets a shell complete the commands and their flags.',
    usage: 'bash | zsh | fish',
    example: 'itemtape completion bash > ~/.local/share/bash-completion/completions/itemtape',
    flags: {},
    load: () => import('./completion.ts'),
  },
  {
    name: 'config',
    about: 'Shows every setting with its value and origin, or checks them.',
    usage: 'print | check',
    example: 'itemtape config print',
    flags: { json: { takes: '', about: 'As JSON, usable as a settings file.' } },
    load: () => import('./config.ts'),
  },
];

/** Runs a command line and resolves to the exit code: 0 done, 1 failed, 2 called wrongly. */
export async function run(argv: readonly string[], environment: Environment, output: Output): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    const about = commands.find((command) => command.name === rest[0]);
    output.out(about === undefined ? overview() : helpOf(about));
    return 0;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (command === undefined) {
    output.err(`"${name}" is not a command; \`itemtape help\` lists them\n`);
    return 2;
  }
  try {
    const { values, positionals } = parseArgs({ args: rest, options: optionsOf(command), allowPositionals: true });
    if (values['help'] === true) {
      output.out(helpOf(command));
      return 0;
    }
    const flags = values as Record<string, string | boolean | undefined>;
    const file = typeof flags['config'] === 'string' ? flags['config'] : (environment['ITEMTAPE_CONFIG'] ?? null);
    const read = readConfig({ file, environment, flags });
    if (read.problems.length > 0 && command.name !== 'config') throw new UsageError(read.problems.join('\n'));
    return await (await command.load()).run({ ...output, positionals, flags, environment, read, commands });
  } catch (error) {
    return failed(error, command, output);
  }
}

function failed(error: unknown, command: Command, output: Output): number {
  const isUsage = error instanceof UsageError || (error instanceof TypeError && 'code' in error);
  const text = error instanceof Error ? error.message : String(error);
  output.err(isUsage ? `${text}\n\`itemtape help ${command.name}\` shows how it is called\n` : `${text}\n`);
  return isUsage ? 2 : 1;
}

function optionsOf(command: Command): NonNullable<ParseArgsConfig['options']> {
  const options: NonNullable<ParseArgsConfig['options']> = {
    help: { type: 'boolean', short: 'h' },
    config: { type: 'string' },
  };
  for (const key of settingKeys) {
    options[flagName(key)] = { type: settings[key].kind === 'flag' ? 'boolean' : 'string' };
  }
  for (const [flag, { takes }] of Object.entries(command.flags)) {
    options[flag] = { type: takes === '' ? 'boolean' : 'string' };
  }
  return options;
}

function overview(): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  const lines = commands.map((command) => `  ${command.name.padEnd(width)}  ${command.about}`);
  return `itemtape <command>\n\n${lines.join('\n')}\n\n\`itemtape help <command>\` tells more; \`itemtape config print\` lists every setting.\n`;
}

function helpOf(command: Command): string {
  const flags = Object.entries({
    ...command.flags,
    config: { takes: 'file', about: 'Settings file; ITEMTAPE_CONFIG in the environment.' },
  }).map(([flag, { takes, about }]) => `  --${takes === '' ? flag : `${flag} <${takes}>`}`.padEnd(24) + about);
  return `${command.about}\n\n  itemtape ${`${command.name} ${command.usage}`.trim()}\n\n${flags.join('\n')}\n\nEvery setting is a flag too, such as --http-port 7400.\n\nExample: ${command.example}\n`;
}
