import { get, type IncomingMessage } from 'node:http';
import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

export type SlowReading = {
  readonly port: number;
  readonly path: string;
  readonly key: string;
  readonly bytesPerSecond: number;
};

const tickMs = 4;

let stop: (() => Promise<number>) | null = null;

/** Reads answers in sequence at this pace, until `endReading`; run in a separate process. */
export function beginReading(reading: SlowReading): void {
  // Real readers are on another machine; this one must not take CPU time from the measured processes
  setPriority(constants.priority.PRIORITY_LOW);
  const ending = new AbortController();
  const over = readAll(reading, ending.signal);
  stop = async () => {
    ending.abort();
    return await over;
  };
}

/** Stops reading; returns the number of bytes read. */
export async function endReading(): Promise<number> {
  if (stop === null) throw new Error('call beginReading first');
  return await stop();
}

async function readAll({ port, path, key, bytesPerSecond }: SlowReading, signal: AbortSignal): Promise<number> {
  let read = 0;
  const began = performance.now();
  while (!signal.aborted) {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path, headers: { 'x-api-key': key } }, resolve).on('error', reject);
    });
    if (response.statusCode !== 200) throw new Error(`${path} is answered ${response.statusCode}`);
    for await (const piece of response) {
      if (signal.aborted) break;
      read += (piece as Buffer).length;
      while (read > ((performance.now() - began) / 1000) * bytesPerSecond) await sleep(tickMs);
    }
  }
  return read;
}
