import { TapeError } from '#client';
import type { CommandInput } from '../command.ts';
import type { Address } from '../flags.ts';
import { findService, otherFolder } from './find-service.ts';
import { below, request as send } from './request.ts';

/** Nothing listens at the address of the service. */
export class Unreachable extends Error {}

/** Sends a request to an operator endpoint, a POST if it has a body; every failure is an error with a readable message. */
export async function askOperator(
  input: CommandInput<Address>,
  request: { readonly path: `/operator/${string}`; readonly body?: object; readonly signal?: AbortSignal },
): Promise<Response> {
  const service = findService(input);
  const { url, key, folder } = service;
  const response = await send(below(url, request.path.slice(1)), {
    headers: { 'content-type': 'application/json', ...(key !== null && { 'x-api-key': key }) },
    ...(request.body !== undefined && { method: 'POST', body: JSON.stringify(request.body) }),
    ...(request.signal && { signal: request.signal }),
  }).catch((error: unknown) => {
    request.signal?.throwIfAborted();
    if (error instanceof TapeError) throw error;
    const why = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new Unreachable(`no service answers at ${url} (${why})`, { cause: error });
  });
  if (response.ok) return response;
  if (response.status === 401 && folder !== null) throw new Error(otherFolder(service));
  const why = await refusal(response, url);
  const isGivenKey = key !== null && folder === null && input.flags.url === undefined;
  throw new Error(response.status === 403 && isGivenKey ? `${why}; ${withoutKey}` : why);
}

const withoutKey =
  'without --key and ITEMTAPE_KEY, this command uses the token of the data folder that --data-folder names';

async function refusal(response: Response, url: string): Promise<string> {
  const text = await response.text();
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    if (typeof error === 'string') return error;
  } catch {
    // Not an answer of Itemtape
  }
  return `the server at ${url} is not an Itemtape service of this release: status ${response.status}`;
}
