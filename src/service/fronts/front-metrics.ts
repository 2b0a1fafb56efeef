import { type Metric, singlesOf } from '../../api/metrics/metrics.ts';
import type { FrontReport } from '../../front/words.ts';

/** How the front workers are. */
export function frontMetrics(facts: {
  readonly wanted: number;
  readonly running: number;
  readonly restarts: number;
  readonly hung: number;
  readonly reports: readonly FrontReport[];
  readonly streams: number;
  readonly handed: number;
  readonly cpuSecondsOfGone: number;
}): Metric[] {
  const one = singlesOf('itemtape_front_');
  const sum = (figure: 'connections' | 'cpuSeconds' | 'residentBytes') =>
    facts.reports.reduce((total, report) => total + report[figure], 0);
  return [
    one('workers', 'gauge', 'Front workers that take connections.', facts.running),
    one('workers_wanted', 'gauge', 'Front workers that there should be.', facts.wanted),
    one('restarts_total', 'counter', 'Front workers started again after they ended by themselves.', facts.restarts),
    one('hung_total', 'counter', 'Front workers killed because they answered no more.', facts.hung),
    one('connections', 'gauge', 'Connections that front workers hold.', sum('connections')),
    one('streams', 'gauge', 'WebSockets among them, whose messages front workers frame.', facts.streams),
    one(
      'handed_over_total',
      'counter',
      'Connections that front workers gave to the process of the book, for answers that are long.',
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
