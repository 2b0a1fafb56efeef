/** Whether the tests that take minutes run at their full length: `LONG_RUN=1 npx vitest run test/clients/mirror.test.ts`. */
export const longRun = process.env['LONG_RUN'] === '1';

/**
 * How often something is repeated, or how much of it is tried: `short` for interactive runs, `long` at full length,
 * which CI runs every night for many tests.
 */
export const extent = <Often = number>(often: { readonly short: Often; readonly long: Often }): Often =>
  longRun ? often.long : often.short;
