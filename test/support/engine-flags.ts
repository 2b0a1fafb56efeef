import { execFileSync } from 'node:child_process';

// Tests make much at random, in memory outside of the heap too, and drop it at once; what runs, runs briefly. By itself
// V8 spends a fourth of their processor time on collecting, by threads beside the one that tests run on and beside each
// other, and on compiling anew what has run a few times.
const wished: readonly string[] = [
  '--max-semi-space-size=64',
  '--initial-old-space-size=512',
  '--external-memory-accounted-in-global-limit',
  '--single-threaded-gc',
  '--interrupt-budget=540000',
];

/** Those that the V8 of this Node knows: with any other it does not start. Programs that tests start have none of them. */
export function engineFlags(): string[] {
  const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  return wished.filter((flag) => known.includes(`  ${flag.replace(/=.*/, '')} (`));
}
