import { readFileSync } from 'node:fs';
import { samplesOf } from '../../../src/cli/read/metrics.ts';

/** Megabytes of a process by the account of the kernel; Linux only. */
export function megabytesOf(pid: number, field: 'VmRSS' | 'VmHWM' | 'RssAnon'): number {
  const found = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(found?.[1]) / 1024;
}

/** The metrics of a service, by name, each the sum over all its series. */
export async function metricsOf(origin: string): Promise<(name: string) => number> {
  const samples = samplesOf(await (await fetch(`${origin}/metrics`)).text());
  return (name) => samples.reduce((sum, one) => (one.name === name ? sum + one.value : sum), 0);
}
