import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { type Tape, TapeError } from '#client';
import {
  compareAnswer,
  foundAnswer,
  historyAnswer,
  itemAnswer,
  salesAnswer,
  sinceAt,
  sourcesAnswer,
} from './answers.ts';

export type McpSettings = { readonly tape: Tape; readonly version: string; readonly now: () => number };

const game = z.enum(['CS2', 'Dota2', 'Rust', 'TF2']).describe('Game');
const name = z.string().min(1).describe('Whole name of the item, such as AK-47 | Redline (Field-Tested)');
const marketplace = z.string().min(1).describe('Marketplace by name, such as SkinPort');
const days = z.number().int().min(1).max(365).default(30).describe('How many days back');
const limit = z.number().int().min(1).max(50).default(10).describe('How many rows at most');

const instructions =
  'Prices, offers, buy orders and sales of game items (CS2, Dota 2, Rust, TF2) on many marketplaces. Names are exact: search first. Every figure has an age; say it when it matters.';

/** The tools of an assistant: what can be read, and nothing that changes anything. */
export function createMcpServer({ tape, version, now }: McpSettings): McpServer {
  const server = new McpServer({ name: 'itemtape', version }, { instructions });
  const since = () => sinceAt(now());
  const annotations = { readOnlyHint: true, openWorldHint: false } as const;

  server.registerTool(
    'search',
    {
      description: 'Finds items by words of their names; all words must occur. Cheapest price on each marketplace.',
      inputSchema: { game, query: z.string().min(1).describe('Words, such as redline field'), limit },
      annotations,
    },
    ({ game: one, query, limit: most }) =>
      told(async () => foundAnswer(await tape.search({ game: one, query, limit: 400 }), most, since())),
  );
  server.registerTool(
    'item',
    {
      description: 'One item on one marketplace: its price, cheapest offers and best buy orders.',
      inputSchema: { game, name, marketplace, limit },
      annotations,
    },
    ({ limit: most, ...what }) => told(async () => itemAnswer(await tape.item(what), most, since())),
  );
  server.registerTool(
    'compare',
    {
      description: 'One item on all marketplaces side by side, cheapest first.',
      inputSchema: { game, name },
      annotations,
    },
    (what) => told(async () => compareAnswer(what.game, what.name, (await tape.compare(what)).marketplaces, since())),
  );
  server.registerTool(
    'history',
    {
      description: 'The lowest price of an item on one marketplace over time.',
      inputSchema: { game, name, marketplace, days },
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
      annotations,
    },
    ({ limit: most, ...what }) => told(async () => salesAnswer(what, (await tape.sales(what)).sales, most, since())),
  );
  server.registerTool(
    'sources',
    { description: 'How fresh and how healthy the sources of every marketplace are.', inputSchema: {}, annotations },
    () => told(async () => sourcesAnswer(await tape.sources(), since())),
  );
  return server;
}

/** An answer as one line of JSON; a refusal in the words of the service. */
async function told(read: () => Promise<object>) {
  try {
    return { content: [{ type: 'text' as const, text: JSON.stringify(await read()) }] };
  } catch (error) {
    if (!(error instanceof TapeError)) throw error;
    return { content: [{ type: 'text' as const, text: error.message }], isError: true };
  }
}
