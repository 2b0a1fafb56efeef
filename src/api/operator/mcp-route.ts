import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Keys } from '../keys.ts';
import { keyOf, requireKey } from '../require-key.ts';

/** Handles an MCP request with the given key. */
export type McpDoor = (request: IncomingMessage, response: ServerResponse, body: unknown, key: string) => Promise<void>;

const mcpPath = '/mcp';

/** Adds the MCP route, which accepts the key as a bearer token or in X-API-Key. */
export function addMcpRoute(app: FastifyInstance, keys: Pick<Keys, 'check'>, door: McpDoor): void {
  const keyIn = (request: IncomingMessage): string | undefined => {
    const [, bearer] = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    return keyOf(request, () => bearer);
  };
  app.post(
    mcpPath,
    {
      // Before the body is read
      onRequest: async ({ raw }) => {
        requireKey(keys, keyIn(raw));
      },
    },
    async (request, reply) => {
      reply.hijack();
      await door(request.raw, reply.raw, request.body, keyIn(request.raw) ?? '');
    },
  );
}
