import { setTimeout as pause } from 'node:timers/promises';
import { inRounds, type Row, row } from '../rounds.ts';
import { startWorker } from '../worker.ts';
import { delaysOf, quantile } from './delays.ts';
import { sharers } from './messages.ts';

const perSecond = 100;
const seconds = 6;
/** Those who stay connected, of whom some note when each message came. */
const others = { count: 100, offersDeflate: false, wants: 'tenth', witnesses: 20 } as const;
/** Those who come back, and how much was told while they were away. */
const returning = 5_000;
const missed = 500;
const calmMs = 1_000;

type Figures = { readonly p99: number; readonly currentMs: number };

/** What readers who stay are told late while others come back all at once, or while nobody does; in new processes each time. */
async function measure(isStormy: boolean): Promise<Figures> {
  const workers = [startWorker(), startWorker(), startWorker()] as const;
  const [server, staying, coming] = workers;
  try {
    const port = await server.call('serveHub');
    const resume = await server.call('fillLog', missed);
    await staying.call('openReaders', { ...others, port });
    const applying = server.call('applyToHub', perSecond * seconds, perSecond);
    await pause(calmMs);
    const crowd = { port, count: returning, offersDeflate: false, wants: 'tenth' } as const;
    const currentMs = isStormy
      ? await coming.call('reconnect', { ...crowd, missed: missed / sharers.length, more: { resume } })
      : 0;
    const applied = await applying;
    await staying.call('untilFrames', (perSecond * seconds * others.count) / sharers.length);
    return { p99: quantile(delaysOf(applied, await staying.call('witnessed')), 0.99), currentMs };
  } finally {
    await Promise.all(workers.map(({ stop }) => stop()));
  }
}

/** Readers that come back all at once, as after a restart of what stood between. */
export async function reconnecting(): Promise<Row[]> {
  const { storm, calm } = await inRounds({ storm: () => measure(true), calm: () => measure(false) });
  const who = `${returning.toLocaleString('en')} readers that come back at once, each to ${missed / sharers.length} messages it missed`;
  return [
    row(
      {
        name: `until the last of ${who} is current`,
        unit: 'ms',
        reference: 'the 2 s that are bearable',
        referenceValue: 2_000,
        value: storm.currentMs,
      },
      { ratio: { atMost: 1 } },
    ),
    row(
      {
        name: `p99 from payload to ${others.count} readers that stay, at ${perSecond} changes/s, beside them`,
        unit: 'ms',
        reference: 'while nobody comes back',
        referenceValue: calm.p99,
        value: storm.p99,
      },
      { ratio: { atMost: 2 } },
    ),
  ];
}
