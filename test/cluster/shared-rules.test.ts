import { randomBytes } from 'node:crypto';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RuleActions } from '../../src/alerts/rule-actions.ts';
import { answerForRules, askForRules } from '../../src/service/cluster/shared-rules.ts';
import { type Alerting, openAlerting, ruleOf } from '../support/alerts/alerting.ts';
import { type NatsServer, startNats } from '../support/cluster/nats-server.ts';
import { needing } from '../support/runner/needs.ts';

needing('nats-server').describe('rules that another node evaluates', () => {
  const when = { kind: 'stream', filter: { games: ['CS2'] } } as const;
  let server: NatsServer;
  let connections: NatsConnection[];
  let alerting: Alerting;
  let rules: RuleActions;

  beforeAll(async () => {
    server = await startNats();
    connections = await Promise.all([1, 2].map(async () => await connect({ servers: server.url })));
    alerting = await openAlerting();
    const [asking, answering] = connections as [NatsConnection, NatsConnection];
    rules = askForRules(asking, 'tape');
    await expect(rules.list(null)).rejects.toMatchObject({
      name: 'RulesAway',
      message: expect.stringContaining('try again in some seconds'),
    });
    answerForRules(answering, 'tape', await alerting.open());
    await answering.flush();
  });
  afterAll(async () => {
    await alerting.close();
    await Promise.all(connections.map((connection) => connection.close()));
    await server.stop();
  });

  it('are listed whole, however long the list', async () => {
    const texts = Array.from({ length: 60 }, () => randomBytes(30_000).toString('base64'));
    for (const text of texts) await rules.create('k1', ruleOf(when, 'http://127.0.0.1:9', { text }));
    const listed = await rules.list('k1');

    expect(listed.map(({ rule }) => rule.text)).toEqual(texts);
    for (const { rule } of listed) await rules.remove(rule.id, 'k1');
    expect(await rules.list(null)).toEqual([]);
  });

  it('are refused with the reason that the other node gives', async () => {
    await expect(rules.remove('none', null)).rejects.toMatchObject({
      name: 'UnknownRule',
      message: 'no rule of this key has the id "none"',
    });
    const secret = { kind: 'webhook', url: 'http://127.0.0.1:9', secret: 'short' } as const;
    await expect(rules.create('k1', { ...ruleOf(when, ''), target: secret })).rejects.toMatchObject({
      name: 'Refusal',
    });
  });
});
