import { expect, it } from 'vitest';
import { sourceHealth } from '../../../test/support/api/served-api.ts';
import { callCommand } from '../../../test/support/processes/called.ts';
import { createScriptedServer } from '../../../test/support/servers/scripted-server.ts';
import { inFull } from '../../api/failure-class.ts';
import { toWireSourceHealth } from '../../api/wire/health.ts';

it('shows how long a late source has been due', async () => {
  const server = await createScriptedServer();
  const report = { ...sourceHealth, ages: null, coverage: { itemCount: 0, knownCount: 0, loneCount: 0 } };
  const sources = [580_000, 2_000].map((lateMs) => toWireSourceHealth({ ...report, lateMs }, inFull));
  server.play(({ url }) => ({ body: url === '/health/sources' ? sources : { unread: null } }));
  const { code, out } = await callCommand(['sources', '--url', server.origin, '--key', 'it_x']);
  await server.close();

  expect(code).toBe(0);
  expect(out.match(/due for .+/g)).toEqual(['due for 9 min']);
});
