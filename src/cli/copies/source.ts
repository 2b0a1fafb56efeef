import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Copies } from '../../service/copies.ts';
import { folderOwner } from '../../store/folder.ts';
import type { CommandInput } from '../command.ts';
import { givenKey, readFlag } from '../flags.ts';
import { serviceUrl } from '../reading/service.ts';

export type CopyRequest = {
  readonly path: '/operator/backup' | '/operator/export';
  readonly body: object;
  /** The same from a folder that no service works in. */
  readonly own: (copies: Copies) => AsyncIterable<Uint8Array>;
  readonly signal: AbortSignal;
};

export type OpenSource = { readonly frames: AsyncIterable<Uint8Array>; readonly close: () => Promise<void> };

/** The copy from the service of --url, or of the data folder: from the service that works in it, else from itself. */
export async function openSource(input: CommandInput, request: CopyRequest): Promise<OpenSource> {
  const { config } = input.read;
  const folder = resolve(config['data.folder']);
  if (readFlag(input.flags, 'url') !== undefined || config['store.url'] !== '') return await ask(input, request, null);
  const owner = await folderOwner(folder);
  if (owner !== null) return await ask(input, request, { pid: owner, folder });
  if (!existsSync(join(folder, 'engine'))) {
    throw new Error(
      `the data folder ${folder} holds no data; name the right one by --data-folder, or a running service by --url`,
    );
  }
  const { openCopies } = await import('../../service/copies.ts');
  const copies = await openCopies(config, Date.now);
  return { frames: request.own(copies), close: copies.close };
}

async function ask(
  input: CommandInput,
  { path, body, signal }: CopyRequest,
  owner: { readonly pid: number; readonly folder: string } | null,
): Promise<OpenSource> {
  const url = serviceUrl(input);
  const whose = owner === null ? '' : `; process ${owner.pid} works in ${owner.folder}, say by --url where it listens`;
  const key = givenKey(input);
  const response = await fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key !== null && { 'x-api-key': key }) },
    body: JSON.stringify(body),
    signal,
  }).catch((error: unknown) => {
    const why = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new Error(`no service answers at ${url} (${why})${whose || '; see that it runs'}`, { cause: error });
  });
  if (!response.ok || response.body === null) throw await refusal(response, url);
  const pid = response.headers.get('x-itemtape-process');
  if (owner !== null && pid !== String(owner.pid)) {
    await response.body.cancel();
    throw new Error(`the service at ${url} is another one (process ${pid})${whose}`);
  }
  return { frames: response.body, close: async () => {} };
}

async function refusal(response: Response, url: string): Promise<Error> {
  const text = await response.text();
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    if (typeof error === 'string') return new Error(error);
  } catch {
    // Not one of our answers
  }
  return new Error(`what answers at ${url} is no Itemtape service that gives copies: status ${response.status}`);
}
