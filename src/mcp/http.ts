import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import { createTape, type Tape } from '#client';
import type { McpCaller, McpHandler } from '../api/operator/mcp-route.ts';
import type { Clock } from '../runtime/clock.ts';
import type { ToolCall } from './create-server.ts';
import { type RpcRequest, SharedTransport } from './shared-transport.ts';

type McpHandlerSettings = {
  /** URL of the service, known once it listens. */
  readonly origin: () => string;
  readonly version: string;
  readonly now: Clock['now'];
};

type HttpRequest = Parameters<McpHandler>[0];
type HttpResponse = Parameters<McpHandler>[1];

type HttpAnswer = { readonly status: number; readonly text: string };

/** Serves MCP over HTTP without sessions: each request is one message, and independent of all others. */
export function createMcpHandler(settings: McpHandlerSettings): McpHandler {
  let opened: ReturnType<typeof openServer> | null = null;
  return async (request, response, body, caller) => {
    opened ??= openServer(settings);
    const { answer, versions } = await opened;
    const refusal = refusalOf(request, body, versions);
    if (refusal !== null) return send(response, refusal);
    const message = body as Partial<RpcRequest>;
    // A notification, or a response to a request, which this server never makes
    if (!isRequest(message)) return send(response, { status: 202, text: '' });
    send(response, { status: 200, text: await answer(message, caller) });
  };
}

/** One server for all requests: building it takes longer than most answers. */
async function openServer({ origin, version, now }: McpHandlerSettings) {
  // Loaded on first use: they would be a quarter of the modules to load at a start
  const [{ createMcpServer }, { SUPPORTED_PROTOCOL_VERSIONS: versions }] = await Promise.all([
    import('./create-server.ts'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  const transport = new SharedTransport();
  const tapeOf = ({ authInfo }: ToolCall): Tape => tapeOfCaller(origin(), transport.callerOf(authInfo));
  const server = createMcpServer({ tapeOf, version, now });
  // The SDK's own types do not agree under exactOptionalPropertyTypes
  await server.connect(transport as Parameters<typeof server.connect>[0]);
  let tools: string | null = null;
  const answer = async (message: RpcRequest, caller: McpCaller): Promise<string> => {
    if (message.method !== 'tools/list') return JSON.stringify(await transport.ask(message, caller));
    tools ??= JSON.stringify((await transport.ask({ ...message, params: {} }, caller)).result);
    return `{"result":${tools},"jsonrpc":"2.0","id":${JSON.stringify(message.id)}}`;
  };
  return { answer, versions };
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

const isRequest = (message: Partial<RpcRequest>): message is RpcRequest =>
  message.method !== undefined && message.id !== undefined;

function send(response: HttpResponse, { status, text }: HttpAnswer): void {
  const type = text === '' ? {} : { 'content-type': 'application/json' };
  response.writeHead(status, { ...type, 'content-length': Buffer.byteLength(text) }).end(text);
}

const errorOf = (status: number, code: number, message: string): HttpAnswer => ({
  status,
  text: JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }),
});

/** What the transport of the protocol refuses; null for a message. */
function refusalOf({ headers }: HttpRequest, body: unknown, versions: readonly string[]): HttpAnswer | null {
  const { accept = '' } = headers;
  if (!accept.includes('application/json') || !accept.includes('text/event-stream'))
    return errorOf(406, -32000, 'Not Acceptable: Client must accept both application/json and text/event-stream');
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? ''))
    return errorOf(415, -32000, 'Unsupported Media Type: Content-Type must be application/json');
  if (!isMessage(body)) return errorOf(400, -32700, 'Parse error: the body is not one JSON-RPC message');
  const version = headers['mcp-protocol-version'];
  if (version === undefined || body.method === 'initialize' || versions.includes(String(version))) return null;
  const supported = `supported versions: ${versions.join(', ')}`;
  return errorOf(400, -32000, `Bad Request: Unsupported protocol version: ${version} (${supported})`);
}

const isId = (id: unknown): id is RequestId => typeof id === 'string' || Number.isSafeInteger(id);

function isMessage(body: unknown): body is Partial<RpcRequest> {
  if (typeof body !== 'object' || body === null) return false;
  const { jsonrpc, id, method, params, result, error } = body as Readonly<Record<string, unknown>>;
  if (jsonrpc !== '2.0' || !(id === undefined || isId(id))) return false;
  if (method === undefined) return id !== undefined && (result === undefined) !== (error === undefined);
  return typeof method === 'string' && (params === undefined || (isObject(params) && !Array.isArray(params)));
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
