import type { MessagePort } from 'node:worker_threads';

/** Tells a file from another one with the same name. */
export type FileIdentity = { readonly ino: number; readonly birthtimeMs: number };

/** What the thread does with files; a number names an open one. */
const diskCalls = (fs: typeof import('node:fs')) => ({
  open: (path: string, flags: string | number): number => fs.openSync(path, flags),
  remove: (path: string): void => fs.rmSync(path, { force: true }),
  rename: (path: string, to: string): void => fs.renameSync(path, to),
  write: (file: number, bytes: Uint8Array, at: number): void => {
    for (let done = 0; done < bytes.length; ) done += fs.writeSync(file, bytes, done, bytes.length - done, at + done);
  },
  truncate: (file: number, size: number): void => fs.ftruncateSync(file, size),
  identity: (file: number): FileIdentity => {
    const { ino, birthtimeMs } = fs.fstatSync(file);
    return { ino, birthtimeMs };
  },
  datasync: (file: number): void => fs.fdatasyncSync(file),
  sync: (file: number): void => fs.fsyncSync(file),
  close: (file: number): void => fs.closeSync(file),
});

export type DiskCalls = ReturnType<typeof diskCalls>;
export type DiskCall = {
  [What in keyof DiskCalls]: { what: What; args: Parameters<DiskCalls[What]> };
}[keyof DiskCalls];
export type DiskAnswer = { readonly value: unknown } | { readonly message: string; readonly code: string | undefined };

/** Answers calls in their order. */
const answerCalls = (port: MessagePort, calls: DiskCalls): void => {
  port.on('message', ({ what, args }: DiskCall) => {
    try {
      const call = calls[what] as (...args: unknown[]) => unknown;
      port.postMessage({ value: call(...args) } satisfies DiskAnswer);
    } catch (error) {
      const { message, code } = error as NodeJS.ErrnoException;
      port.postMessage({ message, code } satisfies DiskAnswer);
    }
  });
};

/**
 * The code of the thread. A worker can load neither TypeScript nor a file that not every build of the package contains, so
 * it is made of the text of these functions, which must not use anything but their parameters.
 */
export const diskThreadCode = `
(${answerCalls})(require('node:worker_threads').parentPort, (${diskCalls})(require('node:fs')));
`;
