import type { Run } from '../command.ts';
import { tapeFor } from '../read/service.ts';

export const run: Run = async (input) => {
  const tape = tapeFor(input);
  const [{ StdioServerTransport }, { jsonRpcLines }, { createMcpServer }, { version }] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/stdio.js'),
    import('../json-rpc-lines.ts'),
    import('../../mcp/create-server.ts'),
    import('../../service/version.ts'),
  ]);
  const server = createMcpServer({ tapeOf: () => tape, version, now: Date.now });
  const closed = new Promise<void>((resolve) => {
    // A file such as /dev/null emits `end` but never `close`
    for (const event of ['end', 'close'] as const) process.stdin.once(event, resolve);
  });
  await server.connect(new StdioServerTransport(process.stdin.pipe(jsonRpcLines(input.out))));
  input.err('serving MCP on standard input and output\n');
  await closed;
  await server.close();
  return 0;
};
