import { type CommandInput, type Run, UsageError } from './command.ts';

export const run: Run = async (input) => {
  const [action, subject, ...more] = input.positionals;
  if (more.length > 0) throw new UsageError(`"${more.join(' ')}" is too much; put a name with blanks into quotes`);
  const act = actions[action ?? ''];
  if (act === undefined) {
    throw new UsageError(
      `keys ${action === undefined ? 'needs a word behind it' : `does not know "${action}"`}: create, list or revoke`,
    );
  }
  return await act(input, subject);
};

type Action = (input: CommandInput, subject: string | undefined) => Promise<number>;

const openKeys = async ({ read }: CommandInput) => {
  const { keysOf } = await import('../service/service.ts');
  return keysOf(read.config['data.folder'], Date.now);
};

const actions: Readonly<Record<string, Action>> = {
  async create(input, name) {
    if (name === undefined) throw new UsageError('a key needs a name by which you will know it');
    const keys = await openKeys(input);
    const { text, key } = await keys.create({
      name,
      websocketAccess: input.flags['no-websocket'] !== true,
      admin: input.flags['admin'] === true,
    });
    input.out(`${text}\n`);
    input.err(`This is the key "${key.name}" (id ${key.id}). It is shown this once and kept nowhere.\n`);
    return 0;
  },

  async list(input) {
    const keys = (await openKeys(input)).list();
    if (keys.length === 0) input.err('there are no keys; `itemtape keys create <name>` makes one\n');
    for (const key of keys) {
      const state = key.revokedAt === null ? 'in use' : `revoked ${day(key.revokedAt)}`;
      const rights = [
        'REST',
        ...(key.rights.websocketAccess ? ['stream'] : []),
        ...(key.rights.admin ? ['admin'] : []),
      ];
      input.out(
        `${key.id}  ${key.prefix}…  created ${day(key.createdAt)}  ${state}  ${rights.join(', ')}  ${key.name}\n`,
      );
    }
    return 0;
  },

  async revoke(input, idOrName) {
    if (idOrName === undefined) throw new UsageError('say which key, by name or id; `itemtape keys list` shows them');
    const key = await (await openKeys(input)).revoke(idOrName);
    input.out(`the key "${key.name}" (id ${key.id}) is revoked\n`);
    return 0;
  },
};

const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
