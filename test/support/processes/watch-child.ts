import { command } from '../../../src/cli/commands/watch.ts';
import { endWhenUnread } from '../../../src/cli/unread.ts';
import { readConfig } from '../../../src/config/config.ts';

// Only `itemtape watch`, so that a test need not compile the whole service
endWhenUnread(process.stdout);
const read = readConfig({ file: null, environment: {}, flags: {} });
const [url = '', key = ''] = process.argv.slice(2);
process.exitCode = await command.run({
  positionals: [],
  flags: { url, key },
  environment: {},
  read,
  readAgain: () => read,
  allCommands: async () => [],
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
