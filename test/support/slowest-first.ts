import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take longest, as begun last one of them would run alone at the end; those that wait more than they compute
 * between those that compute, so that neither cores nor workers have nothing to do.
 */
const slowest: readonly string[] = [
  'test/client-chaos.test.ts',
  'test/dashboard/views.test.ts',
  'test/backup.test.ts',
  'test/service.test.ts',
  'test/mirror.test.ts',
  'test/new-marketplace.test.ts',
  'test/hostile-readers.test.ts',
  'test/crash.test.ts',
  'test/one-answer.test.ts',
  'test/examples.test.ts',
  'test/shutdown.test.ts',
  'test/client.test.ts',
  'test/python-client.test.ts',
  'test/upgrade.test.ts',
  'test/contract-typing.test.ts',
  'test/all-at-once.test.ts',
  'test/full-disk.test.ts',
  'test/cli.test.ts',
  'test/fronts.test.ts',
  'src/store/snapshot.test.ts',
  'test/gaps-over-stops.test.ts',
  'test/upstream.test.ts',
  'test/hostile-input.test.ts',
  'test/endings.test.ts',
  'test/cluster.test.ts',
  'test/quick-start.test.ts',
  'test/live-settings.test.ts',
  'test/small-server.test.ts',
  'test/contract-parameters.test.ts',
  'test/cluster-chaos.test.ts',
  'test/reading-commands.test.ts',
  'test/strangers.test.ts',
  'test/cluster-sharing.test.ts',
  'test/upstream-circles.test.ts',
  'src/connectors/conformance.test.ts',
  'test/alerts.test.ts',
  'test/contract-values.test.ts',
  'test/dashboard/resume.test.ts',
  'test/dashboard/sayings.test.ts',
  'test/told-again.test.ts',
  'test/book-dump.test.ts',
  'test/cluster-keys.test.ts',
  'test/installed.test.ts',
  'test/replay.test.ts',
  'test/upstream-docs.test.ts',
  'test/own-connectors.test.ts',
  'src/store/processes.test.ts',
  'test/played-answers.test.ts',
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
