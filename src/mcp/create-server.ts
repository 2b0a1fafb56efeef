import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { type Tape, TapeError } from '#client';
import type { Clock } from '../clock.ts';
import { dealFlags } from '../schema/index.ts';
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
  salesAnswer,
  sinceAt,
  sourcesAnswer,
  valueAnswer,
} from './answers.ts';

export type McpSettings = { readonly tape: Tape; readonly version: string; readonly now: Clock['now'] };

const game = z.enum(['CS2', 'Dota2', 'Rust', 'TF2']).describe('Game');
const name = z.string().min(1).describe('Whole name of the item, such as AK-47 | Redline (Field-Tested)');
const marketplace = z.string().min(1).describe('Marketplace by name, such as SkinPort');
const days = z.number().int().min(1).max(3_650).default(30).describe('How many days back');
const limit = z.number().int().min(1).max(50).default(10).describe('How many rows at most');

const instructions =
  'Prices, offers, buy orders and sales of game items (CS2, Dota 2, Rust, TF2) on many marketplaces. Names are exact: search first. Every figure has an age; say it when it matters.';

const annotations = { readOnlyHint: true, openWorldHint: false } as const;

type Tools = { readonly server: McpServer; readonly tape: Tape; readonly since: () => ReturnType<typeof sinceAt> };

/** What is on sale now. */
function addPresent({ server, tape, since }: Tools): void {
  server.registerTool(
    'search',
    {
      description:
        'Finds items by words of their names or short forms of them (ak47 redline ft); all words must occur. Cheapest price on each marketplace.',
      inputSchema: { game, query: z.string().min(1).describe('Words, such as redline field'), limit },
      outputSchema: foundShape,
      annotations,
    },
    ({ game: one, query, limit: most }) =>
      told(async () => foundAnswer(await tape.findItems({ game: one, query, limit: most + 1 }), most, since())),
  );
  server.registerTool(
    'item',
    {
      description: 'One item on one marketplace: its price, cheapest offers and best buy orders.',
      inputSchema: { game, name, marketplace, limit },
      outputSchema: itemShape,
      annotations,
    },
    ({ limit: most, ...what }) => told(async () => itemAnswer(await tape.item(what), most, since())),
  );
  server.registerTool(
    'compare',
    {
      description: 'One item on all marketplaces side by side, cheapest first.',
      inputSchema: { game, name },
      outputSchema: compareShape,
      annotations,
    },
    (what) => told(async () => compareAnswer(what.game, what.name, (await tape.compare(what)).marketplaces, since())),
  );
}

/** Over all marketplaces. */
function addTrading({ server, tape, since }: Tools): void {
  server.registerTool(
    'best',
    {
      description:
        'Who asks least and who bids most for an item over all marketplaces, before and after fees, with its variants.',
      inputSchema: { game, name },
      outputSchema: bestShape,
      annotations,
    },
    (what) => told(async () => bestAnswer(await tape.best(what), since())),
  );
  server.registerTool(
    'deals',
    {
      description:
        'What is worth buying on one marketplace and selling on another, after the fees that are known, best first, with what is doubtful about it.',
      inputSchema: {
        game,
        minProfit: z.number().min(0).default(1).describe('Least profit in USD'),
        maxPrice: z.number().min(0).optional().describe('Most that the buyer pays, in USD'),
        way: z.enum(['any', 'bid', 'list']).default('any').describe('bid sells at once, list waits for a buyer'),
        without: z.array(z.enum(dealFlags)).default([]).describe('Flags that no side may have'),
        limit,
      },
      outputSchema: dealsShape,
      annotations,
    },
    ({ maxPrice, without, ...what }) =>
      told(async () => {
        const wish = { ...(maxPrice !== undefined && { maxPrice }), ...(without.length > 0 && { without }) };
        return dealsAnswer(await tape.deals({ ...what, ...wish }), since());
      }),
  );
}

function addAlerts({ server, tape, since }: Tools): void {
  server.registerTool(
    'alerts',
    {
      description: 'Rules of this key that tell a target when something happens, and how their last alert went.',
      inputSchema: {},
      outputSchema: alertsShape,
      annotations,
    },
    () => told(async () => alertsAnswer(await tape.alerts.list(), since())),
  );
}

function addValue({ server, tape, since }: Tools): void {
  server.registerTool(
    'value',
    {
      description:
        'What a list of items is worth, line by line and in sum, at the best buy orders, the lowest asks, or by what the buy orders there are take now; after the fees that are known.',
      inputSchema: {
        game,
        items: z
          .array(z.object({ name, count: z.number().int().min(1).max(1_000_000).default(1) }))
          .min(1)
          .max(200),
        side: z.enum(['bid', 'ask', 'sellable']).default('bid').describe('sellable is only what is taken now'),
        marketplaces: z.array(z.string().min(1)).min(1).optional().describe('Only these'),
      },
      outputSchema: valueShape,
      annotations,
    },
    ({ marketplaces, ...what }) =>
      told(async () => valueAnswer(await tape.value({ ...what, ...(marketplaces && { marketplaces }) }), since())),
  );
}

