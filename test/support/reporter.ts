import type { Reporter, TestCase } from 'vitest/node';

/**
 * Closes a run with two plain lines: how many checks against recorded payloads ran, and how many tests passed and failed.
 * Such checks are the tests inside a block whose name begins with "recorded"; without the folder of recordings they are skipped.
 * Tests inside a block whose name begins with "in a browser" are skipped where no Chromium is installed.
 */
export class ClosingLines implements Reporter {
  #counts = { passed: 0, failed: 0, evidence: 0, withoutEvidence: 0, withoutBrowser: 0, skipped: 0 };

  onTestCaseResult(test: TestCase): void {
    const { state } = test.result();
    const isEvidence = /(^| > )recorded /.test(test.fullName);
    if (state === 'failed') this.#counts.failed += 1;
    if (state === 'passed') this.#counts.passed += 1;
    const isBrowsing = /(^| > )in a browser/.test(test.fullName);
    if (state === 'skipped') {
      this.#counts[isEvidence ? 'withoutEvidence' : isBrowsing ? 'withoutBrowser' : 'skipped'] += 1;
    }
    if (isEvidence && state !== 'skipped') this.#counts.evidence += 1;
  }

  onTestRunEnd(modules: readonly { readonly errors: () => readonly unknown[] }[], errors: readonly unknown[]): void {
    const { passed, failed, evidence, withoutEvidence, withoutBrowser, skipped } = this.#counts;
    const broken = errors.length + modules.filter((module) => module.errors().length > 0).length;
    const lines = [
      `checks against recorded payloads: ${evidence} ran, ${withoutEvidence} could not run without the folder of recordings`,
      ...(withoutBrowser > 0 ? [`${withoutBrowser} tests of the pages could not run without Chromium`] : []),
      ...(skipped > 0 ? [`${skipped} other tests were skipped, which no test should be`] : []),
      `${passed} passed, ${failed + broken} failed`,
    ];
    // Vitest's own summary is written first, so that these lines stay last
    process.once('exit', () => process.stdout.write(`\n${lines.join('\n')}\n`));
  }
}
