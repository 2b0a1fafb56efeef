import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { games } from '../../src/schema/index.ts';
import { createWorld } from '../../src/stage/market/create-world.ts';
import type { CatalogueItem } from '../../src/stage/market/world.ts';
import { players } from '../../src/stage/players/index.ts';
import { type Stage, startStage } from '../../src/stage/server.ts';
import { answersOf, differences } from '../support/api/answers.ts';
import { beforeSnapshots, buildPrevious, commitOf } from '../support/processes/previous-program.ts';
import { createKey, killAll, playedCredentials, serve } from '../support/processes/served-process.ts';
import { fewItems, readStoredState } from '../support/processes/stored-state.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { longRun } from '../support/runner/long-run.ts';
import { needing } from '../support/runner/needs.ts';
import { until } from '../support/time/until.ts';

const commit = commitOf(beforeSnapshots);
const nowhere = 'http://127.0.0.1:9';
// The first item of each game, and items with variants; reading the whole past of an item takes longer than everything
// else
const isAsked = ({ phases }: CatalogueItem, at: number): boolean => longRun || at === 0 || phases.length > 0;
const names = games.flatMap((game) => fewItems[game].filter(isAsked).map(({ name }) => ({ game, name })));

needing('the history before snapshots').describe('a data folder from before snapshots', () => {
  const folder = testFolder('upgrade');
  const data = join(folder, 'data');
  const environment = playedCredentials();
  let stage: Stage;
  let key: string;
  let program: string;

  beforeAll(async () => {
    const world = createWorld({ seed: 29, startedAt: Date.now(), items: fewItems });
    [stage, key, program] = await Promise.all([
      startStage({ world, players, now: Date.now }),
      createKey(data),
      buildPrevious(commit ?? '', join(folder, 'released')),
    ]);
    const service = serve({ folder: data, relay: stage.origin, environment, program });
    const origin = await service.origin;
    await until('stored offers, sales and price points', async () => {
      const { offers, sales, points } = await readStoredState(origin, key);
      return offers.size > 0 && sales.size > 0 && points.size > 0;
    });
    expect(await service.stop('SIGTERM')).toEqual({ code: 0, signal: null });
  });
  afterAll(async () => {
    await killAll();
    await stage?.close();
  });

  /** The answers of a release from the folder, with no marketplace reachable. */
  const answersBy = async (release?: string) => {
    const service = serve({
      folder: data,
      relay: nowhere,
      environment,
      ...(release !== undefined && { program: release }),
    });
    // With so many points, none is merged with another depending on the time of the request
    const answers = await answersOf(await service.origin, key, { names, windows: [['365', '1000']] });
    await service.stop('SIGTERM');
    return answers;
  };

  it('is refused and left as it is, and goes on with what the tape has once the former past is moved away', async () => {
    const before = await answersBy(program);
    const isAnswer = (text: string) => text.startsWith('200 ');
    expect([...before.values()].filter(isAnswer).length).toBeGreaterThan(names.length * 3);

    const refused = serve({ folder: data, relay: nowhere, environment });
    expect((await refused.ended).code).toBe(78);
    expect(refused.out() + refused.err()).toContain(`the data folder ${data} has the past of an earlier release in`);
    expect(differences(before, await answersBy(program))).toEqual([]);

    renameSync(join(data, 'engine'), join(folder, 'engine'));
    const after = await answersBy();
    expect([...after.values()].filter(isAnswer).length).toBe([...before.values()].filter(isAnswer).length);
  });
});
