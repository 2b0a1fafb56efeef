import { createTape, type StreamMessage, type Tape } from '#client';
import { guarded } from '../../runtime/guarded.ts';
import { defineCommand } from '../command.ts';
import { addressFlags } from '../flags.ts';
import { clean } from '../read/clean.ts';
import { findService, keyOf } from '../read/find-service.ts';
import { filterFlags, printFlags, searchFlags, snapshot } from '../watch/flags.ts';
import { follow } from '../watch/follow.ts';
import { printer } from '../watch/printer.ts';
import { addressOf, streamPath, subscriptionOf } from '../watch/request.ts';
import { stoppable } from '../watch/stop.ts';

export const command = defineCommand({
  about: 'Follows the stream of a running service: columns in a terminal, lines of JSON in a pipe.',
  usage: '[<item>…]',
  example: 'itemtape watch --game CS2 --max-price 100 --new-floor',
  flags: { ...filterFlags, ...searchFlags, snapshot, ...printFlags, ...addressFlags },
  run: async (input) => {
    const { flags, out, err } = input;
    const subscription = subscriptionOf(input);
    const service = findService(input, /^(https?|wss?):$/);
    const address = addressOf(service.url);
    const { count: max = Number.POSITIVE_INFINITY } = flags;
    const key = keyOf(service);
    const url = address.replace(/^ws/, 'http').slice(0, -streamPath.length);
    // Not loaded for help
    const { BoundedSocket } = await import('../watch/bounded-socket.ts');
    const tape = createTape({ url, key, retries: 0, transport: 'websocket', WebSocket: BoundedSocket });
    const lineOf = printer(input);
    const note = (text: string): void => err(`${clean(text)}\n`);
    return await stoppable(async ({ signal, now }) => {
      let printed = 0;
      const print = (message: StreamMessage): void => {
        const line = lineOf(message);
        if (line === null || printed >= max) return;
        out(`${line}\n`);
        if ('data' in message) printed += 1;
        if (printed >= max) now();
      };
      guarded(() => noteUnread(tape, note))();
      const why = await follow({ tape, address, subscription, print, note, signal });
      if (why !== null) note(service.folder === null ? why : `${why} (using the token of ${service.folder})`);
      return why === null ? 0 : 1;
    });
  },
});

/** Notes when no marketplace has been read yet; problems of the connection are reported by the stream. */
async function noteUnread(tape: Tape, note: (text: string) => void): Promise<void> {
  const health = await tape.health().catch(() => null);
  if (health?.unread != null) note(health.unread);
}
