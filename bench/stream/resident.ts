/** Resident memory of the process after garbage collection, in bytes. */
export function residentBytes(): number {
  const collect = globalThis.gc;
  if (collect === undefined) throw new Error('memory is measured after garbage collection: run node with --expose-gc');
  collect();
  collect();
  return process.memoryUsage.rss();
}
