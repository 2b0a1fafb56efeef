/** Whether the proofs that take minutes run at their full length: `LONG_RUN=1 npx vitest run test/mirror.test.ts`. */
export const longRun = process.env['LONG_RUN'] === '1';

/** How often something is repeated, or how much of it is tried: where somebody waits for it, in CI, which sets CI=true, and at full length. */
export const extent = <Often = number>(often: {
  readonly short: Often;
  readonly ci: Often;
  readonly long: Often;
}): Often => {
  if (longRun) return often.long;
  return process.env['CI'] === 'true' ? often.ci : often.short;
};
