import { defineConfig } from 'vitest/config';
import { ClosingLines } from './test/support/reporter.ts';

export default defineConfig({
  test: {
    pool: 'forks',
    // Many files wait for processes and sockets more than they compute
    maxWorkers: 2,
    include: ['src/**/*.test.ts', 'client/src/**/*.test.ts', 'dashboard/src/**/*.test.ts', 'test/**/*.test.ts'],
    reporters: ['default', new ClosingLines()],
    // Only what hangs takes so long, on however busy a machine
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
