import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { laterProjects, retries } from './test/support/runner/ci.ts';
import { engineFlags } from './test/support/runner/engine-flags.ts';
import { testLimitMs, workers } from './test/support/runner/limits.ts';
import { ClosingLines } from './test/support/runner/reporter.ts';
import { createTestFolder } from './test/support/runner/test-folder.ts';

/** Tests read the limit from the environment, as a single wait has to end before it. */
const limits = (limitMs: number) => ({
  testTimeout: limitMs,
  hookTimeout: limitMs,
  expect: { poll: { timeout: limitMs / 2 } },
  env: { TEST_LIMIT_MS: String(limitMs) },
});

const shared = limits(testLimitMs('system'));

/** Beside the code, and yet with processes and databases on disk. */
const stored = 'src/store/**/*.test.ts';

export default defineConfig({
  test: {
    pool: 'forks',
    retry: retries,
    // Importing once for each file would take longer than most tests do
    isolate: false,
    execArgv: engineFlags(),
    reporters: ['default', new ClosingLines()],
    setupFiles: ['test/support/runner/each-file.ts'],
    ...shared,
    ...workers.system,
    env: { ...shared.env, TMPDIR: createTestFolder() },
    projects: [
      {
        extends: true,
        // As in the configuration of the dashboard
        resolve: { alias: { '@itemtape/client': resolve(import.meta.dirname, 'client/src/index.ts') } },
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'client/src/**/*.test.ts', 'dashboard/src/**/*.test.ts'],
          exclude: [stored],
          ...limits(testLimitMs('unit')),
          ...workers.unit,
        },
      },
      { extends: true, test: { name: 'system', include: ['test/**/*.test.ts', stored] } },
      ...laterProjects,
    ],
  },
});
