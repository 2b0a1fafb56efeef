import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, by what they took: begun last, one of them would run alone at the end of its project. */
const slowest: readonly string[] = [
  'test/mirror.test.ts',
  'test/dashboard/views.test.ts',
  'test/backup.test.ts',
  'test/contract-typing.test.ts',
  'test/shutdown.test.ts',
  'test/one-answer.test.ts',
  'test/gaps-over-stops.test.ts',
  'test/examples.test.ts',
  'test/upstream-circles.test.ts',
  'test/service.test.ts',
  'test/strangers.test.ts',
  'test/upgrade.test.ts',
  'test/client-chaos.test.ts',
  'test/cli.test.ts',
  'test/upstream-docs.test.ts',
  'test/new-marketplace.test.ts',
  'test/crash.test.ts',
  'test/all-at-once.test.ts',
  'test/own-connectors.test.ts',
  'src/connectors/conformance.test.ts',
  'src/store/snapshot.test.ts',
  'test/client.test.ts',
  'test/told-again.test.ts',
  'test/contract-parameters.test.ts',
  'test/replay.test.ts',
  'test/dashboard/sayings.test.ts',
  'test/endings.test.ts',
  'test/reading-commands.test.ts',
  'test/hostile-input.test.ts',
  'test/dashboard/resume.test.ts',
  'src/store/processes.test.ts',
  'test/hostile-readers.test.ts',
  'test/cluster.test.ts',
  'test/played-answers.test.ts',
  'test/full-disk.test.ts',
  'test/quick-start.test.ts',
  'test/contract-values.test.ts',
  'src/api/stream/offers-socket.test.ts',
];

/** The slowest files first, then the others of their project, then the project without processes. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = slowest.indexOf(relative(this.ctx.config.root, moduleId).replaceAll('\\', '/'));
      return place === -1 ? slowest.length : place;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
