import { Worker } from 'node:worker_threads';

/*
 * Files that are written on a separate thread. Node's thread pool is shared with the embedded database, whose queries can
 * occupy most of it, and on the main thread a disk that hangs would block the event loop.
 */

type Call =
  | { readonly what: 'open'; readonly path: string; readonly flags: string | number }
  | { readonly what: 'remove'; readonly path: string }
  | { readonly what: 'rename'; readonly path: string; readonly to: string }
  | { readonly what: 'write'; readonly file: number; readonly bytes: Uint8Array; readonly at: number }
  | { readonly what: 'truncate'; readonly file: number; readonly size: number }
  | { readonly what: 'stat' | 'datasync' | 'sync' | 'close'; readonly file: number };

type Answer = { readonly value: unknown } | { readonly message: string; readonly code: string | undefined };

// A string, because a worker can load neither TypeScript nor a file that not every build of the package contains
const source = `
const fs = require('node:fs');
const { parentPort } = require('node:worker_threads');
const calls = {
  open: ({ path, flags }) => fs.openSync(path, flags),
  remove: ({ path }) => fs.rmSync(path, { force: true }),
  rename: ({ path, to }) => fs.renameSync(path, to),
  write: ({ file, bytes, at }) => {
    for (let done = 0; done < bytes.length; ) done += fs.writeSync(file, bytes, done, bytes.length - done, at + done);
  },
  truncate: ({ file, size }) => fs.ftruncateSync(file, size),
  stat: ({ file }) => {
    const { ino, birthtimeMs } = fs.fstatSync(file);
    return { ino, birthtimeMs };
  },
  datasync: ({ file }) => fs.fdatasyncSync(file),
  sync: ({ file }) => fs.fsyncSync(file),
  close: ({ file }) => fs.closeSync(file),
};
parentPort.on('message', (call) => {
  try {
    parentPort.postMessage({ value: calls[call.what](call) ?? 0 });
  } catch (error) {
    parentPort.postMessage({ message: error.message, code: error.code });
  }
});
`;

type Waiter = { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void };

/** One thread for all tapes of the process, started on first use; calls are answered in order. */
class DiskThread {
  #worker: Worker | null = null;
  #waiters: Waiter[] = [];

  call(call: Call, given: readonly ArrayBuffer[] = []): Promise<unknown> {
    this.#worker ??= this.#begin();
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      this.#waiters.push({ resolve, reject });
      // Keeps the process alive until the write is done
      worker.ref();
      worker.postMessage(call, given);
    });
  }

  #begin(): Worker {
    const bounds = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 };
    const worker = new Worker(source, { eval: true, execArgv: [], env: {}, resourceLimits: bounds });
    worker.on('message', (answer: Answer) => this.#answered(answer));
    worker.on('error', () => {});
    worker.on('exit', () => this.#ended(worker));
    return worker;
  }

  #answered(answer: Answer): void {
    const waiter = this.#waiters.shift();
    if (this.#waiters.length === 0) this.#worker?.unref();
    if ('value' in answer) waiter?.resolve(answer.value);
    else waiter?.reject(Object.assign(new Error(answer.message), { code: answer.code }));
  }

  #ended(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    for (const { reject } of this.#waiters.splice(0)) reject(new Error('the thread that writes the tape has ended'));
  }
}

const thread = new DiskThread();

/** Tells a file from another one with the same name. */
export type FileIdentity = { readonly ino: number; readonly birthtimeMs: number };

/** A write-only file. */
export class ThreadFile {
  readonly #file: number;

  private constructor(file: number) {
    this.#file = file;
  }

  static async open(path: string, flags: 'w' | 'r+' | number): Promise<ThreadFile> {
    return new ThreadFile((await thread.call({ what: 'open', path, flags })) as number);
  }

  static async remove(path: string): Promise<void> {
    await thread.call({ what: 'remove', path });
  }

  static async rename(path: string, to: string): Promise<void> {
    await thread.call({ what: 'rename', path, to });
  }

  /** Writes all of the bytes. Their buffer is transferred and cannot be used afterwards. */
  async write(bytes: Uint8Array<ArrayBuffer>, at: number): Promise<void> {
    await thread.call({ what: 'write', file: this.#file, bytes, at }, [bytes.buffer]);
  }

  async truncate(size: number): Promise<void> {
    await thread.call({ what: 'truncate', file: this.#file, size });
  }

  async identity(): Promise<FileIdentity> {
    return (await thread.call({ what: 'stat', file: this.#file })) as FileIdentity;
  }

  async datasync(): Promise<void> {
    await thread.call({ what: 'datasync', file: this.#file });
  }

  async sync(): Promise<void> {
    await thread.call({ what: 'sync', file: this.#file });
  }

  async close(): Promise<void> {
    await thread.call({ what: 'close', file: this.#file });
  }
}
