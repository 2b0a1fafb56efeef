import { defineConfig } from 'vitest/config';
import { ClosingLines } from './test/support/reporter.ts';

export default defineConfig({
  test: {
    pool: 'forks',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    reporters: ['default', new ClosingLines()],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
