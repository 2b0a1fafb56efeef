import { execFileSync } from 'node:child_process';

// Tests allocate a lot of short-lived memory, outside the heap too, and most code runs only briefly. By default V8
// spends a quarter of their processor time on garbage collection in helper threads and on recompiling code that has run
// a few times.
const wanted: readonly string[] = [
  '--max-semi-space-size=64',
  '--initial-old-space-size=512',
  '--external-memory-accounted-in-global-limit',
  '--single-threaded-gc',
  '--interrupt-budget=540000',
];

/** The flags that this Node's V8 knows: with an unknown one it does not start. Programs started by tests get none of them. */
export function engineFlags(): string[] {
  const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  return wanted.filter((flag) => known.includes(`  ${flag.replace(/=.*/, '')} (`));
}
