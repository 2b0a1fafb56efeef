import { randomUUID } from 'node:crypto';
import { isObject } from '../../schema/index.ts';
import type { Framing } from '../player.ts';
import type { History } from './history.ts';
import { type Frames, type Link, parsed } from './link.ts';

type Centrifugo = Extract<Framing, { readonly name: 'centrifugo' }>;
type Fields = Readonly<Record<string, unknown>>;

const refused = { code: 103, message: 'permission denied' };
const unauthorised = { code: 3500, reason: 'invalid token' };

const fields = (value: unknown): Fields => (isObject(value) ? value : {});

const tokenIn = ({ token }: Fields): string | null => (typeof token === 'string' && token !== '' ? token : null);

/** A publication as passed from a feed to its framing. */
export const publicationOf = (message: unknown): { readonly channel: string; readonly data: unknown } => {
  const { channel, data } = fields(message);
  if (typeof channel !== 'string') throw new Error('a message of a centrifugo feed must be { channel, data }');
  return { channel, data };
};

/** One JSON text per line; several may share a frame. */
const linesOf = (frame: string | Uint8Array): readonly Fields[] =>
  String(frame)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => fields(parsed(line)));

/** Joins the channels that are part of the connection. */
const grant = ({ granted = [] }: Centrifugo, { member }: Link): Readonly<Record<string, object>> => {
  for (const channel of granted) member.joined.add(channel);
  return Object.fromEntries(granted.map((channel) => [channel, {}]));
};

/** The protocol since Centrifugo 4: named commands, and pings from the server. */
export const centrifugoFraming = (framing: Centrifugo, link: Link, history: History): Frames => {
  const { send, close, member, heartbeatSeconds } = link;
  const answer = (id: unknown, reply: object): void => send(JSON.stringify({ id, ...reply }));
  const connect = (id: unknown, request: Fields): void => {
    if (framing.admits?.(tokenIn(request)) === false) {
      close(unauthorised.code, unauthorised.reason);
      return;
    }
    const subs = grant(framing, link);
    answer(id, { connect: { client: randomUUID(), version: '6.0.0', ping: heartbeatSeconds, pong: true, subs } });
  };
  const subscribe = (id: unknown, { channel, recover, epoch, offset = 0 }: Fields): void => {
    if (typeof channel !== 'string' || !framing.channels.includes(channel)) {
      answer(id, { error: refused });
      return;
    }
    member.joined.add(channel);
    const missed = recover === true ? history.after(channel, String(epoch), Number(offset)) : null;
    const coordinates = { recoverable: true, epoch: history.epoch, offset: history.top(channel) };
    const recovered = recover === true && { recovered: missed !== null, was_recovering: true };
    answer(id, { subscribe: { ...coordinates, ...recovered, ...(missed !== null && { publications: missed }) } });
  };
  return {
    take: (frame) => {
      for (const { id, connect: request, subscribe: wanted } of linesOf(frame)) {
        if (request !== undefined) connect(id, fields(request));
        else if (wanted !== undefined) subscribe(id, fields(wanted));
      }
    },
    frame: (message) => {
      const { channel, data } = publicationOf(message);
      const { offset } = fields(message);
      return member.joined.has(channel) ? JSON.stringify({ push: { channel, pub: { data, offset } } }) : null;
    },
    heartbeat: () => '{}',
  };
};

const method = { connect: 0, subscribe: 1 } as const;

/** The protocol before Centrifugo 4: numbered commands, everything within `result`, and pings from the client. */
export const oldCentrifugoFraming = (framing: Centrifugo, link: Link): Frames => {
  const { send, member } = link;
  const answer = (id: unknown, reply: object): void => send(JSON.stringify({ id, ...reply }));
  const obey = (command: Fields): void => {
    const { id, method: called = method.connect } = command;
    const params = fields(command['params']);
    const { channel } = params;
    const isAdmitted = framing.admits?.(tokenIn(params)) !== false;
    if (called === method.connect && !isAdmitted) answer(id, { error: { code: 101, message: 'unauthorized' } });
    else if (called === method.connect)
      answer(id, { result: { client: randomUUID(), version: '2.8.6', subs: grant(framing, link) } });
    else if (called !== method.subscribe) answer(id, {});
    else if (typeof channel !== 'string' || !framing.channels.includes(channel)) answer(id, { error: refused });
    else {
      member.joined.add(channel);
      answer(id, { result: {} });
    }
  };
  return {
    take: (frame) => {
      for (const command of linesOf(frame)) obey(command);
    },
    frame: (message) => {
      const { channel, data } = publicationOf(message);
      return member.joined.has(channel) ? JSON.stringify({ result: { channel, data: { data } } }) : null;
    },
    heartbeat: () => null,
  };
};
