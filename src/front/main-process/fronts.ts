import cluster, { type Worker } from 'node:cluster';
import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '../../config/settings.ts';
import { systemClock } from '../../runtime/clock.ts';
import { guarded } from '../../runtime/guarded.ts';
import type { Log } from '../../runtime/log.ts';
import { inTime } from '../../runtime/waiting.ts';
import { StartRefused } from '../../schema/index.ts';
import type { ForFronts } from '../for-fronts.ts';
import type { Begin, FromFront, FrontReport, ToFront } from '../messages.ts';
import { openSocketPaths } from './socket-paths.ts';
import type { Trunks } from './trunks.ts';

type FrontsOptions = {
  readonly config: Config;
  readonly keys: { readonly changes: () => number };
  /** Script of a worker process. */
  readonly script: string;
  /** Memory for cached answers, divided among the workers. */
  readonly cacheMegabytes: number;
  readonly log: Log;
};

/** A front worker, seen from the main process. */
type Running = {
  readonly worker: Worker;
  readonly startedAt: number;
  report: FrontReport | null;
  /** Beats since its last message. */
  silentBeats: number;
  isHung: boolean;
};

// A worker trusts its cache for three times as long without a beat
const beatMs = 200;
// A worker that is silent for this many beats hangs: 5 s, or a minute before it has started. Beats are counted, not time: a main
// process that was held up itself sees a single beat overdue, not all those it missed
const maxMissedBeats = 25;
const maxMissedBeatsAtStart = 300;
const firstBackOffMs = 100;
const maxBackOffMs = 10_000;
// A worker that ran longer than this did not fail at its start
const soundMs = 30_000;
// More than workers need to drain, less than the 9 s that a stop can take
const stopMs = 6_000;

/** The front workers of a service: starts them, restarts those that die, notifies them of changed keys, and stops them. */
export class Fronts {
  readonly secret = randomBytes(24).toString('base64url');
  readonly #options: FrontsOptions;
  readonly #wanted: number;
  readonly #running = new Set<Running>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #api: ForFronts = { countHits: () => {}, take: (socket) => socket.destroy() };
  #begin: Begin | null = null;
  #trunks: Pick<Trunks, 'streams'> | null = null;
  #closeSockets: () => Promise<void> = async () => {};
  #port = 0;
  #handed = 0;
  #restarts = 0;
  #hung = 0;
  #cpuSecondsOfGone = 0;
  #backOffMs = firstBackOffMs;
  #isStopping = false;

  constructor(options: FrontsOptions) {
    this.#options = options;
    this.#wanted = options.config['http.workers'];
  }

