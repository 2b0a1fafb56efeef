import { ConnectionError, createTape, type ReplayOf, type Tape, TapeError } from '#client';
import { counted } from '../../../schema/index.ts';
import { type CommandInput, type Run, UsageError } from '../../command.ts';
import { countFlag, readFlag } from '../../flags.ts';
import { clean } from '../../read/clean.ts';
import { findService, keyOf } from '../../read/find-service.ts';
import { placeOf } from '../../watch/place.ts';
import { printer } from '../../watch/printer.ts';
import { subscriptionOf } from '../../watch/request.ts';
import { untilStopped } from '../../watch/stop.ts';

export const run: Run = async (input) => {
  const what = whatOf(input);
  const most = countFlag(input.flags, 'count', Number.POSITIVE_INFINITY);
  const service = findService(input);
  const tape = createTape({ url: service.url, key: keyOf(service) });
  const stop = untilStopped();
  const connections = watchConnections(input);
  const signal = AbortSignal.any([stop.signal, connections.failed]);
  try {
    await print(input, tape.replay(what, { signal, onConnection: connections.note }), most);
    return 0;
  } catch (error) {
    if (stop.signal.aborted) return 0;
    if (!(error instanceof TapeError)) throw error;
    input.err(`${clean(error.message)}\n`);
    return 1;
  } finally {
    stop.forget();
  }
};

/** Reports why nothing arrives; a service that never answered is a failure rather than something to wait for. */
function watchConnections({ err }: CommandInput) {
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

function whatOf(input: CommandInput): ReplayOf {
  const { flags } = input;
  const now = Date.now();
  const from = placeOf(flags, 'from', now);
  if (from === undefined) throw new UsageError('give the start with --from, such as --from -1h or --from oldest');
  const to = placeOf(flags, 'to', now);
  return { ...subscriptionOf(input), from, speed: speedOf(readFlag(flags, 'speed')), ...(to !== undefined && { to }) };
}

async function print(input: CommandInput, messages: ReturnType<Tape['replay']>, most: number): Promise<void> {
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
    if (printed >= most) return;
  }
}

function speedOf(text: string | undefined): number | 'max' {
  if (text === undefined || text === 'max') return 'max';
  if (/^\d+(\.\d+)?$/.test(text) && Number(text) >= 1) return Number(text);
  throw new UsageError(`--speed is "${text}"; give a number from 1 (the original speed), or max`);
}
