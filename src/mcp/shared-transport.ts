import type { AuthInfo } from '@modelcontextprotocol/sdk/server/auth/types.js';
import type { JSONRPCMessage, MessageExtraInfo, RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { McpCaller } from '../api/operator/mcp-route.ts';

export type RpcRequest = {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
};

type RpcResponse = { readonly id: RequestId; readonly result?: unknown; readonly error?: unknown };

/** Carries the requests of all callers to one MCP server under ids of its own, since callers choose equal ones. */
export class SharedTransport {
  /** Set by the server. */
  onmessage?: (message: JSONRPCMessage, extra: MessageExtraInfo) => void;
  readonly #waiting = new Map<RequestId, (response: RpcResponse) => void>();
  readonly #callers = new WeakMap<AuthInfo, McpCaller>();
  #last = 0;

  readonly start = async (): Promise<void> => {};
  readonly close = async (): Promise<void> => {};

  readonly send = async (message: JSONRPCMessage): Promise<void> => {
    if (!('id' in message) || message.id === undefined) return;
    const { id } = message;
    this.#waiting.get(id)?.(message as RpcResponse);
    this.#waiting.delete(id);
  };

  /** The response to a request, with the request's own id. */
  async ask(request: RpcRequest, caller: McpCaller): Promise<RpcResponse> {
    this.#last += 1;
    const id = this.#last;
    const authInfo: AuthInfo = { token: '', clientId: '', scopes: [] };
    this.#callers.set(authInfo, caller);
    const response = await new Promise<RpcResponse>((resolve) => {
      this.#waiting.set(id, resolve);
      this.onmessage?.({ ...request, id } as JSONRPCMessage, { authInfo });
    });
    return { ...response, id: request.id };
  }

  /** Who made the request that a tool is called for. */
  callerOf(authInfo: AuthInfo | undefined): McpCaller {
    const caller = authInfo === undefined ? undefined : this.#callers.get(authInfo);
    if (caller === undefined) throw new Error('a tool was called for nobody');
    return caller;
  }
}
