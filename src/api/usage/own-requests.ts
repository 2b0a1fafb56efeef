import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const header = 'x-tool-of';

/** Requests that this service sends to itself for a request of a reader, such as those of the tools of assistants. */
export class OwnRequests {
  readonly #secret = randomBytes(24).toString('base64url');
  readonly headers: Readonly<Record<string, string>> = { [header]: this.#secret };

  /** They are not counted again; everything else applies to them as to any request with the key. */
  has({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
    return headers[header] === this.#secret;
  }
}
