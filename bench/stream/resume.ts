import { inRounds, type Row, row } from '../rounds.ts';
import { startWorker } from '../worker.ts';

const count = 100_000;

type Figures = { readonly cpuSeconds: number; readonly milliseconds: number };

/** One reader that missed everything; in new processes each time. */
async function missedAll(): Promise<Figures> {
  const server = startWorker();
  const readers = startWorker();
  try {
    const port = await server.call('serveHub');
    const origin = await server.call('fillLog', count);
    const before = await server.cpuSeconds();
    const crowd = { port, count: 1, offersDeflate: false, wants: 'all', more: { resume: origin } } as const;
    const milliseconds = await readers.call('resume', crowd, count);
    return { cpuSeconds: (await server.cpuSeconds()) - before, milliseconds };
  } finally {
    await Promise.all([server.stop(), readers.stop()]);
  }
}

async function stringified(): Promise<Figures> {
  const server = startWorker();
  try {
    const { cpuSeconds } = await server.call('measureStringify', count);
    return { cpuSeconds, milliseconds: cpuSeconds * 1000 };
  } finally {
    await server.stop();
  }
}

export async function resuming(): Promise<Row[]> {
  const { ours, plain } = await inRounds({ ours: missedAll, plain: stringified });
  const facts = { name: 'resume of 100,000 messages by one reader', reference: 'JSON.stringify of them, as bytes' };
  return [
    row({ ...facts, unit: 'server CPU s', referenceValue: plain.cpuSeconds, value: ours.cpuSeconds }),
    row({ ...facts, unit: 'ms until the last came', referenceValue: plain.milliseconds, value: ours.milliseconds }),
  ];
}
