const textOpcode = 1;

/** Length of the head and of the whole frame that begins at a byte, or null when the head is incomplete. */
function frameLength(data: Buffer, at: number): number | null {
  const short = (data[at + 1] ?? 0) & 0x7f;
  const head = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (at + head > data.length) return null;
  if (short < 126) return head + short;
  return head + (short === 126 ? data.readUInt16BE(at + 2) : Number(data.readBigUInt64BE(at + 2)));
}

/** Counts the text frames that begin in the chunks of one connection, without reading them. */
export function createFrameCounter(): (chunk: Buffer) => number {
  let skip = 0;
  let rest: Buffer | null = null;
  return (chunk) => {
    const data = rest === null ? chunk : Buffer.concat([rest, chunk]);
    let found = 0;
    let at = skip;
    rest = null;
    while (at < data.length) {
      const length = frameLength(data, at);
      if (length === null) {
        rest = data.subarray(at);
        at = data.length;
        break;
      }
      if (((data[at] ?? 0) & 0x0f) === textOpcode) found += 1;
      at += length;
    }
    skip = at - data.length;
    return found;
  };
}

/** A masked text frame as a client sends it; a mask of zeros leaves the text unchanged. */
export function clientFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const head = payload.length < 126 ? Buffer.from([0x81, 0x80 | payload.length]) : Buffer.from([0x81, 0xfe, 0, 0]);
  if (payload.length >= 126) head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, Buffer.alloc(4), payload]);
}

const keyLine = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
const extensionLine = 'Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits';

export const openingRequest = (offersDeflate: boolean): string =>
  `${[
    'GET /ws/v2/offers?apiKey=bench HTTP/1.1',
    'Host: bench',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    keyLine,
    ...(offersDeflate ? [extensionLine] : []),
  ].join('\r\n')}\r\n\r\n`;

/** Splits the answer to the opening request off the chunks; passes it on once, and then everything after it. */
export function createOpening(
  opened: (answer: string) => void,
  then: (chunk: Buffer) => void,
): (chunk: Buffer) => void {
  let head: Buffer | null = Buffer.alloc(0);
  return (chunk) => {
    if (head === null) {
      then(chunk);
      return;
    }
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    const [answer, rest] = [head.subarray(0, end).toString('latin1'), head.subarray(end + 4)];
    head = null;
    opened(answer);
    if (rest.length > 0) then(rest);
  };
}
