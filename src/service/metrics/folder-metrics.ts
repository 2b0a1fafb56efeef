import { type StatsFs, statfsSync } from 'node:fs';
import type { Metric } from '../../api/metrics/metrics.ts';

/** Disk space of the data folder; no samples while it cannot be determined. */
export function folderMetrics(folder: string): Metric[] {
  const gauge = (name: string, help: string, value: (found: StatsFs) => number): Metric => ({
    name: `itemtape_data_${name}`,
    type: 'gauge',
    help,
    samples: found === null ? [] : [{ value: value(found) }],
  });
  const found = roomOf(folder);
  return [
    gauge('free_bytes', 'Free space on the disk of the data folder.', ({ bavail, bsize }) => bavail * bsize),
    gauge('disk_bytes', 'Size of the disk of the data folder.', ({ blocks, bsize }) => blocks * bsize),
  ];
}

const roomOf = (folder: string): StatsFs | null => {
  try {
    return statfsSync(folder);
  } catch {
    return null;
  }
};
