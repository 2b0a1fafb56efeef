import { isIP, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { resolve } from 'node:path';
import { secretsFrom } from '../../config/config.ts';
import { readOperatorToken } from '../../service/operator-token.ts';
import { program } from '../../service/version.ts';
import { isNoted } from '../../store/folder.ts';
import type { CommandInput } from '../command.ts';
import type { Address } from '../flags.ts';
import { UsageError } from '../usage-error.ts';

type ServiceOptions = Pick<CommandInput<Address>, 'flags' | 'environment' | 'read'>;

/** Address and key with which a command reads a service. */
export type FoundService = {
  readonly url: string;
  /** null when none was given and none was found. */
  readonly key: string | null;
  /** The data folder whose token `key` is; null for a key that was given. */
  readonly folder: string | null;
  /** The data folder whose token was not used because no service appears to run in it, else null. */
  readonly idle: string | null;
};

/**
 * The service that commands read: that of --url, else the one on this machine at the port and, if that is one of its
 * addresses, the host of the settings. Without a key, the latter gets the token of the data folder, but only if a service
 * has noted that it uses that folder.
 */
export function findService(input: ServiceOptions, schemes = /^https?:$/): FoundService {
  const { flags, read } = input;
  const url = serviceUrl(input, schemes);
  const given = givenKey(input);
  if (given !== null || flags.url !== undefined) return { url, key: given, folder: null, idle: null };
  const folder = resolve(read.config['data.folder']);
  const mayWork = isNoted(folder) || read.config['store.url'] !== '';
  const token = mayWork ? readOperatorToken(folder) : null;
  return { url, key: token, folder: token === null ? null : folder, idle: mayWork ? null : folder };
}

function serviceUrl({ flags, read }: ServiceOptions, schemes: RegExp): string {
  const given = flags.url;
  const port = read.config['http.port'];
  if (given === undefined && port === 0)
    throw new UsageError('give the address of the service with --url; http.port is 0, which is any free port');
  const text = given ?? `http://${hostOf(read.config['http.host'])}:${port}`;
  if (!URL.canParse(text) || !schemes.test(new URL(text).protocol))
    throw new UsageError(`--url is "${text}"; give the address of the service, such as http://127.0.0.1:7400`);
  return text;
}

/** The host at which this machine reaches a service that listens on `host`: never another machine, which would get the token. */
function hostOf(host: string): string {
  const isListenedOn = host === 'localhost' || (isIP(host) !== 0 && isOwnAddress(host));
  if (!isListenedOn) return '127.0.0.1';
  return isIPv6(host) ? `[${host}]` : host;
}

const isOwnAddress = (address: string): boolean =>
  address === '::1' ||
  address.startsWith('127.') ||
  Object.values(networkInterfaces()).some((own) => own?.some((one) => one.address === address));

/** The key of --key or ITEMTAPE_KEY; null when there is none. */
function givenKey({ flags, environment }: ServiceOptions): string | null {
  const key = (flags.key ?? secretsFrom(environment)('ITEMTAPE_KEY'))?.trim() ?? null;
  // No HTTP header can carry it; a prefix copied from `keys list`, for example, ends in …
  if (key !== null && !/^[\x21-\x7e]+$/.test(key))
    throw new UsageError(
      'the key in --key or ITEMTAPE_KEY is not valid: it is empty, or contains characters that no key has',
    );
  return key;
}

/** The key of a service; throws when there is none. */
export function keyOf({ key, idle }: FoundService): string {
  if (key !== null) return key;
  const why = idle === null ? '' : `, as no service appears to run in the data folder ${idle}`;
  throw new UsageError(
    `a key is needed${why}: give it in ITEMTAPE_KEY or with --key; \`${program} keys create <name>\` creates one. No key is needed where --data-folder names the folder of a running service`,
  );
}

/** The error text for when the token of a data folder is not accepted. */
export const otherFolder = ({ url, folder }: FoundService): string =>
  `the service at ${url} uses a different data folder from ${folder}; name its folder with --data-folder, or give a key in ITEMTAPE_KEY`;
