import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../network/free-port.ts';
import { programFor } from '../runner/needs.ts';

export type NatsServer = {
  readonly url: string;
  /** Kills the server as a crash does; `begin` starts it again on the same port and folder. */
  readonly kill: () => Promise<void>;
  readonly begin: () => Promise<void>;
  /** Kills the server and copies its folder; the result puts the copy back in place of what the server had since. */
  readonly copy: () => Promise<() => Promise<void>>;
  /** Suspends the server, like a machine that hangs, until `wake`. */
  readonly halt: () => void;
  readonly wake: () => void;
  readonly stop: () => Promise<void>;
};

const answers = async (port: number): Promise<boolean> =>
  await new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
    setTimeout(() => socket.destroy(), 1_000).unref();
  });

/** A NATS server with JetStream on a free port of loopback. */
export async function startNats(
  more: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<NatsServer> {
  const folder = mkdtempSync(join(tmpdir(), 'itemtape-nats-'));
  const port = await freePort();
  let child: ChildProcess | null = null;
  const begin = async (): Promise<void> => {
    const words = ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', folder, ...more];
    const started = spawn(programFor('nats-server'), words, {
      stdio: 'ignore',
      env: { ...process.env, ...environment },
    });
    const failed = once(started, 'error').then(([error]) => Promise.reject(error));
    child = started;
    const ready = (async () => {
      while (!(await answers(port))) await wait(20);
    })();
    await Promise.race([ready, failed]);
  };
  const kill = async (): Promise<void> => {
    if (child === null) return;
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
    child = null;
  };
  await begin();
  const stop = async () => {
    await kill();
    rmSync(folder, { recursive: true, force: true });
  };
  const copy = async () => {
    await kill();
    cpSync(folder, `${folder}-copy`, { recursive: true });
    await begin();
    return async () => {
      await kill();
      rmSync(folder, { recursive: true });
      renameSync(`${folder}-copy`, folder);
      await begin();
    };
  };
  const halt = () => child?.kill('SIGSTOP');
  const wake = () => child?.kill('SIGCONT');
  return { url: `nats://127.0.0.1:${port}`, kill, begin, copy, halt, wake, stop };
}
