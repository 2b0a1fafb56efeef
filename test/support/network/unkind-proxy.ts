import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { SeededRandom } from '../../../src/stage/market/seeded-random.ts';

export type UnkindProxy = {
  readonly origin: string;
  /** The target of new connections; null refuses them. */
  readonly leadTo: (port: number | null) => void;
  /** Whether it stops refusing and cutting; true at first. */
  readonly beKind: (isKind: boolean) => void;
  readonly counts: () => { readonly cuts: number; readonly refusals: number };
  readonly close: () => void;
};

const shareRefused = 0.25;
// Mean number of bytes of answers after which a connection is cut; long answers have to get through now and then
const shareShort = 0.6;
const shortBytes = 12_000;

const refusals = [
  () => '429 Too Many Requests\r\nretry-after: 1',
  () => `429 Too Many Requests\r\nretry-after: ${new Date(Date.now() + 1_500).toUTCString()}`,
  () => '503 Service Unavailable',
  () => '502 Bad Gateway\r\ncontent-type: text/html',
];

/**
 * Forwards bytes, refuses some connections like an overloaded proxy or service, and breaks others off at any byte: most
 * of them early, the rest after `longBytes` on average.
 */
export async function createUnkindProxy(chance: SeededRandom, longBytes = 600_000): Promise<UnkindProxy> {
  let target: number | null = null;
  let isKind = true;
  let number = 0;
  const counts = { cuts: 0, refusals: 0 };
  const open = new Set<Socket>();

  const keep = (socket: Socket, other: Socket): void => {
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      open.delete(socket);
      other.destroy();
    });
  };

  const refuse = (near: Socket, of: number): void => {
    counts.refusals += 1;
    const head = refusals[Math.floor(chance.of(of, 2) * refusals.length)]?.();
    near.on('error', () => {});
    near.end(`HTTP/1.1 ${head}\r\nconnection: close\r\ncontent-length: 4\r\n\r\nlate`);
  };

  /** Forwards answers up to a random byte, and then breaks both sides off, with or without an orderly close. */
  const pass = (near: Socket, far: Socket, of: number): void => {
    const meanBytes = chance.of(of, 5) < shareShort ? shortBytes : longBytes;
    let left = Math.ceil(-Math.log(1 - chance.of(of, 3)) * meanBytes);
    far.on('data', (bytes) => {
      if (isKind || bytes.length < left) {
        left -= bytes.length;
        if (!near.write(bytes)) far.pause();
        return;
      }
      counts.cuts += 1;
      far.removeAllListeners('data');
      near.write(bytes.subarray(0, Math.max(0, left)), () => {
        if (chance.of(of, 4) < 0.5) near.resetAndDestroy();
        else near.destroy();
      });
    });
    near.on('drain', () => far.resume());
  };

  const server = createServer((near) => {
    number += 1;
    const of = number;
    if (target === null) near.on('error', () => {}).resetAndDestroy();
    else if (!isKind && chance.of(of, 1) < shareRefused) near.once('data', () => refuse(near, of));
    else {
      const far = connect(target, '127.0.0.1');
      keep(near, far);
      keep(far, near);
      near.pipe(far);
      pass(near, far, of);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (port) => {
      target = port;
    },
    beKind: (kind) => {
      isKind = kind;
    },
    counts: () => counts,
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
