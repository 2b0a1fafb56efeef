import { defineCommand } from '../command.ts';
import { addressFlags } from '../flags.ts';
import { findService } from '../read/find-service.ts';
import { tapeOf } from '../read/service.ts';

export const command = defineCommand({
  about: 'Lets an assistant read a running service through the Model Context Protocol, over standard input and output.',
  usage: '',
  example: 'itemtape mcp --url http://127.0.0.1:7400',
  flags: addressFlags,
  run: async (input) => {
    const tape = tapeOf(findService(input));
    const [{ StdioServerTransport, serveStdio }, { jsonRpcLines }, { createMcpServer }, { version }] =
      await Promise.all([
        import('@modelcontextprotocol/server/stdio'),
        import('../json-rpc-lines.ts'),
        import('../../mcp/create-server.ts'),
        import('../../service/version.ts'),
      ]);
    const closed = new Promise<void>((resolve) => {
      // A file such as /dev/null emits `end` but never `close`
      for (const event of ['end', 'close'] as const) process.stdin.once(event, resolve);
    });
    const transport = new StdioServerTransport(process.stdin.pipe(jsonRpcLines(input.out)));
    const serving = serveStdio(() => createMcpServer({ tape, version, now: Date.now }), { transport });
    input.err('serving MCP on standard input and output\n');
    await closed;
    await serving.close();
    return 0;
  },
});
