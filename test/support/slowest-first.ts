import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, by what they took: begun last, one of them would run alone at the end of its project. */
const slowest: readonly string[] = [
  'test/all-at-once.test.ts',
  'test/backup.test.ts',
  'test/dashboard/views.test.ts',
  'test/one-answer.test.ts',
  'test/upstream.test.ts',
  'test/client-chaos.test.ts',
  'test/service.test.ts',
  'test/crash.test.ts',
  'test/cli.test.ts',
  'test/package.test.ts',
  'test/endings.test.ts',
  'test/contract-values.test.ts',
  'test/client.test.ts',
  'test/contract-parameters.test.ts',
  'test/dashboard/sayings.test.ts',
  'test/hostile-input.test.ts',
  'test/full-disk.test.ts',
  'src/connectors/conformance.test.ts',
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
