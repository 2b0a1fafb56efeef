import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { laterProjects, retries } from './test/support/runner/ci.ts';
import { engineFlags } from './test/support/runner/engine-flags.ts';
import { extent } from './test/support/runner/long-run.ts';
import { ClosingLines } from './test/support/runner/reporter.ts';
import { createTestFolder } from './test/support/runner/test-folder.ts';

/** Beside the code, and yet with processes and databases on disk. */
const stored = 'src/store/**/*.test.ts';

export default defineConfig({
  test: {
    pool: 'forks',
    retry: retries,
    // Importing once for each file would take longer than most tests do
    isolate: false,
    env: { TMPDIR: createTestFolder() },
    // Many files wait for processes and sockets more than they compute
    maxWorkers: 5,
    execArgv: engineFlags(),
    reporters: ['default', new ClosingLines()],
    // Only what hangs takes so long, on however busy a machine; single waits end after 200 s
    testTimeout: extent({ short: 900_000, long: 3_600_000 }),
    hookTimeout: 900_000,
    expect: { poll: { timeout: 200_000 } },
    projects: [
      {
        extends: true,
        // As in the configuration of the dashboard
        resolve: { alias: { '@itemtape/client': resolve(import.meta.dirname, 'client/src/index.ts') } },
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'client/src/**/*.test.ts', 'dashboard/src/**/*.test.ts'],
          exclude: [stored],
        },
      },
      { extends: true, test: { name: 'system', include: ['test/**/*.test.ts', stored] } },
      ...laterProjects,
    ],
  },
});
