import { type Metric, singlesOf } from '../../api/metrics/metrics.ts';
import { type Delays, delayBounds } from '../../tape/publish-delays.ts';
import type { Recorder } from '../../tape/recorder.ts';
import type { Tape } from '../../tape/tape.ts';

/** Metrics of the tape. */
export function tapeMetrics(
  tape: Pick<Tape, 'first' | 'head' | 'stats'>,
  recorder: Pick<Recorder, 'stats' | 'delays'>,
  now: number,
): Metric[] {
  const { bytes, oldestAt } = tape.stats();
  const stats = recorder.stats();
  const one = singlesOf('itemtape_tape_');
  return [
    one('bytes', 'gauge', 'Disk space used by the tape.', bytes),
    one('first_sequence', 'gauge', 'Sequence of the oldest record that a reader can resume from.', tape.first),
    one('head_sequence', 'gauge', 'Sequence of the newest record.', tape.head),
    one(
      'oldest_age_seconds',
      'gauge',
      'Age of the oldest record, measured from the start of its file; 0 while there is none.',
      oldestAt === null ? 0 : Math.max(0, (now - oldestAt) / 1000),
    ),
    one(
      'records_waiting',
      'gauge',
      'Records not yet on the tape, and therefore not yet sent to readers.',
      stats.waiting,
    ),
    one('write_failures_total', 'counter', 'Failed attempts to write to the tape.', stats.failures),
    one(
      'keeping',
      'gauge',
      'Whether everything published is stored: 0 from the first failed write until all of it has been written.',
      Number(stats.notStoredSince === null),
    ),
    publishSecondsOf(recorder.delays()),
  ];
}

const publishSecondsOf = ({ within, count, seconds }: Delays): Metric => ({
  name: 'itemtape_publish_delay_seconds',
  type: 'histogram',
  help: 'Time from the arrival of a response or message until a change in it was published.',
  samples: [
    ...delayBounds.map((bound, at) => ({ suffix: '_bucket', labels: { le: String(bound) }, value: within[at] ?? 0 })),
    { suffix: '_bucket', labels: { le: '+Inf' }, value: count },
    { suffix: '_sum', value: seconds },
    { suffix: '_count', value: count },
  ],
});
