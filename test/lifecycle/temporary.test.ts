import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { connectors } from '../../src/connectors/index.ts';
import { createLog } from '../../src/log.ts';
import { dumpIn } from '../../src/service/dump/book-dump.ts';
import { startService } from '../../src/service/service.ts';
import { spedUp } from '../../src/service/speed-up.ts';
import { createWorld } from '../../src/stage/market/create-world.ts';
import { createPlayedSecrets } from '../../src/stage/played-secrets.ts';
import { players } from '../../src/stage/players/index.ts';
import { startStage } from '../../src/stage/server.ts';
import { tapeFolder } from '../../src/tape/tape-folder.ts';
import { stageItems } from '../support/stage/stage-items.ts';

/** What the stop of a service over a played marketplace, which is being read, has left in its folder. */
async function leftByStop(isTemporary: boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'itemtape-temporary-'));
  const stage = await startStage({
    world: createWorld({ seed: 5, startedAt: Date.now(), items: stageItems }),
    players,
    now: Date.now,
  });
  onTestFinished(async () => {
    await stage.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const service = await startService({
    config: {
      ...readConfig({ file: null, environment: {}, flags: {} }).config,
      'data.folder': folder,
      'http.port': 0,
      'collect.relay': stage.origin,
      'collect.enable': ['all'],
      'collect.games': ['CS2'],
      'collect.only': ['skinport', 'dmarket'],
    },
    connectors: spedUp(connectors, 150),
    secrets: createPlayedSecrets(),
    log: createLog({ level: 'silent', format: 'json', write: () => undefined }),
    now: Date.now,
    random: () => 0.1,
    isPlayed: true,
    isTemporary,
  });
  await service.stop();
  const tape = tapeFolder(folder);
  const mark = readdirSync(tape).find((name) => name.startsWith('mark')) ?? '';
  const { isSafe } = JSON.parse(readFileSync(join(tape, mark), 'utf8'));
  return { isTapeClosed: isSafe as boolean, hasDump: existsSync(dumpIn(folder)) };
}

it('a stop closes the tape and dumps the book, except where the data folder is temporary', async () => {
  expect(await leftByStop(false)).toEqual({ isTapeClosed: true, hasDump: true });
  expect(await leftByStop(true)).toEqual({ isTapeClosed: false, hasDump: false });
});
