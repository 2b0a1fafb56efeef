import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inRounds, type Row, row } from '../rounds.ts';
import { withFolder } from '../scratch-folder.ts';
import { inWorker } from '../worker.ts';
import { alertChanges } from './alerts-tasks.ts';

const ruleCount = 10_000;
const pace = `${alertChanges.toLocaleString('en')} changes/s`;

/** A target of alerts, which notes the delay of each one since the change, in milliseconds. */
async function startReceiver() {
  let waits: number[] = [];
  const server = createServer(async (request, response) => {
    const at = performance.timeOrigin + performance.now();
    let body = '';
    for await (const piece of request) body += piece;
    response.writeHead(204).end();
    waits.push(at - Number(JSON.parse(body).data.link.split('/').at(-1)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    /** Delays since the last call, shortest first. */
    take: (): number[] => {
      const taken = waits.sort((a, b) => a - b);
      waits = [];
      return taken;
    },
    close: () => server.close(),
  };
}

/** Cost of alerts, and how soon they are delivered. */
export async function alerts(): Promise<Row[]> {
  const receiver = await startReceiver();
  const measured = (count: number) =>
    withFolder(async (folder) => {
      const { percent } = await inWorker('measureAlerts', folder, count, receiver.url);
      const waits = receiver.take();
      const at = (share: number): number => waits[Math.ceil(share * waits.length) - 1] ?? Number.NaN;
      return { percent, p50: at(0.5), p99: at(0.99) };
    });
  try {
    const { none, many } = await inRounds({ none: () => measured(0), many: () => measured(ruleCount) });
    const rules = `${ruleCount.toLocaleString('en')} rules`;
    return [
      row(
        {
          name: `what ${rules} add at ${pace}`,
          unit: '% of a core',
          reference: 'book, tape and one rule',
          referenceValue: none.percent,
          value: many.percent - none.percent,
        },
        { value: { atMost: 10 } },
      ),
      row(
        {
          name: `change → POST with ${rules} at ${pace}, p99`,
          unit: 'ms',
          reference: 'the same with one rule',
          referenceValue: none.p99,
          value: many.p99,
        },
        { value: { atMost: 1_000 } },
      ),
    ];
  } finally {
    receiver.close();
  }
}
