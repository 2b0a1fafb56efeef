import { inRounds, type Row, row } from '../rounds.ts';
import { startWorker } from '../worker.ts';

const filled = 100_000;
const fillings = 4;
// Later changes can still be in memory
const count = 200_000;

type Figures = { readonly perSecond: number; readonly perCpuSecond: number };

/** One reader that replays what only the tape has, as fast as it can; in new processes each time. */
async function replayed(): Promise<Figures> {
  const server = startWorker();
  const readers = startWorker();
  try {
    const port = await server.call('serveHub');
    const { epoch, sequence } = await server.call('fillLog', filled);
    for (let more = 1; more < fillings; more += 1) await server.call('fillLog', filled);
    const { log } = await server.call('firstInLog');
    if (log <= sequence + count) throw new Error('the replayed changes are still in memory');
    const before = await server.cpuSeconds();
    const replay = { from: `${epoch}:${sequence}`, to: `${epoch}:${sequence + count}` };
    const crowd = { port, count: 1, offersDeflate: false, wants: 'all', more: { replay } } as const;
    const milliseconds = await readers.call('resume', crowd, count);
    const cpuSeconds = (await server.cpuSeconds()) - before;
    return { perSecond: count / (milliseconds / 1000), perCpuSecond: count / cpuSeconds };
  } finally {
    await Promise.all([server.stop(), readers.stop()]);
  }
}

async function reparsed(): Promise<Figures> {
  const server = startWorker();
  try {
    const { cpuSeconds } = await server.call('measureReparse', filled);
    return { perSecond: filled / cpuSeconds, perCpuSecond: filled / cpuSeconds };
  } finally {
    await server.stop();
  }
}

export async function replaying(): Promise<Row[]> {
  const { ours, plain } = await inRounds({ ours: replayed, plain: reparsed });
  const facts = {
    name: 'replay of 200,000 changes to one reader',
    reference: 'JSON.parse and stringify of the messages',
  };
  return [
    row(
      { ...facts, unit: 'changes/s', referenceValue: plain.perSecond, value: ours.perSecond },
      { value: { atLeast: 100_000 } },
    ),
    row({ ...facts, unit: 'changes/server CPU s', referenceValue: plain.perCpuSecond, value: ours.perCpuSecond }),
  ];
}
