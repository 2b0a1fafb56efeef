import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BackupSource } from '../../service/backup/source.ts';
import { folderOwner, hasDatabase, isNoted } from '../../store/folder.ts';
import type { CommandInput } from '../command.ts';
import type { Address } from '../flags.ts';
import { askOperator, Unreachable } from '../read/ask-operator.ts';

export type CopyRequest = {
  readonly path: '/operator/backup' | '/operator/export';
  readonly body: object;
  /** Makes the same copy from a folder that no service uses. */
  readonly own: (copies: BackupSource) => AsyncIterable<Uint8Array>;
  readonly signal: AbortSignal;
};

export type OpenSource = { readonly frames: AsyncIterable<Uint8Array>; readonly close: () => Promise<void> };

/** Requests the copy from the service that all commands read, or makes it from the data folder while no service uses it. */
export async function openSource(input: CommandInput<Address>, request: CopyRequest): Promise<OpenSource> {
  const { config } = input.read;
  const folder = resolve(config['data.folder']);
  if (input.flags.url !== undefined || config['store.url'] !== '') return await ask(input, request, null);
  const holdsData = hasDatabase(folder) || existsSync(join(folder, 'snapshot'));
  if (holdsData && !isNoted(folder)) return await openFolder(input, request);
  const pid = await folderOwner(folder);
  try {
    return await ask(input, request, pid === null ? null : { pid, folder });
  } catch (error) {
    if (!(error instanceof Unreachable) || pid !== null) throw error;
    if (holdsData) return await openFolder(input, request);
    throw new Error(
      `${error.message}, and the data folder ${folder} holds no data; name the right one with --data-folder, or a running service with --url`,
      { cause: error },
    );
  }
}

async function openFolder(input: CommandInput<Address>, request: CopyRequest): Promise<OpenSource> {
  const { openBackupSource: openCopies } = await import('../../service/backup/source.ts');
  const warn = (data: object, text: string) => input.err(`${text}: ${JSON.stringify(data)}\n`);
  const copies = await openCopies(input.read.config, Date.now, { warn });
  return { frames: request.own(copies), close: copies.close };
}

async function ask(
  input: CommandInput<Address>,
  { path, body, signal }: CopyRequest,
  owner: { readonly pid: number; readonly folder: string } | null,
): Promise<OpenSource> {
  const whose = owner === null ? '' : `process ${owner.pid} uses ${owner.folder}; give its address with --url`;
  const response = await askOperator(input, { path, body, signal }).catch((error: unknown) => {
    throw error instanceof Unreachable && owner !== null ? new Unreachable(`${error.message}; ${whose}`) : error;
  });
  if (response.body === null) throw new Error('the service sent no data; try again');
  const pid = response.headers.get('x-itemtape-process');
  if (owner !== null && pid !== String(owner.pid)) {
    await response.body.cancel();
    throw new Error(`another service answers (process ${pid}); ${whose}`);
  }
  return { frames: response.body, close: async () => {} };
}
