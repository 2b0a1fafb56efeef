import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { useCluster } from '../support/cluster/cluster.ts';
import { metricsOf } from '../support/processes/process-facts.ts';
import { readJson } from '../support/processes/served-process.ts';
import { needing } from '../support/runner/needs.ts';
import { until } from '../support/time/until.ts';

const writes = (line: string): boolean => line.includes('"tape lease acquired"');

needing('nats-server').describe('nodes with exclusive roles', () => {
  const { start, databaseUrl } = useCluster(51, { COLLECT_ONLY: 'csgoempire,shadowpay' });

  it('hand over the tape on a stop while a reader still waits for an answer', async () => {
    const one = start('one', 'collect,store');
    const origin = await one.origin;
    const two = start('two', 'collect');
    await two.line((line) => line.includes('"tape written by another node; standing by"'));
    await until('changes', async () => {
      const { nodes } = await readJson(`${origin}/health`);
      return nodes.some(({ sequence }: { sequence: number }) => sequence > 20);
    });
    const events: string[] = [];
    const { port } = new URL(origin);
    const begun = 'GET /health HTTP/1.1\r\nhost: x\r\n';
    // An answer to the first request shows that the node has begun to read the second
    const reader = connect(Number(port), '127.0.0.1', () => reader.write(`${begun}\r\n${begun}`));
    const readerCut = new Promise<void>((resolve) => reader.once('close', () => resolve()));
    await new Promise<void>((resolve) => reader.once('data', () => resolve()));

    const handedOver = two.line(writes).then(() => events.push('handed over'));
    const stopped = one.stop('SIGTERM').then(({ code }) => events.push(`ended with ${code}`));
    const cut = readerCut.then(() => events.push('reader cut off'));
    await handedOver;
    await Promise.all([cut, stopped]);
    expect(events).toEqual(['handed over', 'reader cut off', 'ended with 0']);
    // The next writer publishes, and the one before has not taken its claim for a fault
    await two.origin;
    expect(one.out()).not.toContain('the tape is broken');
    await two.stop('SIGTERM');
  });

  it('report in their metrics what they store of the tape', async () => {
    const collecting = start('three', 'collect');
    await collecting.origin;
    const storing = start('store', 'store');
    const origin = await storing.origin;
    const written = async () => (await metricsOf(origin))('itemtape_store_rows_written_total');
    await until('rows of the tape in the metrics', async () => (await written()) > 0);
  });

  it('warn of a database that is not the one of the tape', async () => {
    const missing = 'database empty of this tape';
    const other = start('other', 'serve', { STORE_DATABASE: 'other' });
    await other.line((line) => line.includes(missing));
    const own = start('own', 'serve');
    await own.origin;
    expect(own.out()).not.toContain(missing);
  });

  it('do not wait to take over with a database that a later release has migrated', async () => {
    const version = "INSERT INTO itemtape.migrations VALUES (999, 'later', now64(3))";
    expect((await fetch(databaseUrl(), { method: 'POST', body: version })).status).toBe(200);
    const standby = start('four', 'collect');
    expect(await standby.ended).toMatchObject({ code: 78 });
    expect(standby.out()).toContain('"tape written by another node; standing by"');
    expect(standby.err()).toContain('the database has schema version 999');
  });
});
