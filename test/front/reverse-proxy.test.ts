import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { request as askPlainly, type IncomingMessage } from 'node:http';
import { request as askOverTls } from 'node:https';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { operatorToken } from '../support/api/served-api.ts';
import { nginxConfiguration } from '../support/network/forwarders.ts';
import { freePort } from '../support/network/free-port.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { needing, programFor } from '../support/runner/needs.ts';
import { type ServedStream, serveStream } from '../support/stream/served-stream.ts';
import { until } from '../support/time/until.ts';

const site = readFileSync(resolve(import.meta.dirname, '..', '..', 'deploy', 'nginx.conf'), 'utf8');

/** A complete configuration around the site, with addresses and files of this machine. */
function configuration(folder: string, listening: number, serving: number): string {
  const replaced = site
    .replace('listen 443', `listen 127.0.0.1:${listening}`)
    .replace('127.0.0.1:7400', `127.0.0.1:${serving}`)
    .replace('/etc/ssl/tape.example.org.crt', join(folder, 'crt'))
    .replace('/etc/ssl/tape.example.org.key', join(folder, 'key'));
  return nginxConfiguration(folder, replaced);
}

type ProxyRequest = {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
};

needing('nginx', 'openssl').describe('behind nginx as deploy/nginx.conf sets it up', () => {
  const folder = testFolder('nginx');
  let served: ServedStream;
  let nginx: ChildProcess;
  let port: number;

  const open = async (
    { path, method = 'GET', headers = {}, body = '' }: ProxyRequest,
    isProxied = true,
  ): Promise<IncomingMessage> => {
    const ask = isProxied ? askOverTls : askPlainly;
    const request = ask({
      host: '127.0.0.1',
      port: isProxied ? port : served.port,
      path,
      method,
      headers,
      rejectUnauthorized: false,
      agent: false,
    });
    request.end(body);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return response;
  };

  const read = async (one: ProxyRequest, isProxied = true) => {
    const response = await open(one, isProxied);
    let text = '';
    for await (const piece of response.setEncoding('utf8')) text += piece;
    return { status: response.statusCode, text, cookie: response.headers['set-cookie']?.[0] };
  };

  beforeAll(async () => {
    served = await serveStream();
    port = await freePort();
    const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
    const files = ['-subj', '/CN=tape.example.org', '-keyout', join(folder, 'key'), '-out', join(folder, 'crt')];
    execFileSync(programFor('openssl'), [...args, ...files], { stdio: 'ignore' });
    writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port, served.port));
    nginx = spawn(programFor('nginx'), ['-p', folder, '-c', join(folder, 'nginx.conf')], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await until('nginx to answer', () => read({ path: '/ready' }).catch(() => null));
  });
  afterAll(async () => {
    const ended = once(nginx, 'exit');
    nginx.kill('SIGTERM');
    await ended;
    await served.close();
  });

  it('answers reads', async () => {
    const { status, text } = await read({
      path: '/v2/items/search?game=CS2&query=a',
      headers: { 'x-api-key': served.key },
    });

    expect([status, text]).toEqual([200, '[]']);
  });

  it('accepts the longest lists for /tape/value', async () => {
    const items = Array.from({ length: 1000 }, (_, at) => ({ name: `${'Souvenir '.repeat(20)}${at}`, count: 2 }));
    const body = JSON.stringify({ game: 'CS2', items });
    expect(body.length).toBeGreaterThan(200_000);
    const headers = { 'x-api-key': served.key, 'content-type': 'application/json' };
    const { status, text } = await read({ path: '/tape/value', method: 'POST', headers, body });

    expect([status, JSON.parse(text).unknownCount]).toEqual([200, 1000]);
  });

  it('recognises the operator by the token, and nobody by address', async () => {
    const keys = { path: '/operator/keys' };

    const [nobody, here, operator] = [
      await read(keys),
      await read(keys, false),
      await read({ ...keys, headers: { 'x-api-key': operatorToken } }),
    ];

    expect([nobody.status, here.status, operator.status]).toEqual([401, 401, 200]);
  });

  it('accepts browser requests only from pages under its own name', async () => {
    const asOf = (origin: string) => {
      const headers = { host: 'tape.example.org:8443', origin, 'x-api-key': served.key };
      return read({ path: '/operator/session', method: 'POST', headers });
    };

    const own = await asOf('https://tape.example.org:8443');
    expect(own.status).toBe(200);
    expect(own.cookie).toMatch(/^itemtape-session-8443=.*; HttpOnly; SameSite=Strict; Secure$/);
    expect((await asOf('https://elsewhere.example.org')).status).toBe(403);
  });

  it('serves the metrics only locally', async () => {
    expect((await read({ path: '/metrics' })).status).toBe(403);
    expect((await read({ path: '/metrics' }, false)).status).toBe(200);
  });

  it('forwards the stream over WebSocket', async () => {
    const socket = new WebSocket(`wss://127.0.0.1:${port}/ws/v2/offers`, {
      rejectUnauthorized: false,
      headers: { 'x-api-key': served.key },
    });
    await once(socket, 'open');
    socket.send(JSON.stringify({ subscribeTo: ['Buff163'], games: ['CS2'] }));
    const [message] = await once(socket, 'message');
    socket.close();

    expect(JSON.parse(String(message))).toMatchObject({ type: 'subscribed', games: ['CS2'] });
  });

  it('forwards events at once, not when the answer ends', async () => {
    const response = await open({ path: '/stream/offers?games=CS2', headers: { 'x-api-key': served.key } });
    const [piece] = await once(response, 'data');
    response.destroy();

    expect(response.headers['content-type']).toContain('text/event-stream');
    expect(String(piece)).toContain('"type":"subscribed"');
  });
});
