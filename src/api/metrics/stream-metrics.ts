import type { HubStats } from '../../stream/hub-core.ts';
import { type Metric, singlesOf } from './metrics.ts';

/** Metrics of the stream. */
export function streamMetrics(stats: HubStats): Metric[] {
  const one = singlesOf('itemtape_stream_');
  return [
    one('readers', 'gauge', 'Connections to the stream.', stats.readers),
    one('audiences', 'gauge', 'Distinct subscriptions among connected readers.', stats.groups),
    one('lag_seconds', 'gauge', 'How long the slowest reader has been behind; 0 when all keep up.', stats.lagMs / 1000),
    one('messages_total', 'counter', 'Messages sent to readers.', stats.messagesSent),
    one('dropped_readers_total', 'counter', 'Readers disconnected because they fell behind.', stats.closedBehind),
    one(
      'changes_total',
      'counter',
      'Changes numbered since the epoch began, which is the sequence of the last one.',
      stats.sequence,
    ),
    one('kept_changes', 'gauge', 'Changes from which a reader can resume.', stats.sequence - stats.retainedFrom + 1),
    one('log_bytes', 'gauge', 'Memory used by these changes.', stats.logBytes),
  ];
}
