/** Whether the proofs that take minutes run at their full length: `LONG_RUN=1 npx vitest run test/mirror.test.ts`. */
export const longRun = process.env['LONG_RUN'] === '1';
