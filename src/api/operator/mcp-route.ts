import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { keyOf, requireKey } from '../access.ts';
import type { Keys } from '../keys.ts';

/** What answers a message of an assistant, with the key it came with. */
export type McpDoor = (request: IncomingMessage, response: ServerResponse, body: unknown, key: string) => Promise<void>;

export const mcpPath = '/mcp';

/** Lets assistants in that have a key, as a bearer token or in X-API-Key. */
export function addMcpRoute(app: FastifyInstance, keys: Pick<Keys, 'check'>, door: McpDoor): void {
  app.post(mcpPath, async (request, reply) => {
    const [, bearer] = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const key = keyOf(request.raw, bearer);
    requireKey(keys, key);
    reply.hijack();
    await door(request.raw, reply.raw, request.body, key ?? '');
  });
}
