import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callCommand } from '../../../../test/support/processes/called.ts';
import { testFolder } from '../../../../test/support/runner/file-folders.ts';
import { createScriptedServer } from '../../../../test/support/servers/scripted-server.ts';
import { nobody } from '../../../api/operator/audit.ts';

describe('itemtape audit', () => {
  it('shows who did what, from where', async () => {
    const server = await createScriptedServer();
    const asked: string[] = [];
    const by = { ...nobody, keyId: 'operator', keyName: 'operator', sessionId: 's-1', address: '127.0.0.1' };
    const records = [
      { at: 1_790_000_000, action: 'key.revoke', ...by, forwardedFor: '203.0.113.7', about: { name: 'bot' } },
      { at: 1_789_000_000, action: 'key.create', ...nobody, user: 'ann', about: { name: 'bot' } },
      { at: 1_788_000_000, action: 'settings.reload', ...nobody, about: { signal: 'SIGHUP' } },
    ];
    server.play(({ url, method }) => {
      asked.push(`${method} ${url}`);
      return { body: records };
    });
    const { code, out } = await callCommand(['audit', '--limit', '3', '--url', server.origin, '--key', 'it_x']);
    await server.close();

    expect([code, asked]).toEqual([0, ['GET /operator/audit?limit=3']]);
    const [, first, second, third] = out.split('\n');
    expect(first).toMatch(/^2026-09-21T\S+ +operator s-1 +203\.0\.113\.7 +key\.revoke +\{"name":"bot"\}$/);
    expect(second).toMatch(/ann \(command\) .*key\.create/);
    expect(third).toMatch(/the service .*settings\.reload +\{"signal":"SIGHUP"\}/);
  });
});

describe('itemtape keys', () => {
  it('writes what it does to the audit log of the data folder, with the user of the machine and without the key', async () => {
    const folder = testFolder('audit');
    const keys = (...words: string[]) => callCommand(['keys', ...words, '--data-folder', folder]);
    const { out: text } = await keys('create', 'bot', '--no-websocket');
    await keys('revoke', 'bot');
    await keys('revoke', 'nobody');
    const written = readFileSync(join(folder, 'audit.jsonl'), 'utf8');

    const user = userInfo().username;
    expect(
      written
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { action: 'key.create', user, keyId: null, about: { name: 'bot', rights: { websocketAccess: false } } },
      { action: 'key.revoke', user, about: { name: 'bot' } },
    ]);
    expect(written).not.toContain(text.trim());
  });
});
