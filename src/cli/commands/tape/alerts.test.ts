import { expect, it } from 'vitest';
import { callCommand } from '../../../../test/support/processes/called.ts';
import { createScriptedServer } from '../../../../test/support/servers/scripted-server.ts';

it('rotates the secret of a webhook, prints the new one, and says how long the previous one signs as well', async () => {
  const server = await createScriptedServer();
  const asked: string[] = [];
  server.play(({ url, method }) => {
    asked.push(`${method} ${url}`);
    return { body: { id: '4f1c', secret: 'whsec_bmV3', previousExpiresAt: 1_790_000_000 } };
  });
  const called = await callCommand(['alerts', 'rotate', '4f1c', '--url', server.origin, '--key', 'it_x']);
  const refused = await callCommand(['alerts', 'rotate', '--url', server.origin, '--key', 'it_x']);
  await server.close();

  expect(asked).toEqual(['POST /tape/alerts/rotate?id=4f1c']);
  expect(called).toMatchObject({ code: 0, out: 'whsec_bmV3\n', err: expect.stringContaining('2026-09-21T') });
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('give the id of a rule') });
});
