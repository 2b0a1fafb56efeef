import type { Tape } from '#client';
import { clean } from '../read/clean.ts';
import { readMetrics, type Sample } from '../read/metrics.ts';
import { query } from '../read/query.ts';
import { type Column, tableLines } from '../read/table.ts';

type Status = {
  readonly version: string;
  readonly uptimeSeconds: number;
  readonly ready: boolean;
  readonly played: boolean;
  /** Number of sources in each state. */
  readonly sources: Readonly<Record<string, number>>;
  /** Sequences of the last change and of the oldest one from which readers can resume. */
  readonly stream: { readonly sequence: number; readonly head: number };
  /** Bytes by part; `process` is the total, including memory that no part counts. */
  readonly memory: Readonly<Record<string, number>>;
  /** Bytes by table, and bytes free on the disk. */
  readonly disk: { readonly tables: Readonly<Record<string, number>>; readonly free: number | null };
  readonly unread: string | null;
  /** Nodes of a cluster, as known to the one that answers. */
  readonly nodes?: readonly Node[];
};

type Node = NonNullable<Awaited<ReturnType<Tape['health']>>['nodes']>[number];

const memoryParts = {
  process: 'process_resident_memory_bytes',
  mapped: 'process_mapped_file_bytes',
  heap: 'nodejs_heap_used_bytes',
  heapSize: 'nodejs_heap_size_bytes',
  buffers: 'nodejs_array_buffers_bytes',
  external: 'nodejs_external_bytes',
  database: 'itemtape_store_memory_bytes',
  streamLog: 'itemtape_stream_log_bytes',
  answers: 'itemtape_cache_bytes',
};

export const command = query({
  about: 'Shows a running service at a glance: sources by state, the stream, memory and disk use.',
  usage: '',
  example: 'itemtape status',
  flags: {},
  ask: async ({ tape, service }): Promise<Status> => {
    const { version, uptimeSeconds, ready, played, sources, unread, nodes } = await tape.health();
    const metrics = await readMetrics(service);
    const value = (name: string) => metrics.find((one) => one.name === name)?.value ?? null;
    const sequence = value('itemtape_stream_changes_total') ?? 0;
    return {
      ...{ version, uptimeSeconds, ready, played, sources },
      stream: { sequence, head: sequence - (value('itemtape_stream_kept_changes') ?? 0) + 1 },
      memory: {
        ...Object.fromEntries(Object.entries(memoryParts).map(([part, name]) => [part, value(name) ?? 0])),
        ...bookOf(metrics),
      },
      disk: { tables: tablesOf(metrics), free: value('itemtape_data_free_bytes') },
      unread,
      ...(nodes !== undefined && { nodes }),
    };
  },
  show: linesOf,
});

/** The parts of the book, all of them included in `buffers`. */
const bookOf = (metrics: readonly Sample[]): Record<string, number> =>
  Object.fromEntries(
    metrics
      .filter(({ name }) => name === 'itemtape_book_memory_bytes')
      .map(({ labels, value }) => [`book.${labels['part']}`, value]),
  );

const tablesOf = (metrics: readonly Sample[]): Record<string, number> =>
  Object.fromEntries(
    metrics
      .filter(({ name }) => name === 'itemtape_store_table_bytes')
      .map(({ labels, value }) => [labels['table'] ?? '', value]),
  );

type StatusLine = readonly [part: string, what: string, value: string];

const columns: readonly Column<StatusLine>[] = [
  { head: '', cell: ([part]) => part },
  { head: '', cell: ([, what]) => what },
  { head: '', isNumber: true, cell: ([, , value]) => value },
];

function linesOf({ version, uptimeSeconds, ready, played, sources, stream, memory, disk, unread, nodes }: Status) {
  const bytes = (what: string, by: Readonly<Record<string, number>>) =>
    Object.entries(by).map(([part, count]): StatusLine => [what, part, megabytes(count)]);
  const rows: readonly StatusLine[] = [
    ['service', `Itemtape ${version}${played ? ', marketplaces are simulated' : ''}`, ready ? 'ready' : 'loading'],
    ['service', 'up', duration(uptimeSeconds)],
    ...(nodes ?? []).map((node): StatusLine => ['nodes', node.name, nodeText(node)]),
    ...Object.entries(sources).map(([state, count]): StatusLine => ['sources', state, String(count)]),
    ['stream', 'last change', String(stream.sequence)],
    ['stream', 'oldest kept', String(stream.head)],
    ...bytes('memory', memory),
    ...bytes('disk', disk.tables),
    ...(disk.free === null ? [] : [['disk', 'free', megabytes(disk.free)] as const]),
  ];
  const [, ...lines] = tableLines(columns, rows);
  return unread === null ? lines : [...lines, clean(unread)];
}

// Nodes report four times a second
const silentAfterSeconds = 3;

function nodeText({ roles, works, ready, silentSeconds, sequence }: Node): string {
  const state =
    silentSeconds >= silentAfterSeconds ? `silent for ${duration(silentSeconds)}` : ready ? 'ready' : 'waiting';
  return `${roles.join(', ')}${works.length === 0 ? '' : ` (at work: ${works.join(', ')})`}; ${state}; at ${sequence}`;
}

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

function duration(seconds: number): string {
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  return days > 0 ? `${days} d ${hours} h` : hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`;
}
