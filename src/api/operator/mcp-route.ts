import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Keys } from '../keys.ts';
import { keyOf, requireKey } from '../require-key.ts';
import type { Router } from '../server/router.ts';
import type { OwnRequests } from '../usage/own-requests.ts';

/** Who sends an MCP request. */
export type McpCaller = {
  readonly key: string;
  /** For the requests that tools make: they belong to the MCP request, which was counted. */
  readonly headers: Readonly<Record<string, string>>;
};

export type McpHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  body: unknown,
  caller: McpCaller,
) => Promise<void>;

const mcpPath = '/mcp';

const keyIn = (request: IncomingMessage): string | undefined => {
  const [, bearer] = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  return keyOf(request, () => bearer);
};

/** Adds the MCP route, which accepts the key as a bearer token or in X-API-Key. */
export function addMcpRoute(
  router: Router,
  {
    keys,
    handler,
    ownRequests,
  }: { readonly keys: Pick<Keys, 'check'>; readonly handler: McpHandler; readonly ownRequests: OwnRequests },
): void {
  router.add(
    ['POST'],
    mcpPath,
    async ({ request, response, body }) => {
      await handler(request, response, body, { key: keyIn(request) ?? '', headers: ownRequests.headers });
      return null;
    },
    { keyIn, before: ({ request }) => requireKey(keys, keyIn(request), mcpPath) },
  );
}
