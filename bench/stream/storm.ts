import { setTimeout as pause } from 'node:timers/promises';
import { inRounds, type Row, row } from '../rounds.ts';
import { withFolder } from '../scratch-folder.ts';
import { startWorker } from '../worker.ts';
import { delaysOf, quantile } from './delays.ts';
import { sharers } from './messages.ts';
import { messagesTo, serveFrom } from './stage.ts';

const perSecond = 100;
const seconds = 6;
/** Readers that stay connected, some of which note the arrival of each message. */
const others = { count: 100, offersDeflate: false, wants: 'tenth', witnesses: 20 } as const;
/** Number of readers that reconnect, and of messages published while they are away. */
const returning = 5_000;
const missed = 500;
const calmMs = 1_000;

type Figures = { readonly p99: number; readonly currentMs: number };

/** Delay for readers that stay while others reconnect all at once, or stay as well; in new processes each time. */
const measure = (isStormy: boolean, frontCount: number): Promise<Figures> =>
  withFolder(async (folder) => {
    const [server, staying, coming] = [startWorker(), startWorker(), startWorker()];
    const fronts = Array.from({ length: frontCount }, startWorker);
    try {
      const port = await serveFrom(server, fronts, folder);
      const crowd = { port, count: returning, offersDeflate: false, wants: 'tenth' } as const;
      await staying.call('openReaders', { ...others, port });
      await coming.call('openReaders', crowd);
      if (isStormy) await coming.call('leave');
      const resume = await server.call('fillLog', missed);
      await staying.call('untilFrames', messagesTo(others, missed));
      await pause(calmMs);
      await staying.call('forgetFrames');
      const applying = server.call('applyToHub', perSecond * seconds, perSecond);
      await pause(calmMs);
      const currentMs = isStormy
        ? await coming.call('reconnect', { ...crowd, missed: missed / sharers.length, more: { resume } })
        : 0;
      const applied = await applying;
      await staying.call('untilFrames', messagesTo(others, perSecond * seconds));
      return { p99: quantile(delaysOf(applied, await staying.call('witnessed')), 0.99), currentMs };
    } finally {
      await Promise.all([server, staying, coming, ...fronts].map(({ stop }) => stop()));
    }
  });

async function measureWith(frontCount: number, where: string): Promise<Row[]> {
  const { storm, calm } = await inRounds({
    storm: () => measure(true, frontCount),
    calm: () => measure(false, frontCount),
  });
  const who = `${returning.toLocaleString('en')} readers that come back at once, each to ${missed / sharers.length} messages it missed`;
  return [
    row(
      {
        name: `until the last of ${who} is current, ${where}`,
        unit: 'ms',
        reference: 'limit of 2 s',
        referenceValue: 2_000,
        value: storm.currentMs,
      },
      { ratio: { atMost: 1 } },
    ),
    row(
      {
        name: `p99 from payload to ${others.count} readers that stay, at ${perSecond} changes/s, beside them, ${where}`,
        unit: 'ms',
        reference: 'while all of them stay',
        referenceValue: calm.p99,
        value: storm.p99,
      },
      { ratio: { atMost: 2 } },
    ),
  ];
}

/** Readers that reconnect all at once, as after the restart of a proxy. */
export const reconnecting = async (): Promise<Row[]> => [
  ...(await measureWith(0, 'in one process')),
  ...(await measureWith(1, 'through a front worker')),
  ...(await measureWith(2, 'through two front workers')),
];
