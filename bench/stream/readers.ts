import { connect, type Socket } from 'node:net';
import { clientFrame, createFrameCounter, createOpening, openingRequest } from './frames.ts';
import { numberIn, sharers } from './messages.ts';

// Readers that cost as little as readers can: they count frames and look into none

export type Crowd = {
  readonly port: number;
  readonly count: number;
  readonly offersDeflate: boolean;
  /** Everything, or the part of one marketplace each. */
  readonly wants: 'all' | 'tenth';
  /** Asked for in the subscription besides. */
  readonly more?: object;
  /** Never read again once subscribed. */
  readonly isStalled?: boolean;
  /** So many of them look at every message to note when it came. */
  readonly witnesses?: number;
};

let frames = 0;
let bytes = 0;
const sockets: Socket[] = [];
const seen: { numbers: number[]; times: number[] } = { numbers: [], times: [] };

const linkPattern = /item\/(\d+)"/g;

function createWitness(): (chunk: Buffer) => void {
  let rest = '';
  return (chunk) => {
    const at = Number(process.hrtime.bigint()) / 1e6;
    const text = rest + chunk.toString('latin1');
    let end = 0;
    for (const match of text.matchAll(linkPattern)) {
      seen.numbers.push(numberIn(match[1] ?? ''));
      seen.times.push(at);
      end = match.index + match[0].length;
    }
    rest = text.slice(Math.max(end, text.length - 64));
  };
}

function openReader(crowd: Crowd, place: number): Promise<void> {
  const { port, offersDeflate, wants, more, isStalled } = crowd;
  const subscribeTo = wants === 'all' ? 'all' : [sharers[place % sharers.length]?.id];
  const witness = place < (crowd.witnesses ?? 0) ? createWitness() : null;
  const countFrames = createFrameCounter();
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(openingRequest(offersDeflate)));
    let isConfirmed = false;
    const opened = (answer: string): void => {
      const agreed = /sec-websocket-extensions: permessage-deflate/i.test(answer);
      if (agreed !== offersDeflate) reject(new Error(`the handshake was answered with ${answer}`));
      socket.write(clientFrame(JSON.stringify({ subscribeTo, games: ['Rust'], ...more })));
    };
    const read = (chunk: Buffer): void => {
      bytes += chunk.length;
      const found = countFrames(chunk);
      frames += found;
      witness?.(chunk);
      if (isConfirmed || found === 0) return;
      isConfirmed = true;
      if (isStalled === true) socket.pause();
      resolve();
    };
    socket.on('data', createOpening(opened, read));
    socket.on('error', reject);
    sockets.push(socket);
  });
}

const atOnce = 50;

/** Connects all of them and waits until each is confirmed. */
export async function openReaders(crowd: Crowd): Promise<void> {
  for (let place = 0; place < crowd.count; place += atOnce) {
    const group = Array.from({ length: Math.min(atOnce, crowd.count - place) }, (_, at) =>
      openReader(crowd, place + at),
    );
    await Promise.all(group);
  }
  forgetFrames();
}

export function forgetFrames(): void {
  frames = 0;
  bytes = 0;
  seen.numbers.length = 0;
  seen.times.length = 0;
}

const patienceMs = 120_000;

/** Waits until so many messages have come in all, since the last time they were forgotten. */
export async function untilFrames(count: number): Promise<{ frames: number; bytes: number }> {
  for (const deadline = performance.now() + patienceMs; frames < count; ) {
    if (performance.now() > deadline)
      throw new Error(`${frames} of ${count} messages came within ${patienceMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return { frames, bytes };
}

/** Connects one reader that asks to resume, and waits until so many messages have come; milliseconds. */
export async function resume(crowd: Crowd, count: number): Promise<number> {
  forgetFrames();
  const startedAt = performance.now();
  await openReader(crowd, 0);
  // The confirmation comes first
  await untilFrames(count + 1);
  return performance.now() - startedAt;
}

export const witnessed = () => ({ numbers: Float64Array.from(seen.numbers), times: Float64Array.from(seen.times) });
