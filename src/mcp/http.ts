import { createTape, type Tape } from '#client';
import type { McpCaller, McpHandler } from '../api/operator/mcp-route.ts';
import type { Clock } from '../runtime/clock.ts';

type McpHandlerSettings = {
  /** URL of the service, known once it listens. */
  readonly origin: () => string;
  readonly version: string;
  readonly now: Clock['now'];
};

type RequestHeaders = Parameters<McpHandler>[0]['headers'];

type Answer = (headers: RequestHeaders, body: unknown, caller: McpCaller) => Promise<Response>;

/** Serves MCP over HTTP without sessions: each request is one message, and independent of all others. */
export function createMcpHandler(settings: McpHandlerSettings): McpHandler {
  let opened: Promise<Answer> | null = null;
  return async ({ headers }, response, body, caller) => {
    opened ??= openAnswer(settings);
    const answer = await opened;
    const reply = await answer(headers, body, caller);
    const text = await reply.text();
    const type = text === '' ? {} : { 'content-type': 'application/json' };
    response.writeHead(reply.status, { ...type, 'content-length': Buffer.byteLength(text) }).end(text);
  };
}

async function openAnswer({ origin, version, now }: McpHandlerSettings): Promise<Answer> {
  // Loaded on first use: they would be a quarter of the modules to load at a start
  const [{ createMcpServer }, sdk] = await Promise.all([
    import('./create-server.ts'),
    import('@modelcontextprotocol/server'),
  ]);
  return async (headers, body, caller) => {
    // Revisions before 2025-06-18 have batches; each of their calls would be a request that is not counted
    if (Array.isArray(body)) return batchRefusal();
    const request = new Request(mcpAddress, { method: 'POST', headers: ofProtocol(headers) });
    const serve = () => createMcpServer({ tape: tapeOfCaller(origin(), caller), version, now });
    if (!(await sdk.isLegacyRequest(request, body)))
      // Subscriptions would be streams that never carry anything: nothing that is listed changes
      return sdk
        .createMcpHandler(serve, { legacy: 'reject', maxSubscriptions: 0 })
        .fetch(request, { parsedBody: body });
    const server = serve();
    const transport = new sdk.WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      return await transport.handleRequest(request, { parsedBody: body });
    } finally {
      await server.close();
    }
  };
}

/** With the key of the caller, so that tools have exactly its rights. */
function tapeOfCaller(url: string, { key, headers }: McpCaller): Tape {
  const ask: typeof fetch = (address, options = {}) => {
    const all = new Headers(options.headers);
    for (const [name, value] of Object.entries(headers)) all.set(name, value);
    return fetch(address, { ...options, headers: all });
  };
  return createTape({ url, key, keep: 0, retries: 0, fetch: ask });
}

// The SDK demands an address, and reads nothing of it
const mcpAddress = 'http://service/mcp';

const ofProtocol = (headers: RequestHeaders): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' && /^(accept|content-type|mcp-.*)$/.test(name) ? [[name, value]] : [],
  );

const batchRefusal = (): Response => {
  const error = { code: -32600, message: 'Invalid Request: send each message in a request of its own' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 400 });
};