  /** Starts the workers, which serve all readers, and lets the server answer only the workers; resolves to their port. */
  async open(api: ForFronts & { readonly server: Server }): Promise<number> {
    const { config } = this.#options;
    this.#api = api;
    if (!cluster.isPrimary || process.platform === 'win32')
      throw new StartRefused(
        'http.workers needs a system with Unix sockets, and a process that is not itself a worker; set it to 0',
      );
    const { path, trunk, trunks, close } = await openSocketPaths(api.server, config['data.folder']);
    this.#trunks = trunks;
    this.#closeSockets = close;
    const bytes = (this.#options.cacheMegabytes * 2 ** 20) / this.#wanted;
    const at = { host: config['http.host'], port: config['http.port'], path, trunk, bytes };
    this.#begin = { is: 'begin', secret: this.secret, ...at };
    const begin = this.#begin;
    this.#beat();
    const port = await this.#start(begin);
    this.#port = port;
    await Promise.all(Array.from({ length: this.#wanted - 1 }, () => this.#start(begin)));
    return port;
  }

  readonly report = () => ({
    wanted: this.#wanted,
    running: this.#listening.length,
    restarts: this.#restarts,
    hung: this.#hung,
  });

  readonly figures = () => ({
    ...this.report(),
    reports: this.#listening.map(({ report }) => report),
    streams: this.#trunks?.streams ?? 0,
    handed: this.#handed,
    cpuSecondsOfGone: this.#cpuSecondsOfGone,
  });

  /** Stops the workers once their open requests have ended, or after a time limit. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const timer of this.#timers) clearTimeout(timer);
    const ended = [...this.#running].map(async ({ worker }) => {
      const exit = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
      sendMessage(worker, { is: 'stop' });
      if (!(await inTime(exit, stopMs, systemClock.after))) worker.process.kill('SIGKILL');
      await exit;
    });
    await Promise.all(ended);
    await this.#closeSockets();
  }

  get #listening(): (Running & { readonly report: FrontReport })[] {
    return [...this.#running].filter((one): one is Running & { report: FrontReport } => one.report !== null);
  }

  /** Starts a worker; resolves to the port once it listens. */
  #start(begin: Begin): Promise<number> {
    // Workers accept connections themselves: if the main process passed them on, Node would keep one for good that was on
    // its way to a worker that died. `setupPrimary` applies the policy
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({ exec: this.#options.script, args: [], execArgv: [], serialization: 'advanced' });
    const worker = cluster.fork();
    const running: Running = { worker, startedAt: performance.now(), report: null, silentBeats: 0, isHung: false };
    this.#running.add(running);
    worker.on('error', (error) => this.#options.log.warn({ error: String(error) }, 'message to a front worker failed'));
    return new Promise((resolve, reject) => {
      let isUp = false;
      worker.on('message', (message: FromFront, reader?: Socket) => {
        running.silentBeats = 0;
        if (message.is === 'ready') sendMessage(worker, begin);
        else if (message.is === 'report') this.#takeReport(running, message);
        else if (message.is === 'handed') this.#take(reader, message.sent);
        else if (message.is === 'refused') reject(this.#refusal(message));
        else {
          isUp = true;
          running.report = { hits: [], connections: 0, cpuSeconds: 0, residentBytes: 0 };
          resolve(message.port);
        }
      });
      worker.once('exit', (code, signal) => {
        this.#gone(running);
        const why = running.isHung ? 'it answered no more and was killed' : `it ended with ${signal ?? code}`;
        if (isUp) this.#startAgain(why, performance.now() - running.startedAt);
        else reject(new Error(`a front worker does not listen: ${why}`));
      });
    });
  }

  /** Takes over a connection from a worker; undefined when it closed on the way. */
  #take(reader: Socket | undefined, sent: Buffer): void {
    if (reader === undefined) return;
    this.#handed += 1;
    this.#api.take(reader, sent);
  }

  #refusal({ code, message }: FromFront & { readonly is: 'refused' }): Error {
    return listenRefusal(this.#options.config, code) ?? new Error(message);
  }

  #takeReport(running: Running, report: FrontReport): void {
    this.#api.countHits(report.hits);
    if (running.report !== null) running.report = report;
  }

  #gone(running: Running): void {
    this.#running.delete(running);
    this.#cpuSecondsOfGone += running.report?.cpuSeconds ?? 0;
  }

  #startAgain(why: string, ranMs: number): void {
    if (this.#isStopping) return;
    if (ranMs > soundMs) this.#backOffMs = firstBackOffMs;
    const afterMs = this.#backOffMs;
    this.#backOffMs = Math.min(2 * afterMs, maxBackOffMs);
    this.#options.log.warn({ why, afterMs }, 'front worker restarted; its connections are lost');
    const again = () => {
      this.#timers.delete(timer);
      this.#restarts += 1;
      const begin = this.#beginAgain();
      return this.#start(begin).catch((error: unknown) => this.#startAgain(String(error), 0));
    };
    const timer = setTimeout(guarded(again), afterMs);
    this.#timers.add(timer);
  }

  /** With port 0, a new worker shares the port of the running ones; when none runs, the port is requested by its number. */
  #beginAgain(): Begin {
    if (this.#listening.length === 0) this.#begin = { ...(this.#begin as Begin), port: this.#port };
    return this.#begin as Begin;
  }

  #beat(): void {
    let known = this.#options.keys.changes();
    const beat = () => {
      const changes = this.#options.keys.changes();
      for (const running of this.#running) {
        if (changes !== known) sendMessage(running.worker, { is: 'forget' });
        sendMessage(running.worker, { is: 'beat' });
        this.#killWhenHung(running);
      }
      known = changes;
    };
    this.#timers.add(setInterval(guarded(beat), beatMs));
  }

  #killWhenHung(running: Running): void {
    running.silentBeats += 1;
    const max = running.report === null ? maxMissedBeatsAtStart : maxMissedBeats;
    if (running.isHung || running.silentBeats <= max) return;
    running.isHung = true;
    this.#hung += 1;
    running.worker.process.kill('SIGKILL');
  }
}

/** The error for an address where nothing can listen; null when the settings are not the cause. */
export function listenRefusal(config: Config, code: string | undefined): StartRefused | null {
  const [host, port] = [config['http.host'], config['http.port']];
  if (code === 'EADDRINUSE')
    return new StartRefused(
      `port ${port} of ${host} is already in use; stop the program that listens there, or choose another port with --http-port`,
    );
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartRefused(`http.host is ${host}, which is not an address of this machine; 0.0.0.0 means all of them`);
  if (code === 'EACCES')
    return new StartRefused(`port ${port} cannot be opened by this user; choose another with --http-port`);
  return null;
}

function sendMessage(worker: Worker, message: ToFront): void {
  if (worker.isConnected()) worker.send(message);
}
