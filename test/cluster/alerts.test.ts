import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Received, type Receiver, startReceiver } from '../support/alerts/alerting.ts';
import { useCluster } from '../support/cluster/cluster.ts';
import { createKey, type ServedProcess } from '../support/processes/served-process.ts';
import { needing } from '../support/runner/needs.ts';
import { until } from '../support/time/until.ts';

type Reply = { readonly status: number; readonly text: string };

const idOf = ({ headers }: Received): string => String(headers['webhook-id']);
const sequenceOf = ({ json }: Received): number => json.data.message.sequence;
const isRepeat = ({ headers }: Received): boolean => headers['itemtape-repeat'] === '1';

needing('nats-server').describe('the alerts of a cluster', () => {
  const { folderOf, start, rest } = useCluster(53, {
    COLLECT_ONLY: 'csgoempire,shadowpay',
    COLLECT_GAMES: 'CS2',
    ALERTS_ALLOW_PRIVATE: 'true',
  });
  let receiver: Receiver;
  let key: string;

  beforeAll(async () => {
    receiver = await startReceiver();
    key = await createKey(folderOf('one'));
  });
  afterAll(() => receiver?.close());

  const ask = async (node: ServedProcess, method: string, path = '', body: object | null = null): Promise<Reply> => {
    const reply = await fetch(`${await node.origin}/tape/alerts${path}`, {
      method,
      headers: { 'x-api-key': key, ...(body !== null && { 'content-type': 'application/json' }) },
      ...(body !== null && { body: JSON.stringify(body) }),
    });
    return { status: reply.status, text: await reply.text() };
  };

  const ruleBody = (name: string) => ({
    name,
    when: { kind: 'stream', filter: { games: ['CS2'], channels: ['offers'], events: ['Added', 'Updated', 'Removed'] } },
    target: { kind: 'webhook', url: receiver.url },
  });

  const moreAlerts = async (): Promise<void> => {
    const before = receiver.received.length;
    await receiver.has(before + 20);
  };

  const publishedAfter = async (node: ServedProcess, after: string): Promise<number[]> => {
    const query = 'games=CS2&channels=offers&events=Added&events=Updated&events=Removed&limit=100000';
    const address = `${await node.origin}/tape/changes?after=${after}&${query}`;
    const text = await (await fetch(address, { headers: { 'x-api-key': key } })).text();
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    return lines.filter(({ type }) => type === 'offer').map(({ sequence }) => sequence);
  };

  it('are raised once for every change by whichever node writes, and can be changed at any node', async () => {
    const one = start('one', 'collect,store');
    await one.origin;
    const two = start('two', 'collect,store');
    await two.line((line) => line.includes('"tape written by another node; standing by"'));
    const reading = start('reading', 'serve');
    const created = await ask(reading, 'POST', '', ruleBody('all'));
    expect([created.status, created.text]).toEqual([201, expect.stringContaining('"secret":"whsec_')]);
    const { id } = JSON.parse(created.text);
    const listed = (text: string) => JSON.parse(text).map((rule: { id: string; name: string }) => [rule.id, rule.name]);
    expect(listed((await ask(one, 'GET')).text)).toEqual([[id, 'all']]);
    expect(listed((await ask(reading, 'GET')).text)).toEqual([[id, 'all']]);
    expect(
      await ask(reading, 'POST', '', { ...ruleBody('x'), target: { kind: 'webhook', url: 'http://256.1.1.1' } }),
    ).toMatchObject({
      status: 400,
    });
    expect((await ask(reading, 'DELETE', '?id=nothing')).text).toContain('no rule of this key has the id');

    await moreAlerts();
    await one.stop('SIGKILL');
    await until('an answer without a node that writes', async () => {
      const { status, text } = await ask(reading, 'GET');
      return status === 503 && text.includes('no node writes the tape now, and that one evaluates the rules');
    });
    await two.origin;
    await moreAlerts();
    const again = start('one', 'collect,store');
    await again.line((line) => line.includes('"tape written by another node; standing by"'));
    const beforeStop = receiver.received.length;
    await two.stop('SIGTERM');
    await again.origin;
    await moreAlerts();
    // Nothing is delivered twice where the alerts were handed over
    const sinceStop = receiver.received.slice(beforeStop).map(idOf);
    expect(new Set(sinceStop).size).toBe(sinceStop.length);

    const delivered = async (): Promise<string> => (await ask(reading, 'GET', `/deliveries?id=${id}`)).text;
    await until('a delivery to be listed', async () => (await delivered()).includes('"outcome":"delivered"'));
    rest();
    const [first] = receiver.received;
    if (first === undefined) throw new Error('no alert arrived');
    const from = `${first.json.data.message.epoch}:${sequenceOf(first) - 1}`;
    const arrived = () => [...new Set(receiver.received.map(sequenceOf))].sort((a, b) => a - b);
    await until(
      'an alert for each change',
      async () => {
        const published = await publishedAfter(reading, from);
        return published.length > 60 && JSON.stringify(published) === JSON.stringify(arrived());
      },
      () => [receiver.received.length, arrived().at(-1)],
    );
    const repeated = receiver.received.filter(
      (one, at) => receiver.received.findIndex((other) => idOf(other) === idOf(one)) !== at,
    );
    expect(repeated.filter((one) => !isRepeat(one))).toEqual([]);

    expect(JSON.parse((await ask(reading, 'POST', `/pause?id=${id}`)).text)).toMatchObject({
      id,
      pausedAt: expect.any(Number),
    });
    expect((await ask(reading, 'POST', `/test?id=${id}`)).text).toContain('"isDelivered":true');
    expect(await ask(reading, 'DELETE', `?id=${id}`)).toEqual({ status: 204, text: '' });
    expect((await ask(again, 'GET')).text).toBe('[]');
  });
});
