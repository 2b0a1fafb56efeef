import type { AuthInfo } from '@modelcontextprotocol/sdk/server/auth/types.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { type Tape, TapeError } from '#client';
import type { Clock } from '../clock.ts';
import {
  dealFlags,
  dealPairs,
  dealWays,
  defaultWithout,
  games,
  given,
  offerSorts,
  payoutChoices,
  phases,
} from '../schema/index.ts';
import {
  alertsShape,
  bestShape,
  compareShape,
  dealsShape,
  foundShape,
  historyShape,
  itemShape,
  moversShape,
  offersShape,
  ratioShape,
  salesShape,
  sourcesShape,
  valueShape,
} from './answer-shapes.ts';
import {
  alertsAnswer,
  bestAnswer,
  compareAnswer,
  dealsAnswer,
  foundAnswer,
  historyAnswer,
  itemAnswer,
  moversAnswer,
  offersAnswer,
  ratioAnswer,
  salesAnswer,
  sinceAt,
  sourcesAnswer,
  valueAnswer,
} from './answers.ts';

/** What the SDK says about who calls a tool. */
export type ToolCall = { readonly authInfo?: AuthInfo | undefined };

export type McpSettings = {
  /** The client that the tools use for a call. */
  readonly tapeOf: (call: ToolCall) => Tape;
  readonly version: string;
  readonly now: Clock['now'];
};

const game = z.enum(games).describe('Game');
const name = z.string().min(1).describe('Exact name of the item, such as AK-47 | Redline (Field-Tested)');
const marketplace = z.string().min(1).describe('Name of the marketplace, such as SkinPort');
const days = z.number().int().min(1).max(3_650).default(30).describe('Days to look back');
const limit = z.number().int().min(1).max(50).default(10).describe('Maximum number of rows');

const payout = z
  .enum(payoutChoices)
  .default('money')
  .describe('What the marketplaces to sell on pay out; any includes those where it is not known');
const maxHoldDays = z
  .number()
  .min(0)
  .optional()
  .describe('Maximum days from buying until what is received is free; leaves out holds that are not known');
const way = z
  .enum(['any', ...dealWays])
  .default('any')
  .describe('bid sells immediately, list waits for a buyer');

const instructions =
  'Prices, offers, buy orders and sales of game items (CS2, Dota 2, Rust, TF2) on many marketplaces. Item names must be exact: use search first. Every figure has an age; mention it when it matters.';

const annotations = { readOnlyHint: true, openWorldHint: false } as const;

type Tools = Pick<McpSettings, 'tapeOf'> & {
  readonly server: McpServer;
  readonly since: () => ReturnType<typeof sinceAt>;
};

/** Current offers and prices. */
function addPresent({ server, tapeOf, since }: Tools): void {
  server.registerTool(
    'search',
    {
      description:
        'Finds items by words of their names or what traders type instead (ak47 redline ft, bfk ruby); all words must match. Returns the lowest price on each marketplace, the items most likely meant first.',
      inputSchema: { game, query: z.string().min(1).describe('Words, such as redline field'), limit },
      outputSchema: foundShape,
      annotations,
    },
    ({ game: one, query, limit: most }, call) =>
      toResult(async () =>
        foundAnswer(await tapeOf(call).findItems({ game: one, query, limit: most + 1 }), most, since()),
      ),
  );
  server.registerTool(
    'item',
    {
      description: 'Returns one item on one marketplace: its price, cheapest offers and best buy orders.',
      inputSchema: { game, name, marketplace, limit },
      outputSchema: itemShape,
      annotations,
    },
    ({ limit: most, ...what }, call) => toResult(async () => itemAnswer(await tapeOf(call).item(what), most, since())),
  );
  server.registerTool(
    'compare',
    {
      description: 'Compares one item on all marketplaces, lowest price first.',
      inputSchema: { game, name },
      outputSchema: compareShape,
      annotations,
    },
    (what, call) =>
      toResult(async () =>
        compareAnswer(what.game, what.name, (await tapeOf(call).compare(what)).marketplaces, since()),
      ),
  );
}

