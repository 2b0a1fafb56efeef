import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { guarded } from '../../runtime/guarded.ts';
import { type Metric, single } from './metrics.ts';

const tickMs = 10;
const heldMs = 20;

/** Measures how often and how long the event loop was blocked, by a timer that fires late. */
class HoldWatch {
  readonly #timer: NodeJS.Timeout;
  #due = performance.now() + tickMs;
  count = 0;
  seconds = 0;

  constructor() {
    this.#timer = setInterval(
      guarded(() => this.#tick(performance.now())),
      tickMs,
    ).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #tick(now: number): void {
    const late = now - this.#due;
    this.#due = now + tickMs;
    if (late <= heldMs) return;
    this.count += 1;
    this.seconds += late / 1000;
  }
}

/** Metrics of the process; measures until stopped. */
export class ProcessMetrics {
  readonly #delay = monitorEventLoopDelay({ resolution: 20 });
  readonly #holds = new HoldWatch();
  readonly #startSeconds = Date.now() / 1000 - process.uptime();

  constructor() {
    this.#delay.enable();
  }

  stop(): void {
    this.#delay.disable();
    this.#holds.stop();
  }

  read(): Metric[] {
    const { user, system } = process.cpuUsage();
    const { rss, heapTotal, heapUsed, external, arrayBuffers } = process.memoryUsage();
    return [
      single('process_cpu_seconds_total', 'counter', 'Processor time used.', (user + system) / 1e6),
      single('process_resident_memory_bytes', 'gauge', 'Memory of the process.', rss),
      single('process_start_time_seconds', 'gauge', 'When the process started.', this.#startSeconds),
      mappedFiles(),
      single('nodejs_heap_size_bytes', 'gauge', 'JavaScript heap, in use or free.', heapTotal),
      single('nodejs_heap_used_bytes', 'gauge', 'JavaScript heap in use.', heapUsed),
      single(
        'nodejs_array_buffers_bytes',
        'gauge',
        'Memory of buffers outside the heap, which hold the book, the stream and other data.',
        arrayBuffers,
      ),
      single(
        'nodejs_external_bytes',
        'gauge',
        'Memory outside the heap that JavaScript objects hold, buffers included.',
        external,
      ),
      this.#delays(),
      single(
        'nodejs_eventloop_holds_total',
        'counter',
        'Times that the event loop was blocked for more than 20 ms.',
        this.#holds.count,
      ),
      single('nodejs_eventloop_held_seconds_total', 'counter', 'Total time of these blocks.', this.#holds.seconds),
    ];
  }

  #delays(): Metric {
    const samples = [0.5, 0.99, 1].map((share) => ({
      labels: { share: String(share) },
      value: (this.#delay.percentile(share * 100) || 0) / 1e9,
    }));
    this.#delay.reset();
    return {
      name: 'nodejs_eventloop_delay_seconds',
      type: 'gauge',
      help: 'Delay of the event loop since the previous scrape; share 1 is the longest.',
      samples,
    };
  }
}

/** Has no sample where the system does not provide the figure. */
function mappedFiles(): Metric {
  const kilobytes = /^RssFile:\s+(\d+) kB$/m.exec(readStatus())?.[1];
  return {
    name: 'process_mapped_file_bytes',
    type: 'gauge',
    help: 'Part of the process memory mapped from files, mostly the database library; only on Linux.',
    samples: kilobytes === undefined ? [] : [{ value: Number(kilobytes) * 1024 }],
  };
}

const readStatus = (): string => {
  try {
    return readFileSync('/proc/self/status', 'latin1');
  } catch {
    return '';
  }
};
