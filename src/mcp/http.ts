import { createTape } from '#client';
import type { McpDoor } from '../api/operator/mcp-route.ts';
import type { Clock } from '../clock.ts';
import { guarded } from '../guarded.ts';

/** Serves MCP over HTTP without sessions: each request is independent. */
export function createMcpDoor(settings: {
  /** URL of the service, known once it listens. */
  readonly origin: () => string;
  readonly version: string;
  readonly now: Clock['now'];
}): McpDoor {
  const { origin, version, now } = settings;
  return async (request, response, body, key) => {
    // Loaded on first use: they would be a quarter of the modules to load at a start
    const [{ StreamableHTTPServerTransport }, { createMcpServer }] = await Promise.all([
      import('@modelcontextprotocol/sdk/server/streamableHttp.js'),
      import('./create-server.ts'),
    ]);
    // With the key of the request, so that tools have exactly its rights
    const server = createMcpServer({ tape: createTape({ url: origin(), key, keep: 0, retries: 0 }), version, now });
    // Without a session id generator, the transport is stateless
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    response.once(
      'close',
      guarded(() => Promise.all([transport.close(), server.close()])),
    );
    // The SDK's own types do not agree under exactOptionalPropertyTypes
    await server.connect(transport as Parameters<typeof server.connect>[0]);
    await transport.handleRequest(request, response, body);
  };
}