/** Best prices and deals over all marketplaces. */
function addTrading({ server, tapeOf, since }: Tools): void {
  server.registerTool(
    'best',
    {
      description:
        'Returns the lowest ask over all marketplaces and the highest bid where one gets money, for an item and its variants, before and after fees, with links.',
      inputSchema: { game, name, payout },
      outputSchema: bestShape,
      annotations,
    },
    (what, call) => toResult(async () => bestAnswer(await tapeOf(call).best(what), since())),
  );
  server.registerTool(
    'deals',
    {
      description:
        'Finds items worth buying on one marketplace and selling for money on another, after known fees, best first, with links, days of holds and reasons to doubt them.',
      inputSchema: {
        game,
        name: name.optional(),
        minProfit: z.number().min(0).default(1).describe('Minimum profit in USD'),
        maxPrice: z.number().min(0).optional().describe('Maximum that the buyer pays, in USD'),
        way,
        payout,
        maxHoldDays,
        pairs: z
          .enum(dealPairs)
          .default('best')
          .describe('best: only the first deal of each item; all: every pair of marketplaces'),
        without: z
          .array(z.enum(dealFlags))
          .default([...defaultWithout])
          .describe('Exclude deals where a side has one of these flags; [] excludes none'),
        limit,
      },
      outputSchema: dealsShape,
      annotations,
    },
    ({ game: one, without, ...what }, call) =>
      toResult(async () => {
        const excluded = without.length === 0 ? ['none'] : without;
        return dealsAnswer(await tapeOf(call).deals({ ...given(what), game: one, without: excluded }), since());
      }),
  );
}

function addRatio({ server, tapeOf, since }: Tools): void {
  server.registerTool(
    'ratio',
    {
      description:
        'Tells what one unit of money becomes as Steam balance, and one unit of balance as money, for a sum in a day, and by which items.',
      inputSchema: {
        game,
        name: name.optional(),
        amount: z.number().positive().default(1_000).describe('Sum to carry across in a day, in USD'),
        way,
        maxHoldDays,
        minSalesPerDay: z
          .number()
          .min(0)
          .optional()
          .describe('Only items of which at least this many are sold in a day; 1 if omitted, 0 with a name'),
        limit,
      },
      outputSchema: ratioShape,
      annotations,
    },
    ({ game: one, ...what }, call) =>
      toResult(async () => ratioAnswer(await tapeOf(call).ratio({ ...given(what), game: one }), since())),
  );
}

function addAlerts({ server, tapeOf, since }: Tools): void {
  server.registerTool(
    'alerts',
    {
      description: 'Lists the alert rules of this key and the outcome of their last alert.',
      inputSchema: {},
      outputSchema: alertsShape,
      annotations,
    },
    (_, call) => toResult(async () => alertsAnswer(await tapeOf(call).alerts.list(), since())),
  );
}

function addValue({ server, tapeOf, since }: Tools): void {
  server.registerTool(
    'value',
    {
      description:
        'Values a list of items, per line and in total, at the best buy orders, the lowest asks, or what existing buy orders can absorb now; before and after known fees.',
      inputSchema: {
        game,
        items: z
          .array(
            z.object({
              name,
              phase: z.enum(phases).optional().describe('Doppler variant; without it such an item has no value'),
              effect: z.string().min(1).optional().describe('Effect of an unusual item of TF2, likewise'),
              count: z.number().int().min(1).max(1_000_000).default(1),
            }),
          )
          .min(1)
          .max(200),
        side: z
          .enum(['bid', 'ask', 'sellable'])
          .default('bid')
          .describe('sellable counts only what existing buy orders can absorb now'),
        payout: payout.describe('What the marketplaces that count pay out; any includes those where it is not known'),
        marketplaces: z.array(z.string().min(1)).min(1).optional().describe('Only these marketplaces'),
      },
      outputSchema: valueShape,
      annotations,
    },
    ({ game: one, items, ...what }, call) =>
      toResult(async () => {
        const pieces = items.map(({ name: named, ...piece }) => ({ name: named, ...given(piece) }));
        return valueAnswer(await tapeOf(call).value({ ...given(what), game: one, items: pieces }), since());
      }),
  );
}

function addMovers({ server, tapeOf, since }: Tools): void {
  server.registerTool(
    'movers',
    {
      description:
        'Finds the items whose lowest ask over all marketplaces that pay out money, or all, has changed most since some hours ago.',
      inputSchema: {
        game,
        hours: z.number().int().min(1).max(24).default(1),
        direction: z.enum(['any', 'up', 'down']).default('any'),
        minPrice: z.number().min(0).default(1).describe('Minimum price in USD'),
        payout: z.enum(['money', 'any']).default('money').describe('any counts all marketplaces'),
        limit,
      },
      outputSchema: moversShape,
      annotations,
    },
    (what, call) => toResult(async () => moversAnswer(await tapeOf(call).movers(what), since())),
  );
}

