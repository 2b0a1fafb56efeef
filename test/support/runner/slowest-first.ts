import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The slowest files come first, as one started last would run alone at the end; files that mostly wait alternate with
 * those that compute, so that cores and workers stay busy.
 */
const slowest: readonly string[] = [
  'test/dashboard/views.test.ts',
  'test/new-marketplace.test.ts',
  'test/backup.test.ts',
  'test/cluster.test.ts',
  'test/cluster-readers.test.ts',
  'test/cluster-rates.test.ts',
  'test/crash.test.ts',
  'test/one-answer.test.ts',
  'test/service.test.ts',
  'test/endings.test.ts',
  'test/full-disk.test.ts',
  'test/cli.test.ts',
  'test/shutdown.test.ts',
  'test/examples.test.ts',
  'test/mirror.test.ts',
  'test/hostile-readers.test.ts',
  'test/upstream.test.ts',
  'test/book-dump.test.ts',
  'test/dashboard/resume.test.ts',
  'test/live-settings.test.ts',
  'test/client.test.ts',
  'test/upgrade.test.ts',
  'test/gaps-over-stops.test.ts',
  'test/contract-typing.test.ts',
  'test/lease.test.ts',
  'test/small-server.test.ts',
  'test/cluster-chaos.test.ts',
  'test/cluster-sharing.test.ts',
  'test/installed.test.ts',
  'test/alerts.test.ts',
  'test/quick-start.test.ts',
  'test/all-at-once.test.ts',
  'src/store/snapshot.test.ts',
  'test/published-again.test.ts',
  'test/dashboard/sayings.test.ts',
  'test/slow-machine.test.ts',
  'test/jetstream-tape.test.ts',
  'test/mcp.test.ts',
  'test/client-chaos.test.ts',
  'test/cluster-keys.test.ts',
  'src/store/processes.test.ts',
  'test/contract-values.test.ts',
  'test/as-of.test.ts',
  'test/python-client.test.ts',
  'test/upstream-docs.test.ts',
  'src/store/candles.test.ts',
  'test/own-connectors.test.ts',
  'test/fronts.test.ts',
  'test/contract-parameters.test.ts',
  'test/replay.test.ts',
  'test/any-request.test.ts',
  'test/reading-commands.test.ts',
  'test/gaps.test.ts',
  'test/operators-kit.test.ts',
  'src/store/embedded.test.ts',
  'test/dashboard/load.test.ts',
  'test/front-readers.test.ts',
  'src/store/states/past-states.test.ts',
  'test/tf2-pricer.test.ts',
  'test/hostile-input.test.ts',
  'test/played-answers.test.ts',
  'test/demo-ending.test.ts',
];

/** Runs the slowest files first, then the rest of their project, then the project without processes. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = slowest.indexOf(relative(this.ctx.config.root, moduleId).replaceAll('\\', '/'));
      return place === -1 ? slowest.length : place;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
