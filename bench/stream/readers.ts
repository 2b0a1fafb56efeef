import { connect, type Socket } from 'node:net';
import { clientFrame, createFrameCounter, createOpening, openingRequest } from './frames.ts';
import { numberAsking, numberIn, sharers } from './messages.ts';

// The cheapest possible readers: they count frames without reading them

export type Crowd = {
  /** With several, readers are assigned to them in turn. */
  readonly port: number | readonly number[];
  readonly count: number;
  readonly offersDeflate: boolean;
  /** Subscribe to everything, or each to one marketplace. */
  readonly wants: 'all' | 'tenth';
  /** Further fields of the subscription request. */
  readonly more?: object;
  /** Missed messages that follow the confirmation; a reader is current once it has all of them. */
  readonly missed?: number;
  /** Whether readers stop reading once subscribed. */
  readonly isStalled?: boolean;
  /** Number of readers that parse every message and note its arrival. */
  readonly witnesses?: number;
  /** How they recognise an offer: by its link (default), or by its price as the best ask. */
  readonly knownBy?: keyof typeof marks;
};

let frames = 0;
let bytes = 0;
const sockets: Socket[] = [];
const seen: { numbers: number[]; times: number[] } = { numbers: [], times: [] };

const marks = {
  link: { pattern: /item\/(\d+)"/g, numberOf: numberIn },
  bestAsk: { pattern: /"ask":\{"marketplace":"[^"]*","price":([\d.]+)[,}]/g, numberOf: numberAsking },
} as const;
// Longest mark
const markLength = 128;

function createWitness({ pattern, numberOf }: (typeof marks)[keyof typeof marks]): (chunk: Buffer) => void {
  let rest = '';
  return (chunk) => {
    const at = Number(process.hrtime.bigint()) / 1e6;
    const text = rest + chunk.toString('latin1');
    let end = 0;
    for (const match of text.matchAll(pattern)) {
      seen.numbers.push(numberOf(match[1] ?? ''));
      seen.times.push(at);
      end = match.index + match[0].length;
    }
    rest = text.slice(Math.max(end, text.length - markLength));
  };
}

function openReader(crowd: Crowd, place: number): Promise<void> {
  const { offersDeflate, wants, more, isStalled } = crowd;
  const ports = [crowd.port].flat();
  const port = ports[place % ports.length] as number;
  const subscribeTo = wants === 'all' ? 'all' : [sharers[place % sharers.length]?.id];
  const witness = place < (crowd.witnesses ?? 0) ? createWitness(marks[crowd.knownBy ?? 'link']) : null;
  const countFrames = createFrameCounter();
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(openingRequest(offersDeflate)));
    // The confirmation comes first
    let awaited = 1 + (crowd.missed ?? 0);
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
      if (awaited <= 0) return;
      awaited -= found;
      if (awaited > 0) return;
      if (isStalled === true) socket.pause();
      resolve();
    };
    socket.on('data', createOpening(opened, read));
    socket.on('error', reject);
    sockets.push(socket);
  });
}

const atOnce = 50;

/** Connects all readers and waits until each subscription is confirmed. */
export async function openReaders(crowd: Crowd): Promise<void> {
  for (let place = 0; place < crowd.count; place += atOnce) {
    const group = Array.from({ length: Math.min(atOnce, crowd.count - place) }, (_, at) =>
      openReader(crowd, place + at),
    );
    await Promise.all(group);
  }
  forgetFrames();
}

/** Connects all readers at once; resolves to the milliseconds until the last is current. */
export async function reconnect(crowd: Crowd): Promise<number> {
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: crowd.count }, (_, place) => openReader(crowd, place)));
  return performance.now() - startedAt;
}

/** Ends all connections at once. */
export function leave(): void {
  for (const socket of sockets.splice(0)) socket.destroy();
}

export function forgetFrames(): void {
  frames = 0;
  bytes = 0;
  seen.numbers.length = 0;
  seen.times.length = 0;
}

const patienceMs = 120_000;

/** Waits until `count` messages have arrived in total since `forgetFrames`. */
export async function untilFrames(count: number): Promise<{ frames: number; bytes: number }> {
  for (const deadline = performance.now() + patienceMs; frames < count; ) {
    if (performance.now() > deadline)
      throw new Error(`${frames} of ${count} messages came within ${patienceMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return { frames, bytes };
}

/** Waits until this many witnesses have seen an offer. */
export async function untilSeen(number: number, witnesses: number): Promise<void> {
  const seers = () => seen.numbers.reduce((count, one) => count + Number(one === number), 0);
  for (const deadline = performance.now() + patienceMs; seers() < witnesses; ) {
    if (performance.now() > deadline)
      throw new Error(`${seers()} of ${witnesses} witnesses saw the offer ${number} within ${patienceMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Connects one reader that resumes, and waits for `count` messages; resolves to the milliseconds. */
export async function resume(crowd: Crowd, count: number): Promise<number> {
  forgetFrames();
  const startedAt = performance.now();
  await openReader(crowd, 0);
  // The confirmation comes first
  await untilFrames(count + 1);
  return performance.now() - startedAt;
}

export const witnessed = () => ({ numbers: Float64Array.from(seen.numbers), times: Float64Array.from(seen.times) });