function addMovers({ server, tape, since }: Tools): void {
  server.registerTool(
    'movers',
    {
      description: 'The items whose lowest ask over all marketplaces has moved most, against some hours ago.',
      inputSchema: {
        game,
        hours: z.number().int().min(1).max(24).default(1),
        direction: z.enum(['any', 'up', 'down']).default('any'),
        minPrice: z.number().min(0).default(1).describe('In USD'),
        limit,
      },
      outputSchema: moversShape,
      annotations,
    },
    (what) => told(async () => moversAnswer(await tape.movers(what), since())),
  );
}

function addOffers({ server, tape, since }: Tools): void {
  server.registerTool(
    'offers',
    {
      description:
        'Single offers over all marketplaces by words of the name, float, pattern, stickers, lock and price, cheapest first unless said.',
      inputSchema: {
        game,
        query: z.string().min(1).optional().describe('Words of the name, such as redline field'),
        maxPrice: z.number().min(0).optional().describe('In USD'),
        minFloat: z.number().min(0).max(1).optional(),
        maxFloat: z.number().min(0).max(1).optional(),
        paintSeeds: z.array(z.number().int().min(0)).min(1).max(1000).optional().describe('Patterns'),
        stickers: z.array(z.string().min(1)).min(1).max(10).optional().describe('Whole names of stickers on it'),
        maxDaysTradeLocked: z.number().min(0).optional().describe('0 is tradable now'),
        belowOthersPercent: z.number().min(0).max(100).optional().describe('Cheaper than on any other marketplace by'),
        sort: z.enum(['price', 'priceDown', 'newest', 'float', 'floatDown']).default('price'),
        limit,
      },
      outputSchema: offersShape,
      annotations,
    },
    ({ game: one, ...wish }) => {
      const given = Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined));
      return told(async () => offersAnswer(await tape.findOffers({ game: one, ...given }), since()));
    },
  );
}

/** What was paid, and how prices went. */
function addPast({ server, tape, since }: Tools): void {
  server.registerTool(
    'history',
    {
      description: 'The lowest price of an item on one marketplace over time.',
      inputSchema: { game, name, marketplace, days },
      outputSchema: historyShape,
      annotations,
    },
    (what) =>
      told(async () => {
        const { history } = await tape.priceHistory({ ...what, dataPoints: 60 });
        return historyAnswer(what, history, since());
      }),
  );
  server.registerTool(
    'sales',
    {
      description: 'Completed purchases of an item on one marketplace that tells them.',
      inputSchema: { game, name, marketplace, days, limit },
      outputSchema: salesShape,
      annotations,
    },
    ({ limit: most, ...what }) => told(async () => salesAnswer(what, (await tape.sales(what)).sales, most, since())),
  );
}

function addSources({ server, tape, since }: Tools): void {
  server.registerTool(
    'sources',
    {
      description: 'How fresh and how healthy the sources of every marketplace are.',
      inputSchema: {},
      outputSchema: sourcesShape,
      annotations,
    },
    () => told(async () => sourcesAnswer(await tape.sources(), since())),
  );
}

/** The tools of an assistant: what can be read, and nothing that changes anything. */
export function createMcpServer({ tape, version, now }: McpSettings): McpServer {
  const server = new McpServer({ name: 'itemtape', version }, { instructions });
  const tools = { server, tape, since: () => sinceAt(now()) };
  addPresent(tools);
  addTrading(tools);
  addOffers(tools);
  addValue(tools);
  addMovers(tools);
  addAlerts(tools);
  addPast(tools);
  addSources(tools);
  return server;
}

/** An answer as JSON, for programs and as one line of text; a refusal in the words of the service. */
async function told<Answer extends { readonly units: string }>(read: () => Promise<Answer>) {
  try {
    const answer = await read();
    return { content: [{ type: 'text' as const, text: JSON.stringify(answer) }], structuredContent: { ...answer } };
  } catch (error) {
    if (!(error instanceof TapeError)) throw error;
    return { content: [{ type: 'text' as const, text: inTools(error.message) }], isError: true };
  }
}

// Whoever has tools can follow no address of the service
const toolOf: Readonly<Record<string, string>> = {
  '/v2/items/search': 'search',
  '/tape/search': 'search',
  '/v2/items/compare': 'compare',
  '/v2/items': 'item',
  '/tape/best': 'best',
  '/tape/deals': 'deals',
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
