import { expect, it } from 'vitest';
import { callCommand } from '../../../test/support/called.ts';
import { createScriptedServer } from '../../../test/support/scripted-server.ts';
import { sourceHealth } from '../../../test/support/served-api.ts';
import { toWireSourceHealth } from '../../api/wire/health.ts';

it('shows how long a late source has been due', async () => {
  const server = await createScriptedServer();
  const report = { ...sourceHealth, ages: null, coverage: { itemCount: 0, knownCount: 0 } };
  const sources = [580_000, 2_000].map((lateMs) => toWireSourceHealth({ ...report, lateMs }));
  server.play(({ url }) => ({ body: url === '/health/sources' ? sources : { unread: null } }));
  const { code, out } = await callCommand(['sources', '--url', server.origin, '--key', 'it_x']);
  await server.close();

  expect(code).toBe(0);
  expect(out.match(/due for .+/g)).toEqual(['due for 9 min']);
});
