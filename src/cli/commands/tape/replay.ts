import { ConnectionError, createTape, type ReplayOf, type Tape, TapeError } from '#client';
import { counted } from '../../../schema/index.ts';
import { type CommandInput, defineCommand } from '../../command.ts';
import { addressFlags, byDefault, kind, type Values } from '../../flags.ts';
import { clean } from '../../read/clean.ts';
import { findService, keyOf } from '../../read/find-service.ts';
import { UsageError } from '../../usage-error.ts';
import { filterFlags, printFlags } from '../../watch/flags.ts';
import { position } from '../../watch/position.ts';
import { printer } from '../../watch/printer.ts';
import { subscriptionOf } from '../../watch/request.ts';
import { stoppable } from '../../watch/stop.ts';

const speed = kind((given): number | 'max' => {
  if (given === 'max') return 'max';
  if (/^\d+(\.\d+)?$/.test(given) && Number(given) >= 1) return Number(given);
  throw new UsageError(`--speed is "${given}"; give a number from 1 (the original speed), or max`);
});

const flags = {
  from: position(
    '--from <instant>',
    'Where to start, such as -1h, 2026-01-31T12:00:00Z, EPOCH:SEQUENCE, or oldest for all that is kept.',
  ),
  to: position('--to <instant>', 'Where to stop, such as now (default: continue with live messages).'),
  speed: byDefault(
    'max',
    speed('--speed <times>', 'How many times as fast as it happened, from 1, or max (default: max).'),
  ),
  ...filterFlags,
  ...printFlags,
  ...addressFlags,
};

type Input = CommandInput<Values<typeof flags>>;

export const command = defineCommand({
  about: 'Replays past messages of the stream unchanged: columns in a terminal, lines of JSON in a pipe.',
  usage: '[<item>…]',
  example: 'itemtape replay --from -1h --speed 60 --game CS2',
  flags,
  run: async (input) => {
    const what = whatOf(input);
    const { count: max = Number.POSITIVE_INFINITY } = input.flags;
    const service = findService(input);
    const tape = createTape({ url: service.url, key: keyOf(service) });
    return await stoppable(async (stop) => {
      const connections = watchConnections(input);
      const signal = AbortSignal.any([stop.signal, connections.failed]);
      try {
        await print(input, tape.replay(what, { signal, onConnection: connections.note }), max);
        return 0;
      } catch (error) {
        if (stop.signal.aborted) return 0;
        if (!(error instanceof TapeError)) throw error;
        input.err(`${clean(error.message)}\n`);
        return 1;
      }
    });
  },
});

/** Reports why nothing arrives; a service that never answered is a failure rather than something to wait for. */
function watchConnections({ err }: Input) {
  const failing = new AbortController();
  let hasReceived = false;
  let lastNote = '';
  const note = (_: unknown, why?: TapeError): void => {
    if (why === undefined) {
      hasReceived = true;
      lastNote = '';
    } else if (!hasReceived && isElsewhere(why)) failing.abort(why);
    else if (why.message !== lastNote) {
      lastNote = why.message;
      err(`${clean(why.message)}; reconnecting until it works\n`);
    }
  };
  return { failed: failing.signal, note };
}

/** Whether no service answers there, or something else does. */
const isElsewhere = (why: TapeError): boolean =>
  why instanceof ConnectionError ? why.failure === 'unreachable' : why.status !== null && why.status < 400;

function whatOf(input: Input): ReplayOf {
  const { from, to, speed: pace } = input.flags;
  if (from === undefined) throw new UsageError('give the start with --from, such as --from -1h or --from oldest');
  return { ...subscriptionOf(input), from, speed: pace, ...(to !== undefined && { to }) };
}

async function print(input: Input, messages: ReturnType<Tape['replay']>, max: number): Promise<void> {
  const print = printer(input);
  let printed = 0;
  for await (const message of messages) {
    if (message.type === 'replayEnd') {
      const next = message.live ? '; live messages follow' : '';
      input.err(
        `${counted(message.count, 'message')} ${message.count === 1 ? 'was' : 'were'} replayed, up to ${message.epoch}:${message.sequence}${next}\n`,
      );
      continue;
    }
    const line = print(message);
    if (line !== null) input.out(`${line}\n`);
    printed += 1;
    if (printed >= max) return;
  }
}
