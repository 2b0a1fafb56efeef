import { resolve } from 'node:path';
import { readOperatorToken } from '../../service/operator-token.ts';
import { isNoted } from '../../store/folder.ts';
import { type CommandInput, UsageError } from '../command.ts';
import { givenKey, readFlag } from '../flags.ts';

type Asking = Pick<CommandInput, 'flags' | 'environment' | 'read'>;

/** Where a command asks, and with what. */
export type FoundService = {
  readonly url: string;
  /** Null when none was given and none was found. */
  readonly key: string | null;
  /** The data folder whose token the key is; null for a key that was given. */
  readonly folder: string | null;
  /** The data folder whose token would be the key, and in which no service can be seen to work; null where there is none such. */
  readonly idle: string | null;
};

/**
 * The service that every command means: that of --url, else that at this machine's port of the settings. Without a key
 * the latter is asked with the token of the data folder, if a service says that it works there: to others it is not sent.
 */
export function findService(input: Asking, schemes = /^https?:$/): FoundService {
  const { flags, read } = input;
  const url = serviceUrl(input, schemes);
  const given = givenKey(input);
  if (given !== null || readFlag(flags, 'url') !== undefined) return { url, key: given, folder: null, idle: null };
  const folder = resolve(read.config['data.folder']);
  const mayWork = isNoted(folder) || read.config['store.url'] !== '';
  const token = mayWork ? readOperatorToken(folder) : null;
  return { url, key: token, folder: token === null ? null : folder, idle: mayWork ? null : folder };
}

function serviceUrl({ flags, read }: Asking, schemes: RegExp): string {
  const given = readFlag(flags, 'url');
  const port = read.config['http.port'];
  if (given === undefined && port === 0)
    throw new UsageError('say where the service is by --url; its port is a free one');
  const text = given ?? `http://127.0.0.1:${port}`;
  if (!URL.canParse(text) || !schemes.test(new URL(text).protocol))
    throw new UsageError(`--url is "${text}"; give the address of the service, such as http://127.0.0.1:7400`);
  return text;
}

/** The key of a service, which nothing can be read without. */
export function keyOf({ key, idle }: FoundService): string {
  if (key !== null) return key;
  const why = idle === null ? '' : `, as no service can be seen to work in the data folder ${idle}`;
  throw new UsageError(
    `a key is needed${why}: in ITEMTAPE_KEY or by --key; \`itemtape keys create <name>\` makes one. None is needed beside a running service whose folder is that of --data-folder`,
  );
}

/** What to say when the token of a data folder is not accepted. */
export const otherFolder = ({ url, folder }: FoundService): string =>
  `the service at ${url} works in another data folder than ${folder}; name its folder by --data-folder, or give a key in ITEMTAPE_KEY`;
