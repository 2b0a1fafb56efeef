import type { Reporter, TestCase, TestModule, TestSpecification, Vitest } from 'vitest/node';

/**
 * Closes a run with plain lines: how many checks against recorded payloads ran, what other tests could not run for want of,
 * which passed only when tried again, and how many passed and failed. Checks against recordings are the tests inside a block whose name begins with "recorded";
 * tests inside one whose name begins with "in a browser" need Chromium; any other test that may be skipped says in its name,
 * or in that of a block around it, what it needs: "(needs nginx)".
 */
export class ClosingLines implements Reporter {
  #counts = { passed: 0, failed: 0, evidence: 0, withoutEvidence: 0, skipped: 0 };
  #missing = new Map<string, number>();
  #secondTries: string[] = [];
  #isChosen = false;

  onInit({ config }: Vitest): void {
    // Whoever names tests leaves out the others on purpose
    this.#isChosen = config.testNamePattern !== undefined;
  }

  onTestRunStart(files: readonly TestSpecification[]): void {
    // So does whoever names lines of a file
    this.#isChosen ||= files.some(({ testLines }) => testLines !== undefined);
  }

  onTestCaseResult(test: TestCase): void {
    const { state } = test.result();
    const isEvidence = /(^| > )recorded /.test(test.fullName);
    if (state === 'failed') this.#counts.failed += 1;
    if (state === 'passed') this.#counts.passed += 1;
    if (test.diagnostic()?.flaky) this.#secondTries.push(triedAgain(test));
    if (isEvidence) this.#counts[state === 'skipped' ? 'withoutEvidence' : 'evidence'] += 1;
    else if (state === 'skipped') this.#skip(needOf(test.fullName));
  }

  #skip(need: string | null): void {
    if (need === null) this.#counts.skipped += 1;
    else this.#missing.set(need, (this.#missing.get(need) ?? 0) + 1);
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const { passed, failed, evidence, withoutEvidence, skipped } = this.#counts;
    // Of a file, or of a block whose tests could not begin or end
    const blocks = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const broken = errors.length + blocks.filter((block) => block.errors().length > 0).length;
    const lines = this.#isChosen
      ? []
      : [
          `checks against recorded payloads: ${evidence} ran, ${withoutEvidence} could not run without the folder of recordings`,
          ...[...this.#missing].map(([need, count]) => `${count} tests could not run without ${need}`),
          ...(skipped > 0 ? [`${skipped} other tests were skipped, which no test should be`] : []),
        ];
    lines.push(...this.#secondTries);
    lines.push(`${passed} passed, ${failed + broken} failed`);
    // Vitest's own summary is written first, so that these lines stay last
    process.once('exit', () => process.stdout.write(`\n${lines.join('\n')}\n`));
  }
}

/** A test that failed and passed when it was tried again, and why it failed. */
function triedAgain(test: TestCase): string {
  const [why = ''] = (test.result().errors?.[0]?.message ?? '').split('\n', 1);
  return `failed first, passed when tried again: ${test.module.relativeModuleId} > ${test.fullName}: ${why}`;
}

const needOf = (name: string): string | null =>
  /(^| > )in a browser/.test(name) ? 'Chromium' : (/\(needs ([^)]+)\)/.exec(name)?.[1] ?? null);
