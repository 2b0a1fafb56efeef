import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cpuSecondsOf } from '../cpu-seconds.ts';
import { isReachable } from './http-answer.ts';
import type { RawHeaders } from './plain-servers.ts';

export const hasNginx = (): boolean => spawnSync('nginx', ['-v']).status === 0;

export type Nginx = {
  readonly port: number;
  /** CPU seconds of its one worker since the start. */
  readonly cpuSeconds: () => Promise<number>;
  readonly stop: () => Promise<void>;
};

// Headers that nginx writes itself, or derives from the file
const ownHeaders = ['content-length', 'content-type'];

function pairs(headers: RawHeaders): (readonly [name: string, value: string])[] {
  return headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? ''] as const] : []));
}

function configuration(folder: string, port: number, headers: RawHeaders): string {
  const type = pairs(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'text/plain';
  const added = pairs(headers)
    .filter(([name]) => !ownHeaders.includes(name.toLowerCase()))
    .map(([name, value]) => `add_header ${name} '${value}';`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  );
  return `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off; worker_processes 1; pid ${join(folder, 'nginx.pid')}; error_log stderr crit;
events { worker_connections 1024; }
http {
  access_log off; etag off; server_tokens off; sendfile on; tcp_nopush on; keepalive_requests 1000000000;
  open_file_cache max=10; types {} default_type '${type}'; ${temporary.join(' ')}
  server { listen 127.0.0.1:${port}; root ${join(folder, 'www')}; ${added.join(' ')} }
}
`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port was found on 127.0.0.1');
  return address.port;
}

/** Starts nginx with one worker that serves these bytes as a static file at this path. */
export async function startNginx(folder: string, path: string, headers: RawHeaders, body: Uint8Array): Promise<Nginx> {
  const port = await freePort();
  const file = join(folder, 'www', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, body);
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port, headers));
  const nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (let tries = 0; !(await isReachable(port)); tries += 1) {
    if (tries === 100 || nginx.exitCode !== null) throw new Error('nginx did not start; see its message above');
    await pause(50);
  }
  return {
    port,
    cpuSeconds: async () => workerSeconds(nginx.pid ?? 0),
    stop: async () => {
      const ended = once(nginx, 'exit');
      nginx.kill('SIGQUIT');
      await ended;
    },
  };
}

function workerSeconds(master: number): number {
  const [worker] = readFileSync(`/proc/${master}/task/${master}/children`, 'utf8').trim().split(' ');
  return cpuSecondsOf(worker ?? '');
}
