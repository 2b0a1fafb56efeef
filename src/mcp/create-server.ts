import type { AuthInfo } from '@modelcontextprotocol/sdk/server/auth/types.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { TObject } from 'typebox';
import { Clean, Clone, Default, Errors } from 'typebox/value';
import { type Tape, TapeError } from '#client';
import type { Clock } from '../runtime/clock.ts';
import { tools } from './tools.ts';

/** What the SDK says about who calls a tool. */
export type ToolCall = { readonly authInfo?: AuthInfo | undefined };

export type McpSettings = {
  /** The client that the tools use for a call. */
  readonly tapeOf: (call: ToolCall) => Tape;
  readonly version: string;
  readonly now: Clock['now'];
};

const instructions =
  'Prices, offers, buy orders and sales of game items (CS2, Dota 2, Rust, TF2) on many marketplaces. Item names must be exact: use search first. Every figure has an age; mention it when it matters.';

const annotations = { readOnlyHint: true, openWorldHint: false } as const;

/** An MCP server with read-only tools. */
export function createMcpServer({ tapeOf, version, now }: McpSettings): Server {
  const server = new Server({ name: 'itemtape', version }, { instructions, capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [...tools].map(([name, { description, input, answer }]) => ({
      name,
      description,
      inputSchema: input,
      outputSchema: answer.schema,
      annotations,
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: given } }, call) => {
    const tool = tools.get(name);
    if (tool === undefined) return refusal(`no tool is named ${name}; there are ${[...tools.keys()].join(', ')}`);
    const args = Clean(tool.input, Default(tool.input, Clone(given ?? {})));
    const faults = faultsOf(tool.input, args);
    if (faults !== null) return refusal(`invalid arguments for the tool ${name}: ${faults}`);
    try {
      const answer = tool.answer.of(await tool.read(tapeOf(call), args), (at) =>
        at === null ? null : Math.max(0, Math.floor(now() / 1000) - at),
      );
      return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer };
    } catch (error) {
      if (!(error instanceof TapeError)) throw error;
      return refusal(inTools(error.message));
    }
  });
  return server;
}

const refusal = (text: string) => ({ content: [{ type: 'text' as const, text }], isError: true });

/** What is wrong with arguments, in words; null if nothing is. */
function faultsOf(schema: TObject, args: unknown): string | null {
  const faults = Errors(schema, args).map((fault) => {
    const values = fault.keyword === 'enum' ? `: ${fault.params.allowedValues.join(', ')}` : '';
    return `${fault.instancePath.slice(1).replaceAll('/', '.')} ${fault.message}${values}`.trim();
  });
  return faults.length === 0 ? null : faults.join('; ');
}

// Error messages name paths of the service, which assistants cannot request; they are replaced by tools
const toolOf: Readonly<Record<string, string>> = {
  '/v2/items/search': 'search',
  '/tape/search': 'search',
  '/v2/items/compare': 'compare',
  '/v2/items': 'item',
  '/tape/catalogue': 'catalogue',
  '/tape/best': 'best',
  '/tape/deals': 'deals',
  '/tape/ratio': 'ratio',
  '/tape/offers': 'offers',
  '/tape/appraise': 'appraise',
  '/tape/value': 'value',
  '/tape/holdings': 'holdings',
  '/tape/movers': 'movers',
  '/v2/price-history': 'history',
  '/v2/sales': 'sales',
  '/v2/marketplaces': 'sources',
};

const inTools = (message: string): string =>
  message.replace(/GET (\/(?:v2|tape)\/[a-z/-]+)/g, (address, path) => {
    const tool = toolOf[path];
    return tool === undefined ? address : `the tool ${tool}`;
  });
