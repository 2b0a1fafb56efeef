import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { WebSocket } from 'ws';
import { marketplaceOf, numberOf, shopCount } from './shops.ts';

export type Crowd = {
  readonly origin: string;
  readonly key: string;
  readonly count: number;
  readonly witnesses: number;
};

const seen: { numbers: number[]; times: number[] } = { numbers: [], times: [] };
const linked = /item\/(\d+)"/;
const streamPath = '/ws/v2/offers';
const atOnce = 50;

/** Connects readers, each of one marketplace; the first of them note when they see an offer. */
export async function openReaders({ origin, key, count, witnesses }: Crowd): Promise<void> {
  for (let from = 0; from < count; from += atOnce)
    await Promise.all(
      Array.from({ length: Math.min(atOnce, count - from) }, (_, at) =>
        from + at < witnesses ? openWitness(origin, key, from + at) : openDrain(origin, key, from + at),
      ),
    );
}

const subscriptionOf = (index: number): string =>
  JSON.stringify({ subscribeTo: [marketplaceOf(index % shopCount)], games: ['CS2'] });

async function openWitness(origin: string, key: string, index: number): Promise<void> {
  const address = `${origin.replace('http', 'ws')}${streamPath}?apiKey=${key}`;
  const socket = new WebSocket(address, { perMessageDeflate: false, skipUTF8Validation: true });
  await once(socket, 'open');
  socket.send(subscriptionOf(index));
  await once(socket, 'message');
  socket.on('message', (data: Buffer) => {
    const id = linked.exec(data.toString('latin1'))?.[1];
    if (id === undefined) return;
    seen.numbers.push(numberOf(id));
    seen.times.push(Number(process.hrtime.bigint()) / 1e6);
  });
}

// Unmasked, since the mask is zero
const frameOf = (opcode: number, text = ''): Buffer =>
  Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
const textOpcode = 1;
const pongOpcode = 10;
const pongEveryMs = 20_000;
/** Where all that is not looked at is read into. */
const discarded = Buffer.alloc(65_536);

/** A reader that takes all it is sent and looks at none of it: other readers are on other machines, and their CPU is not the service's. */
async function openDrain(origin: string, key: string, index: number): Promise<void> {
  const { hostname, port } = new URL(origin);
  let answer = '';
  const callback = (size: number): boolean => {
    if (answer.length < 4_096) answer += discarded.toString('latin1', 0, size);
    return true;
  };
  const onread = { buffer: discarded, callback };
  const socket: Socket = connect({ host: hostname, port: Number(port), onread });
  await once(socket, 'connect');
  const upgrade = `GET ${streamPath}?apiKey=${key} HTTP/1.1\r\nhost: ${hostname}\r\nupgrade: websocket\r\nconnection: upgrade`;
  socket.write(`${upgrade}\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`);
  socket.write(frameOf(textOpcode, subscriptionOf(index)));
  setInterval(() => socket.write(frameOf(pongOpcode)), pongEveryMs).unref();
  while (!answer.includes('subscri')) {
    if (socket.readyState === 'closed') throw new Error(`a reader was refused: ${answer}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Which offers the witnesses saw since the last call, in monotonic milliseconds. */
export const witnessed = (): { readonly numbers: number[]; readonly times: number[] } => ({
  numbers: seen.numbers.splice(0),
  times: seen.times.splice(0),
});
