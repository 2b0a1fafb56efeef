import { settings } from '../../src/settings.ts';
import { startNats } from '../../test/support/cluster/nats-server.ts';
import { inRounds, type Promised, type Row, row } from '../rounds.ts';
import { startWorker } from '../worker.ts';
import { delaysOf, quantile } from './delays.ts';
import { type Fan, messagesTo, openFan, withFans } from './stage.ts';

const perSecond = 2_000;
const seconds = 4;
const readers = 1_000;
const witnesses = 20;
const stalled = 100;
const outboxBytes = settings['stream.outboxKilobytes'].default * 1024;
// More than fits into the sockets of readers that do not read
const fillMessages = 40_000;
const fillPerSecond = 10_000;

type Figures = { readonly p50: number; readonly p99: number; readonly bytes: number };

/** Milliseconds from a payload fetched by one server to the arrival of its offer at a reader of the same or another server. */
async function latencies({
  server,
  readers: group,
  crowd,
}: Pick<Fan, 'server' | 'readers' | 'crowd'>): Promise<Pick<Figures, 'p50' | 'p99'>> {
  await group.call('forgetFrames');
  const count = perSecond * seconds;
  const applied = await server.call('applyToHub', count, perSecond);
  await group.call('untilFrames', messagesTo(crowd, count));
  const spent = delaysOf(applied, await group.call('witnessed'));
  return { p50: quantile(spent, 0.5), p99: quantile(spent, 0.99) };
}

/** The same after a warm-up. */
async function warmLatencies(fan: Parameters<typeof latencies>[0]): Promise<Figures> {
  await latencies(fan);
  return { ...(await latencies(fan)), bytes: 0 };
}

async function measureAlone(wants: 'all' | 'tenth'): Promise<Figures> {
  const crowd = { count: readers, offersDeflate: false, wants, witnesses };
  return await withFans({ one: () => openFan('hub', crowd) }, ({ one }) => warmLatencies(one));
}

/** The same with additional readers that have stopped reading and whose sockets are full. */
async function measureBeside(stalledCount: number): Promise<Figures> {
  const crowd = { count: readers, offersDeflate: false, wants: 'tenth', witnesses } as const;
  const idle = { count: stalledCount, offersDeflate: false, wants: 'all', isStalled: true } as const;
  return await withFans({ one: () => openFan('hub', crowd, [idle]) }, async ({ one }) => {
    await one.server.call('publishToHub', fillMessages, fillPerSecond);
    await one.readers.call('untilFrames', messagesTo(crowd, fillMessages));
    const bytes = await one.server.call('residentBytes');
    const figures = await latencies(one);
    const { closedBehind } = await one.server.call('hubStats');
    if (closedBehind > 0) throw new Error('readers that do not read were closed before the others were measured');
    return { ...figures, bytes };
  });
}

/** Readers of the node that writes the tape of a cluster, or of one that follows it. */
async function measureInCluster(node: 'collecting' | 'following'): Promise<Figures> {
  const nats = await startNats();
  const workers = [startWorker(), startWorker(), startWorker()] as const;
  const [server, follower, group] = workers;
  try {
    const collecting = await server.call('serveHub', nats.url);
    const following = await follower.call('serveFollower', nats.url);
    const port = node === 'collecting' ? collecting : following;
    const crowd = { port, count: readers, offersDeflate: false, wants: 'tenth', witnesses } as const;
    await group.call('openReaders', crowd);
    return await warmLatencies({ server, readers: group, crowd });
  } finally {
    await Promise.all(workers.map(({ stop }) => stop()));
    await nats.stop();
  }
}

const pairOf = (
  name: string,
  figures: Figures,
  reference: string,
  other: Figures,
  promised: Promised | null,
): Row[] => [
  row({ name: `p50 ${name}`, unit: 'ms', reference, referenceValue: other.p50, value: figures.p50 }),
  row({ name: `p99 ${name}`, unit: 'ms', reference, referenceValue: other.p99, value: figures.p99 }, promised),
];

export async function streamLatency(): Promise<Row[]> {
  const { all, tenth, beside, before } = await inRounds({
    all: () => measureAlone('all'),
    tenth: () => measureAlone('tenth'),
    before: () => measureBeside(0),
    beside: () => measureBeside(stalled),
  });
  const load = `at ${perSecond.toLocaleString('en')} changes/s, ${readers.toLocaleString('en')} readers`;
  const growth = (beside.bytes - before.bytes) / stalled;
  return [
    ...pairOf(`from payload to reader ${load}, each change to all`, all, 'each change to a tenth', tenth, null),
    ...pairOf(`beside ${stalled} readers that do not read, ${load}`, beside, 'without them', before, {
      ratio: { atMost: 1.2 },
    }),
    row(
      {
        name: `a reader that does not read, of ${stalled}`,
        unit: 'bytes of resident memory',
        reference: 'its outbox',
        referenceValue: outboxBytes,
        value: growth,
      },
      { ratio: { atMost: 1 } },
    ),
  ];
}

/** Latency through NATS JetStream, as between nodes of a cluster; needs `nats-server`. */
export async function clusterLatency(): Promise<Row[]> {
  const { alone, collecting, following } = await inRounds({
    alone: () => measureAlone('tenth'),
    collecting: () => measureInCluster('collecting'),
    following: () => measureInCluster('following'),
  });
  const load = `at ${perSecond.toLocaleString('en')} changes/s, ${readers.toLocaleString('en')} readers of a tenth each`;
  const rows = (node: string, figures: Figures) =>
    pairOf(`from payload through JetStream to readers of the ${node} node ${load}`, figures, 'one process', alone, {
      value: { atMost: 50 },
    });
  return [...rows('collecting', collecting), ...rows('following', following)];
}
