import type { Metric } from '../../api/metrics/metrics.ts';
import { messageEncoder } from '../../api/wire/stream/message.ts';
import type { Config } from '../../config/settings.ts';
import { systemClock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import { type Sink, type SinkName, sinkNames } from '../../sinks/sink.ts';
import { channels } from '../../stream/log/entry.ts';
import { RecordMessages } from '../../stream/record-messages.ts';
import type { Part } from '../part.ts';
import type { Parts } from '../parts.ts';
import { SinkFollower, type SinkStats } from './sink-follower.ts';

type SinkOptions = {
  readonly config: Config;
  readonly secrets: (name: string) => string | null;
  readonly log: Log;
};

export type Sinks = Part & {
  /** Call once the book is restored, which messages are made with. */
  readonly begin: () => void;
};

/** How each sink is opened, which loads its library. */
const openersOf = ({ config, secrets }: SinkOptions): Readonly<Record<SinkName, Sink['open']>> => ({
  async postgres() {
    const { openPostgresSink } = await import('../../sinks/postgres-sink.ts');
    return await openPostgresSink(config['sinks.postgres.url'], secrets('POSTGRES_PASSWORD'));
  },
  async nats() {
    const [{ openNatsSink }, { connectNats }] = await Promise.all([
      import('../../sinks/nats-sink.ts'),
      import('../cluster/nats/connect.ts'),
    ]);
    const servers = config['sinks.nats.servers'];
    // What was under way when it was cut off may or may not be there, which only a new beginning finds out
    const connection = await connectNats({ servers, name: 'itemtape sink', secrets, isOnce: true });
    const maxBytes = config['sinks.nats.keepMegabytes'] * 2 ** 20;
    return await openNatsSink(connection, { stream: config['sinks.nats.stream'], maxBytes });
  },
});

/** Opens the sinks, for everything published from now on. */
export function openSinks(options: SinkOptions, { book, tape, recorder }: Parts): Sinks {
  const { config, log } = options;
  const wanted = channels.filter((one) => config['sinks.channels'].includes(one));
  const openers = openersOf(options);
  const followers = sinkNames(config).map((name) => {
    const sink = { name, open: openers[name] };
    const messages = new RecordMessages(
      messageEncoder((...item) => book.itemAttributes(...item)),
      wanted,
    );
    const follower = new SinkFollower({ sink, tape, messages, timers: systemClock, log });
    recorder.follow((records, first, lines) => follower.receive(records, first, lines));
    return follower;
  });
  return {
    tasks: [],
    begin: () => {
      for (const follower of followers) follower.begin();
    },
    metrics: () => sinkMetrics(followers.map((follower) => follower.stats())),
    stop: async () => {
      await Promise.all(followers.map((follower) => follower.stop()));
    },
  };
}

function sinkMetrics(stats: readonly SinkStats[]): Metric[] {
  if (stats.length === 0) return [];
  const each = (name: string, type: Metric['type'], help: string, of: (one: SinkStats) => number): Metric => ({
    ...{ name: `itemtape_sink_${name}`, type, help },
    samples: stats.map((one) => ({ labels: { sink: one.name }, value: of(one) })),
  });
  return [
    each('behind_records', 'gauge', 'Published records that a sink has not been given yet.', ({ behind }) => behind),
    each('messages_total', 'counter', 'Messages that a sink has taken.', ({ messages }) => messages),
    each('failures_total', 'counter', 'Failed attempts to reach a sink or to write to it.', ({ failures }) => failures),
    each(
      'lost_records_total',
      'counter',
      'Records that a sink lacks as the tape has dropped them.',
      ({ lost }) => lost,
    ),
  ];
}
