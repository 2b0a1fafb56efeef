import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Reporter, TestCase, TestModule, TestSpecification, TestSuite, Vitest } from 'vitest/node';
import { seed } from './seed.ts';

/**
 * Ends a run with plain lines: how many checks against recorded payloads ran, what other skipped tests needed, whether
 * the build may be older than the code, which tests passed only when retried, the seed if one failed, and how many passed and failed. Checks
 * against recordings are the tests inside a block whose name begins with "recorded"; any other test that may be skipped
 * asks for what it needs through `needing`.
 */
export class ClosingLines implements Reporter {
  #counts = { passed: 0, failed: 0, evidence: 0, withoutEvidence: 0, skipped: 0 };
  #missing = new Map<string, number>();
  #secondTries: string[] = [];
  #isChosen = false;
  #isStale = false;

  onInit({ config }: Vitest): void {
    // With `-t`, the other tests are skipped on purpose
    this.#isChosen = config.testNamePattern !== undefined;
  }

  onTestRunStart(files: readonly TestSpecification[]): void {
    // The same applies to `FILE:LINE`
    this.#isChosen ||= files.some(({ testLines = [] }) => testLines.length > 0);
    // Tests beside the code start no build
    const [beyond] = files.filter(({ moduleId, project }) => moduleId.startsWith(join(project.config.root, 'test')));
    this.#isStale = beyond !== undefined && isStale(beyond.project.config.root);
  }

  onTestCaseResult(test: TestCase): void {
    const { state } = test.result();
    const isEvidence = /(^| > )recorded /.test(test.fullName);
    if (state === 'failed') this.#counts.failed += 1;
    if (state === 'passed') this.#counts.passed += 1;
    if (test.diagnostic()?.flaky) this.#secondTries.push(triedAgain(test));
    if (isEvidence) this.#counts[state === 'skipped' ? 'withoutEvidence' : 'evidence'] += 1;
    else if (state === 'skipped') this.#skip(missingFor(test));
  }

  #skip(missing: string | null): void {
    if (missing === null) this.#counts.skipped += 1;
    else this.#missing.set(missing, (this.#missing.get(missing) ?? 0) + 1);
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const { passed, failed, evidence, withoutEvidence, skipped } = this.#counts;
    // Errors of a file, or of a block whose setup or teardown failed
    const blocks = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const broken = errors.length + blocks.filter((block) => block.errors().length > 0).length;
    const lines = this.#isChosen
      ? []
      : [
          `checks against recorded payloads: ${evidence} ran, ${withoutEvidence} could not run without the folder of recordings`,
          ...[...this.#missing].map(([need, count]) => `${count} tests could not run without ${need}`),
          ...(skipped > 0 ? [`${skipped} other tests were skipped, which no test should be`] : []),
        ];
    if (this.#isStale) lines.push('dist/, which some of these tests start, may be older than the code: npm run build');
    lines.push(...this.#secondTries);
    if (failed + broken > 0) lines.push(`SEED=${seed} gives again what was left to chance`);
    lines.push(`${passed} passed, ${failed + broken} failed`);
    // Printed at exit, so that they follow Vitest's own summary
    process.once('exit', () => process.stdout.write(`\n${lines.join('\n')}\n`));
  }
}

const isStale = (root: string): boolean =>
  spawnSync(process.execPath, [join(root, 'tools', 'build.mjs'), '--check']).status !== 0;

/** Describes a test that passed only when retried, and why it failed at first. */
function triedAgain(test: TestCase): string {
  const [why = ''] = (test.result().errors?.[0]?.message ?? '').split('\n', 1);
  return `failed first, passed when tried again: ${test.module.relativeModuleId} > ${test.fullName}: ${why}`;
}

/** What a skipped test, or a block around it, could not run without; null if it does not say. */
function missingFor(test: TestCase | TestSuite | TestModule): string | null {
  if (test.type === 'module') return null;
  return test.meta().missing ?? missingFor(test.parent);
}
