import { createTape } from '#client';
import type { McpDoor } from '../api/operator/mcp-route.ts';
import type { Clock } from '../clock.ts';
import { guarded } from '../guarded.ts';

/** Answers MCP over HTTP, each request by itself: nothing is kept between two of them. */
export function createMcpDoor(settings: {
  /** Address of the service, known once it listens. */
  readonly origin: () => string;
  readonly version: string;
  readonly now: Clock['now'];
}): McpDoor {
  const { origin, version, now } = settings;
  return async (request, response, body, key) => {
    // A quarter of what a start would have to load, for whoever is never asked
    const [{ StreamableHTTPServerTransport }, { createMcpServer }] = await Promise.all([
      import('@modelcontextprotocol/sdk/server/streamableHttp.js'),
      import('./create-server.ts'),
    ]);
    // With the key of whoever asks, so that it may do no more than its owner
    const server = createMcpServer({ tape: createTape({ url: origin(), key, keep: 0, retries: 0 }), version, now });
    // Without a generator of ids there are no sessions
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
