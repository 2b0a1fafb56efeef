import { Worker } from 'node:worker_threads';
import { type DiskAnswer, type DiskCall, type DiskCalls, diskThreadCode, type FileIdentity } from './disk-thread.ts';

/*
 * Files that are written on a separate thread. Node's thread pool is shared with the embedded database, whose queries can
 * occupy most of it, and on the main thread a disk that hangs would block the event loop.
 */

type Waiter = { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void };

/** One thread for all tapes of the process, started on first use; calls are answered in order. */
class DiskThread {
  #worker: Worker | null = null;
  #waiters: Waiter[] = [];

  call<What extends keyof DiskCalls>(
    what: What,
    args: Parameters<DiskCalls[What]>,
    given: readonly ArrayBuffer[] = [],
  ): Promise<ReturnType<DiskCalls[What]>> {
    this.#worker ??= this.#begin();
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      this.#waiters.push({ resolve: resolve as Waiter['resolve'], reject });
      // Keeps the process alive until the write is done
      worker.ref();
      worker.postMessage({ what, args } as DiskCall, given);
    });
  }

  #begin(): Worker {
    const bounds = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 };
    const worker = new Worker(diskThreadCode, { eval: true, execArgv: [], env: {}, resourceLimits: bounds });
    worker.on('message', (answer: DiskAnswer) => this.#answered(answer));
    worker.on('error', () => {});
    worker.on('exit', () => this.#ended(worker));
    return worker;
  }

  #answered(answer: DiskAnswer): void {
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

/** A write-only file. */
export class ThreadFile {
  readonly #file: number;

  private constructor(file: number) {
    this.#file = file;
  }

  static async open(path: string, flags: 'w' | 'r+' | number): Promise<ThreadFile> {
    return new ThreadFile(await thread.call('open', [path, flags]));
  }

  static remove(path: string): Promise<void> {
    return thread.call('remove', [path]);
  }

  static rename(path: string, to: string): Promise<void> {
    return thread.call('rename', [path, to]);
  }

  /** Writes all of the bytes. Their buffer is transferred and cannot be used afterwards. */
  write(bytes: Uint8Array<ArrayBuffer>, at: number): Promise<void> {
    return thread.call('write', [this.#file, bytes, at], [bytes.buffer]);
  }

  truncate(size: number): Promise<void> {
    return thread.call('truncate', [this.#file, size]);
  }

  identity(): Promise<FileIdentity> {
    return thread.call('identity', [this.#file]);
  }

  datasync(): Promise<void> {
    return thread.call('datasync', [this.#file]);
  }

  sync(): Promise<void> {
    return thread.call('sync', [this.#file]);
  }

  close(): Promise<void> {
    return thread.call('close', [this.#file]);
  }
}
