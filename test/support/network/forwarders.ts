import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Need, programFor } from '../runner/needs.ts';
import { until } from '../time/until.ts';
import { createCuttingProxy } from './cutting-proxy.ts';
import { freePort } from './free-port.ts';

export type Forwarder = { readonly port: number; readonly close: () => Promise<void> };

/** A configuration of nginx around these servers, with all its files in one folder. */
export const nginxConfiguration = (folder: string, servers: string): string => {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off; worker_processes 1; pid ${join(folder, 'pid')}; error_log stderr crit;
events { worker_connections 512; }
http { access_log off; ${kinds.map((kind) => `${kind}_temp_path ${join(folder, kind)};`).join(' ')}
${servers}
}`;
};

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

/** Starts a program and waits until it listens on the port. */
async function started(port: number, run: (folder: string) => ChildProcess): Promise<Forwarder> {
  const folder = mkdtempSync(join(tmpdir(), 'itemtape-forwarder-'));
  const child = run(folder);
  await until('the forwarder to listen', () => listens(port));
  return {
    port,
    async close() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const stdio = ['ignore', 'ignore', 'inherit'] as const;

type Kind = {
  readonly name: string;
  readonly needs: readonly Need[];
  readonly start: (service: number) => Promise<Forwarder>;
};

const nginx = (name: string, lines: string): Kind => ({
  name,
  needs: ['nginx'],
  async start(service) {
    const port = await freePort();
    const site = `server { listen 127.0.0.1:${port}; location / { ${lines} proxy_pass http://127.0.0.1:${service}; } }`;
    return await started(port, (folder) => {
      const file = join(folder, 'nginx.conf');
      writeFileSync(file, nginxConfiguration(folder, site));
      return spawn(programFor('nginx'), ['-p', folder, '-c', file], { stdio: [...stdio] });
    });
  },
});

/** Programs that forward requests without saying where they come from, each configured like the first example in its manual. */
export const forwarders: readonly Kind[] = [
  nginx('nginx with one proxy_pass', ''),
  nginx('nginx that hands the name on', 'proxy_set_header Host $http_host;'),
  {
    name: 'HAProxy without forwardfor',
    needs: ['haproxy'],
    async start(service) {
      const port = await freePort();
      return await started(port, (folder) => {
        const file = join(folder, 'haproxy.cfg');
        writeFileSync(
          file,
          `defaults
  mode http
  timeout connect 10s
  timeout client 60s
  timeout server 60s
frontend all
  bind 127.0.0.1:${port}
  default_backend service
backend service
  server one 127.0.0.1:${service}
`,
        );
        return spawn(programFor('haproxy'), ['-db', '-q', '-f', file], { stdio: [...stdio] });
      });
    },
  },
  {
    name: 'socat',
    needs: ['socat'],
    async start(service) {
      const port = await freePort();
      // With socat's default backlog of 5, further simultaneous connections would only be retried after one, three,
      // seven seconds and more
      const words = [`TCP-LISTEN:${port},bind=127.0.0.1,fork,reuseaddr,backlog=128`, `TCP:127.0.0.1:${service}`];
      return await started(port, () => spawn(programFor('socat'), words, { stdio: [...stdio] }));
    },
  },
  {
    // The equivalent of the ends of `ssh -L` and `ssh -R`
    name: 'a forwarded port',
    needs: [],
    async start(service) {
      const { port, close } = await createCuttingProxy(service);
      return { port, close: async () => close() };
    },
  },
];
