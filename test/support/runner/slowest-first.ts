import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The slowest files come first, as one started last would run alone at the end; files that mostly wait alternate with
 * those that compute, so that cores and workers stay busy.
 */
const slowest: readonly string[] = [
  'test/dashboard/views.test.ts',
  'test/marketplaces/outside-changes.test.ts',
  'test/marketplaces/new-marketplace.test.ts',
  'test/lifecycle/backup.test.ts',
  'test/cluster/kills.test.ts',
  'test/cluster/readers.test.ts',
  'test/cluster/rates.test.ts',
  'test/lifecycle/crash.test.ts',
  'test/contract/one-answer.test.ts',
  'test/lifecycle/service.test.ts',
  'test/lifecycle/endings.test.ts',
  'test/lifecycle/full-disk.test.ts',
  'test/clients/cli.test.ts',
  'test/lifecycle/shutdown.test.ts',
  'test/clients/examples.test.ts',
  'test/clients/check-all.test.ts',
  'test/clients/mirror.test.ts',
  'test/stream/hostile-readers.test.ts',
  'test/upstream/services.test.ts',
  'test/dashboard/resume.test.ts',
  'test/lifecycle/live-settings.test.ts',
  'test/clients/library.test.ts',
  'test/lifecycle/upgrade.test.ts',
  'test/lifecycle/gaps-over-stops.test.ts',
  'test/contract/typing.test.ts',
  'test/cluster/lease.test.ts',
  'test/cluster/alerts.test.ts',
  'test/cluster/gaps.test.ts',
  'test/lifecycle/small-server.test.ts',
  'test/cluster/chaos.test.ts',
  'test/cluster/sharing.test.ts',
  'test/lifecycle/without-engine.test.ts',
  'test/release/installed.test.ts',
  'test/stream/alerts.test.ts',
  'test/repository/quick-start.test.ts',
  'test/marketplaces/all-at-once.test.ts',
  'src/store/snapshot.test.ts',
  'test/stream/published-again.test.ts',
  'test/dashboard/sayings.test.ts',
  'test/lifecycle/slow-machine.test.ts',
  'test/cluster/jetstream-tape.test.ts',
  'test/clients/mcp.test.ts',
  'test/clients/library-chaos.test.ts',
  'test/cluster/keys.test.ts',
  'src/store/processes.test.ts',
  'test/contract/values.test.ts',
  'test/contract/as-of.test.ts',
  'test/clients/python.test.ts',
  'test/upstream/documents.test.ts',
  'src/store/candles.test.ts',
  'test/marketplaces/own-connectors.test.ts',
  'test/front/workers.test.ts',
  'test/contract/parameters.test.ts',
  'test/stream/replay.test.ts',
  'test/contract/any-request.test.ts',
  'test/clients/reading-commands.test.ts',
  'test/lifecycle/gaps.test.ts',
  'test/release/operators-kit.test.ts',
  'src/store/embedded.test.ts',
  'test/dashboard/load.test.ts',
  'test/front/readers.test.ts',
  'src/store/states/past-states.test.ts',
  'test/marketplaces/tf2-pricer.test.ts',
  'test/contract/hostile-input.test.ts',
  'test/marketplaces/played-answers.test.ts',
  'test/lifecycle/demo-ending.test.ts',
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
