import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import type { Key, KeyRequest, Keys } from '../../api/keys.ts';
import type { AuditAction, AuditRecord } from '../../api/operator/audit.ts';
import { secretsFrom } from '../../config/config.ts';
import { counted, given, shownBy } from '../../schema/index.ts';
import { program } from '../../service/version.ts';
import { type CommandInput, defineCommand } from '../command.ts';
import { bare, count, json, list, type Values } from '../flags.ts';
import { jsonText } from '../json.ts';
import { clean } from '../read/clean.ts';
import { UsageError } from '../usage-error.ts';

// Far larger numbers of days exceed the range of `Date`
const maxDays = 36_500;

const flags = {
  noWebsocket: bare('--no-websocket', 'The new key cannot open the stream.'),
  admin: bare('--admin', 'The new key has the rights of the operator, such as managing keys and taking backups.'),
  noAlerts: bare('--no-alerts', 'The new key cannot create alert rules.'),
  expires: count('--expires <days>', 'The new key expires after this many days.'),
  perMinute: count('--per-minute <number>', 'Requests per minute that the new key can send.'),
  perDay: count('--per-day <number>', 'Requests per day (UTC) that the new key can send.'),
  connections: count('--connections <number>', 'Stream connections that the new key can hold at the same time.'),
  endpoints: list(
    '--endpoints <paths>',
    'The new key can use only these paths and those below them, such as /v2,/tape/best.',
  ),
  games: list('--games <names>', 'The new key can see only these games, such as CS2,Rust.'),
  marketplaces: list(
    '--marketplaces <names>',
    'The new key can see only these marketplaces, such as SkinPort,CSFloat.',
  ),
  json,
};

type Input = CommandInput<Values<typeof flags>>;

type Action = (input: Input, subject: string | undefined) => Promise<number>;

/** Works on the keys of the data folder, or of the cluster that the settings name. */
const withKeys = async <Result>(input: Input, work: (keys: Keys) => Promise<Result>): Promise<Result> => {
  const { config } = input.read;
  if (config['cluster.nats'].length === 0) {
    const { keysOf } = await import('../../service/node/keys.ts');
    return await work(keysOf(config['data.folder'], Date.now));
  }
  const { withSharedKeys } = await import('../../service/cluster/with-keys.ts');
  return await withSharedKeys({ config, secrets: secretsFrom(input.environment), now: Date.now }, work);
};

/** Writes what the command did to the audit log of the data folder; of a cluster, only where this machine has one. */
async function note({ read, err }: Input, action: AuditAction, about: AuditRecord['about']): Promise<void> {
  const folder = read.config['data.folder'];
  if (!existsSync(folder)) return;
  const { AuditFile } = await import('../../service/audit-file.ts');
  const warn = (): void => err('this could not be written to the audit log of the data folder\n');
  const user = userInfo().username;
  await new AuditFile(folder, { warn }).writeLocal({ at: Date.now(), action, user, about });
}

const actions: Readonly<Record<string, Action>> = {
  async create(input, name) {
    if (name === undefined) throw new UsageError('a key needs a name by which you can recognise it');
    const request = {
      name,
      websocketAccess: input.flags.noWebsocket !== true,
      ...limitsIn(input.flags),
    };
    const { text, key } = await withKeys(input, async (keys) => await keys.create(request));
    const { id, rights, expiresAt = null } = key;
    await note(input, 'key.create', { id, name: key.name, rights, expiresAt });
    if (input.flags.json === true) input.out(jsonText({ ...shown(key), key: text }));
    else input.out(`${text}\n`);
    input.err(
      `This is the key "${clean(key.name)}" (id ${key.id}). It is shown only this once and is stored nowhere.\n`,
    );
    return 0;
  },

  async list(input, subject) {
    if (subject !== undefined) throw new UsageError(`unexpected argument "${subject}"; keys list shows all keys`);
    const keys = await withKeys(input, async (stored) => stored.list());
    if (input.flags.json === true) {
      input.out(jsonText(keys.map(shown)));
      return 0;
    }
    if (keys.length === 0) input.err(`there are no keys; \`${program} keys create <name>\` creates one\n`);
    for (const key of keys) {
      const state = stateOf(key);
      const rights = [
        'REST',
        ...(key.rights.websocketAccess ? ['stream'] : []),
        ...(key.rights.admin ? ['admin'] : []),
        ...limitsOf(key),
      ];
      input.out(
        `${key.id}  ${key.prefix}…  created ${day(key.createdAt)}  ${state}  ${rights.join(', ')}  ${clean(key.name)}\n`,
      );
    }
    return 0;
  },

  async sessions(input, subject) {
    if (subject !== undefined)
      throw new UsageError(`unexpected argument "${subject}"; keys sessions shows all of them`);
    const sessions = await withKeys(input, async (keys) => {
      const names = new Map(keys.list().map(({ id, name }) => [id, name]));
      return keys.sessions.list().map((session) => ({ ...session, key: names.get(session.keyId) ?? session.keyId }));
    });
    if (input.flags.json === true) {
      const inFull = ({ createdAt, expiresAt }: { createdAt: number; expiresAt: number }) => ({
        createdAt: new Date(createdAt).toISOString(),
        expiresAt: new Date(expiresAt).toISOString(),
      });
      input.out(jsonText(sessions.map((session) => ({ ...session, ...inFull(session) }))));
      return 0;
    }
    if (sessions.length === 0) input.err('no browser is signed in to the dashboard\n');
    for (const { id, key, browser, system, createdAt, expiresAt } of sessions) {
      const name = [browser ?? 'unknown browser', system].filter(Boolean).join(' on ');
      input.out(`${id}  opened ${day(createdAt)}  until ${day(expiresAt)}  ${clean(key)}  ${name}\n`);
    }
    return 0;
  },

  async revoke(input, idOrName) {
    if (idOrName === undefined)
      throw new UsageError(
        `give the name or id of a key, or the id of a session; \`${program} keys list\` and \`${program} keys sessions\` show them`,
      );
    const ended = await withKeys(input, async (keys) => await keys.sessions.end(({ id }) => id === idOrName));
    if (ended > 0) {
      await note(input, 'session.end', { id: idOrName });
      input.out(input.flags.json === true ? jsonText({ id: idOrName }) : `the session ${idOrName} has ended\n`);
      return 0;
    }
    const key = await withKeys(input, async (keys) => await keys.revoke(idOrName));
    await note(input, 'key.revoke', { id: key.id, name: key.name });
    input.out(
      input.flags.json === true ? jsonText(shown(key)) : `the key "${clean(key.name)}" (id ${key.id}) is revoked\n`,
    );
    return 0;
  },
};

