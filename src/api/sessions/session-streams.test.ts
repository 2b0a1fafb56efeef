import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type ServedStream, serveStream } from '../../../test/support/stream/served-stream.ts';
import { sessionLimits } from './sessions.ts';

let served: ServedStream;
let address: string;

beforeAll(async () => {
  served = await serveStream({ settings: { connectionsPerKey: 1 } });
  address = `127.0.0.1:${served.port}`;
});
afterAll(() => served.close());

/** The text of a session with the rights of a key, or of the operator. */
const opened = async (keyId = 'operator') =>
  await served.keys.sessions.open(keyId, { browser: 'Firefox', system: 'Linux' });

/** Opens a WebSocket as a page does; resolves to why it was refused or closed at once, null if it stays open. */
async function open(text: string, origin = `http://${address}`) {
  const cookie = `other=1; itemtape-session-${served.port}=${text}`;
  const socket = new WebSocket(`ws://${address}/ws/v2/offers`, { headers: { cookie, origin } });
  const closed = once(socket, 'close').then(([code]) => code as number);
  const ended = new Promise<string>((resolve) => socket.once('error', ({ message }) => resolve(message)));
  const pong = once(socket, 'open').then(async () => {
    socket.ping();
    await once(socket, 'pong');
    return null;
  });
  pong.catch(() => {});
  return { socket, closed, refusal: await Promise.race([pong, ended, closed]) };
}

describe('the stream of a browser', () => {
  it('opens with its cookie, more often than a key may, and as often as one browser may', async () => {
    const { text } = await opened();
    const all = await Promise.all(Array.from({ length: sessionLimits.connections + 1 }, () => open(text)));

    expect(all.filter(({ refusal }) => refusal === null)).toHaveLength(sessionLimits.connections);
    expect(all.find(({ refusal }) => refusal !== null)?.refusal).toBe(1008);
    for (const { socket } of all) socket.terminate();
  });

  it('does not open for pages of others, nor for a key without that right', async () => {
    const { key } = await served.keys.create({ name: 'no stream', websocketAccess: false });

    expect((await open((await opened()).text, 'http://127.0.0.1:1')).refusal).toContain('401');
    expect((await open((await opened(key.id)).text)).refusal).toContain('403');
  });

  it('closes when the session or its key ends', async () => {
    const { key } = await served.keys.create({ name: 'guest', websocketAccess: true });
    const [guest, operator] = [await opened(key.id), await opened()];
    const [ofGuest, ofOperator] = [await open(guest.text), await open(operator.text)];
    await served.keys.revoke('guest');
    expect(await ofGuest.closed).toBe(1008);
    expect(ofOperator.socket.readyState).toBe(WebSocket.OPEN);
    expect(await served.keys.sessions.end(({ id }) => id === operator.session.id)).toBe(1);
    expect(await ofOperator.closed).toBe(1008);
  });
});
