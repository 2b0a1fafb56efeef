import { WebSocket } from 'ws';
import { marketplaceOf, numberOf, shopCount } from './shops.ts';

export type Crowd = {
  readonly origin: string;
  readonly key: string;
  readonly count: number;
  readonly witnesses: number;
};

let messages = 0;
const seen: { numbers: number[]; times: number[] } = { numbers: [], times: [] };
const linked = /item\/(\d+)"/;

/** Connects readers, each of one marketplace; the first of them note when they see an offer. */
export async function openReaders({ origin, key, count, witnesses }: Crowd): Promise<void> {
  const atOnce = 50;
  for (let from = 0; from < count; from += atOnce)
    await Promise.all(
      Array.from({ length: Math.min(atOnce, count - from) }, (_, at) => openReader(origin, key, from + at, witnesses)),
    );
}

async function openReader(origin: string, key: string, place: number, witnesses: number): Promise<void> {
  const address = `${origin.replace('http', 'ws')}/ws/v2/offers?apiKey=${key}`;
  const socket = new WebSocket(address, { perMessageDeflate: false, skipUTF8Validation: true });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const confirmed = new Promise((resolve, reject) => {
    socket.once('message', resolve);
    socket.once('close', (code, reason) => reject(new Error(`a reader was refused with ${code}: ${reason}`)));
  });
  socket.send(JSON.stringify({ subscribeTo: [marketplaceOf(place % shopCount)], games: ['CS2'] }));
  await confirmed;
  socket.on('message', (data: Buffer) => {
    messages += 1;
    if (place >= witnesses) return;
    const id = linked.exec(data.toString('latin1'))?.[1];
    if (id === undefined) return;
    seen.numbers.push(numberOf(id));
    seen.times.push(Number(process.hrtime.bigint()) / 1e6);
  });
}

/** What came since the last call: how many messages in all, and which offers the witnesses saw, in monotonic milliseconds. */
export function witnessed(): { readonly messages: number; readonly numbers: number[]; readonly times: number[] } {
  const found = { messages, numbers: seen.numbers.splice(0), times: seen.times.splice(0) };
  messages = 0;
  return found;
}