/** Rights and limits of a new key, except for access to the stream. */
function limitsIn(flags: Input['flags']): Omit<KeyRequest, 'name' | 'websocketAccess'> {
  const { admin, noAlerts, expires, perMinute, perDay, connections, endpoints, games, marketplaces } = flags;
  if (expires !== undefined && expires > maxDays)
    throw new UsageError(
      `--expires is ${expires}, but must be ${maxDays} days at most; without it a key never expires`,
    );
  return {
    ...given({
      admin,
      alerts: noAlerts && false,
      expiresAt: expires && Date.now() + expires * 86_400_000,
      requestsPerMinute: perMinute,
      requestsPerDay: perDay,
      connections,
      endpoints,
    }),
    ...shownIn(games, marketplaces),
  };
}

/** The games and marketplaces that a new key can see; names that do not exist are a usage error. */
function shownIn(games: readonly string[] | undefined, marketplaces: readonly string[] | undefined) {
  try {
    return shownBy({ games, marketplaces });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** A key as --json prints it, with instants in ISO 8601. */
const shown = ({ id, name, prefix, createdAt, revokedAt, expiresAt, rights }: Key) => ({
  id,
  name,
  prefix,
  createdAt: new Date(createdAt).toISOString(),
  revokedAt: revokedAt === null ? null : new Date(revokedAt).toISOString(),
  websocketAccess: rights.websocketAccess,
  admin: rights.admin === true,
  alerts: rights.alerts !== false,
  expiresAt: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
  requestsPerMinute: rights.requestsPerMinute ?? null,
  requestsPerDay: rights.requestsPerDay ?? null,
  connections: rights.connections ?? null,
  endpoints: rights.endpoints ?? null,
  games: rights.games ?? null,
  marketplaces: rights.marketplaces ?? null,
});

const day = (at: number): string => new Date(at).toISOString().slice(0, 10);

function stateOf({ revokedAt, expiresAt }: Key): string {
  if (revokedAt !== null) return `revoked ${day(revokedAt)}`;
  if (expiresAt === undefined) return 'in use';
  return expiresAt <= Date.now() ? `expired ${day(expiresAt)}` : `in use until ${day(expiresAt)}`;
}

const limitsOf = ({ rights }: Key): string[] => [
  ...(rights.alerts === false ? ['no alerts'] : []),
  ...(rights.requestsPerMinute === undefined ? [] : [`${rights.requestsPerMinute} a minute`]),
  ...(rights.requestsPerDay === undefined ? [] : [`${rights.requestsPerDay} a day`]),
  ...(rights.connections === undefined ? [] : [counted(rights.connections, 'connection')]),
  ...(rights.endpoints === undefined ? [] : [`only ${rights.endpoints.join(' ')}`]),
  ...[rights.games, rights.marketplaces].flatMap((shown) =>
    shown === undefined ? [] : [`sees only ${shown.join(' ')}`],
  ),
];

export const command = defineCommand({
  about:
    'Creates, lists and revokes API keys, and lists and ends sessions of browsers; a running service applies the change at once.',
  isPrivate: true,
  usage: 'create <name> | list | revoke <name or id> | sessions',
  needsNoStore: true,
  example: 'itemtape keys create dashboard',
  flags,
  run: async (input) => {
    const [action, subject, ...more] = input.positionals;
    if (more.length > 0)
      throw new UsageError(`unexpected argument "${more.join(' ')}"; put a name with spaces in quotes`);
    const act = Object.hasOwn(actions, action ?? '') ? actions[action ?? ''] : undefined;
    if (act === undefined) {
      throw new UsageError(
        `${action === undefined ? 'keys needs an action' : `"${action}" is not an action of keys`}; use create, list, revoke or sessions`,
      );
    }
    return await act(input, subject);
  },
});
