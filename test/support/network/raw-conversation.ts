import { connect, type Socket } from 'node:net';

export type Address = { readonly host: string; readonly port: number } | { readonly path: string };

/** Whether what was received ends with a complete answer, after this many answers in all. */
export function holdsWhole(received: string, answers: number, isHead: boolean): boolean {
  let rest = received;
  for (let seen = 0; seen < answers; seen += 1) {
    const at = rest.indexOf('\r\n\r\n');
    if (at < 0) return false;
    const head = rest.slice(0, at + 2);
    const body = rest.slice(at + 4);
    const isBare = isHead || /^HTTP\/1\.1 (?:204|304|1\d\d) /.test(head);
    if (/\r\ntransfer-encoding: chunked\r/i.test(head) && !isBare) {
      const end = body.indexOf('0\r\n\r\n');
      if (end < 0) return false;
      rest = body.slice(end + 5);
      continue;
    }
    const length = isBare ? 0 : Number(/\r\ncontent-length: (\d+)\r/i.exec(head)?.[1] ?? Number.NaN);
    if (!(body.length >= length)) return false;
    rest = body.slice(length);
  }
  return true;
}

/**
 * Sends requests on one connection, each after the complete answer to the previous one, and resolves to everything
 * received. A list in place of a string is one request sent in pieces.
 */
export function converse(address: Address, texts: readonly (string | readonly string[])[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    let sent = 0;
    let isHead = false;
    const socket: Socket = connect({ ...address, noDelay: true });
    const next = (): void => {
      const text = texts[sent];
      if (text === undefined) {
        socket.end();
        return;
      }
      sent += 1;
      isHead ||= text.includes('HEAD ') || (typeof text === 'string' && text.startsWith('HEAD '));
      const pieces = typeof text === 'string' ? [text] : text;
      for (const [at, piece] of pieces.entries()) setTimeout(() => socket.write(piece, 'latin1'), 20 * at);
    };
    socket.setEncoding('latin1');
    socket.on('connect', next);
    socket.on('data', (piece) => {
      received += piece;
      if (holdsWhole(received, sent, isHead)) next();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received.replace(/\r\nDate: [^\r]*/g, '\r\nDate: now')));
  });
}
