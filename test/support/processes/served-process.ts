import { type ChildProcess, spawn } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openKeys } from '../../../src/api/keys.ts';
import { connectors } from '../../../src/connectors/index.ts';
import { createPlayedSecrets } from '../../../src/stage/played-secrets.ts';
import { testPrivateKey } from '../servers/rsa-test-key.ts';
import { defaultConnectors } from '../stage/default-connectors.ts';

const main = join(import.meta.dirname, '..', '..', '..', 'dist', 'main.js');

type Environment = Readonly<Record<string, string>>;
// biome-ignore lint/suspicious/noExplicitAny: tests inspect arbitrary JSON
type Json = any;

const plain: Environment = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', TZ: 'UTC' };

/** Credentials that the played marketplaces accept, under their environment names. */
export function playedCredentials(): Environment {
  // Generating a key for each start takes longer than many of the tests
  const secrets = createPlayedSecrets(() => createPrivateKey(testPrivateKey));
  const names = connectors.flatMap(({ credentials }) => credentials.map(({ env }) => env));
  return Object.fromEntries(names.map((name) => [name, secrets(name)]));
}

const running = new Set<ChildProcess>();

/** Kills the processes that a test has left running; resolves once they have ended. */
export async function killAll(): Promise<void> {
  await Promise.all(
    Array.from(running, async (child) => {
      const ended = once(child, 'close');
      child.kill('SIGKILL');
      await ended;
    }),
  );
}

export type Ended = { readonly code: number | null; readonly signal: string | null };

export type Command = {
  readonly child: ChildProcess;
  readonly out: () => string;
  readonly err: () => string;
  readonly ended: Promise<Ended>;
  /** Resolves to the first matching line; rejects with the whole output if the process ends without one. */
  readonly line: (fits: (line: string) => boolean) => Promise<string>;
};

/** Starts the compiled program with these words, in an environment that holds only what is given. */
export function startCommand(
  words: readonly string[],
  environment: Environment = {},
  {
    program = main,
    before = [],
  }: { readonly program?: string | undefined; readonly before?: readonly string[] | undefined } = {},
): Command {
  const [first = '', ...rest] = [...before, process.execPath, program, ...words];
  const child = spawn(first, rest, {
    env: { ...plain, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const output = { out: '', err: '' };
  child.stdout.on('data', (data) => {
    output.out += data;
  });
  child.stderr.on('data', (data) => {
    output.err += data;
  });
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => lines.push(line));
  const ended = once(child, 'close').then(([code, signal]): Ended => {
    running.delete(child);
    return { code, signal };
  });

  const line = (fits: (line: string) => boolean): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = lines.find(fits);
        if (found !== undefined) resolve(found);
      };
      reader.on('line', look);
      look();
      ended.then(() => {
        look();
        reject(new Error(`the process ended without the expected line; its output:\n${output.out}\n${output.err}`));
      }, reject);
    });

  return { child, out: () => output.out, err: () => output.err, ended, line };
}

/** Runs a command to its end. */
export async function runCommand(
  words: readonly string[],
  environment: Environment = {},
): Promise<Ended & { readonly out: string; readonly err: string }> {
  const command = startCommand(words, environment);
  const ended = await command.ended;
  return { ...ended, out: command.out(), err: command.err() };
}

/** Creates a key in a data folder, as `itemtape keys create` does. */
export async function createKey(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const keys = openKeys({ file: join(folder, 'keys.json'), now: Date.now });
  return (await keys.create({ name: 'test', websocketAccess: true })).text;
}

export type ServedProcess = Command & {
  /** Resolves when the service answers. */
  readonly origin: Promise<string>;
  /** The key that the first start on a folder creates. */
  readonly firstKey: () => Promise<string>;
  readonly stop: (signal: NodeJS.Signals) => Promise<Ended>;
};

/** Some of the usual marketplaces, for tests that are not about what is collected: lists, lookups, feeds and every game. */
export const fewMarketplaces = { COLLECT_ONLY: 'skinport,dmarket,csgoempire,shadowpay' };

/** `itemtape serve` as operators run it, logging in JSON. */
export function serve(settings: {
  readonly folder: string;
  readonly relay: string;
  readonly environment?: Environment;
  /** The program of another release. */
  readonly program?: string;
  /** Words put before the command, for example to run it in a network namespace. */
  readonly before?: readonly string[];
}): ServedProcess {
  const environment = {
    DATA_FOLDER: settings.folder,
    COLLECT_RELAY: settings.relay,
    COLLECT_ENABLE: 'all',
    COLLECT_ONLY: defaultConnectors.map(({ slug }) => slug).join(),
    API_CACHE_SECONDS: '0',
    HTTP_PORT: '0',
    LOG_FORMAT: 'json',
    ...settings.environment,
  };
  const command = startCommand(['serve'], environment, settings);
  const field = async (name: string): Promise<string> =>
    JSON.parse(await command.line((line) => name in (JSON.parse(line) as object)))[name];
  const origin = field('origin');
  // A test that kills the process before it listens does not await it
  origin.catch(() => undefined);
  return {
    ...command,
    origin,
    firstKey: () => field('firstKey'),
    async stop(signal) {
      command.child.kill(signal);
      return await command.ended;
    },
  };
}

/** Reads JSON; throws on any status but 200. */
export async function readJson(address: string, key = '', { method = 'GET' } = {}): Promise<Json> {
  // Compressing what stays on this machine takes longer than sending it
  const reply = await fetch(address, { method, headers: { 'x-api-key': key, 'accept-encoding': 'identity' } });
  const text = await reply.text();
  if (reply.status !== 200) throw new Error(`${address} answered ${reply.status}: ${text}`);
  return JSON.parse(text);
}