function addOffers({ server, tapeOf, since }: Tools): void {
  server.registerTool(
    'offers',
    {
      description:
        'Searches single offers over all marketplaces by words of the name, float, pattern, stickers, trade lock and price, by default lowest price first.',
      inputSchema: {
        game,
        query: z.string().min(1).optional().describe('Words of the name, such as redline field'),
        maxPrice: z.number().min(0).optional().describe('Maximum price in USD'),
        minFloat: z.number().min(0).max(1).optional(),
        maxFloat: z.number().min(0).max(1).optional(),
        paintSeeds: z.array(z.number().int().min(0)).min(1).max(1000).optional().describe('Only these paint seeds'),
        stickers: z
          .array(z.string().min(1))
          .min(1)
          .max(10)
          .optional()
          .describe('Exact names of stickers that must be on the item'),
        maxDaysTradeLocked: z.number().min(0).optional().describe('0 means tradable now'),
        belowOthersPercent: z
          .number()
          .min(0)
          .max(100)
          .optional()
          .describe('Minimum percentage below the lowest ask on any other marketplace'),
        sort: z.enum(offerSorts).default('price'),
        limit,
      },
      outputSchema: offersShape,
      annotations,
    },
    ({ game: one, ...filters }, call) =>
      toResult(async () => offersAnswer(await tapeOf(call).findOffers({ game: one, ...given(filters) }), since())),
  );
}

/** Price history and sales. */
function addPast({ server, tapeOf, since }: Tools): void {
  server.registerTool(
    'history',
    {
      description: 'Returns the lowest price of an item on one marketplace over time.',
      inputSchema: { game, name, marketplace, days },
      outputSchema: historyShape,
      annotations,
    },
    (what, call) =>
      toResult(async () => {
        const { history } = await tapeOf(call).priceHistory({ ...what, dataPoints: 60 });
        return historyAnswer(what, history, since());
      }),
  );
  server.registerTool(
    'sales',
    {
      description: 'Returns the completed purchases of an item on one marketplace, if it publishes them.',
      inputSchema: { game, name, marketplace, days, limit },
      outputSchema: salesShape,
      annotations,
    },
    ({ limit: most, ...what }, call) =>
      toResult(async () => salesAnswer(what, (await tapeOf(call).sales(what)).sales, most, since())),
  );
}

function addSources({ server, tapeOf, since }: Tools): void {
  server.registerTool(
    'sources',
    {
      description: 'Returns the freshness and state of the sources of every marketplace.',
      inputSchema: {},
      outputSchema: sourcesShape,
      annotations,
    },
    (_, call) => toResult(async () => sourcesAnswer(await tapeOf(call).sources(), since())),
  );
}

/** An MCP server with read-only tools. */
export function createMcpServer({ tapeOf, version, now }: McpSettings): McpServer {
  const server = new McpServer({ name: 'itemtape', version }, { instructions });
  const tools = { server, tapeOf, since: () => sinceAt(now()) };
  addPresent(tools);
  addTrading(tools);
  addRatio(tools);
  addOffers(tools);
  addValue(tools);
  addMovers(tools);
  addAlerts(tools);
  addPast(tools);
  addSources(tools);
  return server;
}

/** Returns an answer both as structured content and as JSON text, or the error message of the service. */
async function toResult<Answer extends { readonly units: string }>(read: () => Promise<Answer>) {
  try {
    const answer = await read();
    return { content: [{ type: 'text' as const, text: JSON.stringify(answer) }], structuredContent: { ...answer } };
  } catch (error) {
    if (!(error instanceof TapeError)) throw error;
    return { content: [{ type: 'text' as const, text: inTools(error.message) }], isError: true };
  }
}

// Error messages name paths of the service, which assistants cannot request; they are replaced by tools
const toolOf: Readonly<Record<string, string>> = {
  '/v2/items/search': 'search',
  '/tape/search': 'search',
  '/v2/items/compare': 'compare',
  '/v2/items': 'item',
  '/tape/best': 'best',
  '/tape/deals': 'deals',
  '/tape/ratio': 'ratio',
  '/tape/offers': 'offers',
  '/tape/value': 'value',
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
