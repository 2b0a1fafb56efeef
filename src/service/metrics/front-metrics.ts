import { type Metric, singlesOf } from '../../api/metrics/metrics.ts';
import type { Fronts } from '../../front/main-process/fronts.ts';

/** Metrics of the front workers. */
export function frontMetrics(facts: ReturnType<Fronts['figures']>): Metric[] {
  const one = singlesOf('itemtape_front_');
  const sum = (figure: 'connections' | 'cpuSeconds' | 'residentBytes') =>
    facts.reports.reduce((total, report) => total + report[figure], 0);
  return [
    one('workers', 'gauge', 'Front workers that accept connections.', facts.running),
    one('workers_wanted', 'gauge', 'Configured number of front workers.', facts.wanted),
    one('restarts_total', 'counter', 'Front workers restarted after they exited unexpectedly.', facts.restarts),
    one('hung_total', 'counter', 'Front workers killed because they no longer responded.', facts.hung),
    one('connections', 'gauge', 'Open connections of front workers.', sum('connections')),
    one('streams', 'gauge', 'WebSockets among the connections of front workers.', facts.streams),
    one(
      'handed_over_total',
      'counter',
      'Connections that front workers handed over to the main process, for long responses.',
      facts.handed,
    ),
    one(
      'cpu_seconds_total',
      'counter',
      'Processor time spent by front workers.',
      facts.cpuSecondsOfGone + sum('cpuSeconds'),
    ),
    one('resident_memory_bytes', 'gauge', 'Memory of the front workers.', sum('residentBytes')),
  ];
}
