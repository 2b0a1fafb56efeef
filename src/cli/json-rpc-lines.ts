import { Transform } from 'node:stream';
import { INVALID_REQUEST, isSpecType, PARSE_ERROR } from '@modelcontextprotocol/server';

const maxLineLength = 4 * 2 ** 20;
const lineFeed = 10;

/**
 * Passes on the lines that are JSON-RPC messages and gives `answer` an error response for each other one, because the
 * transport of the SDK drops these and their sender would wait for ever.
 */
export function jsonRpcLines(answer: (line: string) => void): Transform {
  let pieces: Buffer[] = [];
  let length = 0;
  const add = (piece: Buffer): void => {
    length += piece.length;
    // The rest of a line that is too long is skipped
    if (length > maxLineLength) pieces = [];
    else pieces.push(piece);
  };
  return new Transform({
    transform(chunk: Buffer, _, done) {
      let from = 0;
      for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, from)) {
        add(chunk.subarray(from, at));
        const text = Buffer.concat(pieces).toString();
        const refusal = length > maxLineLength ? tooLong : refusalOf(text);
        if (refusal === null) this.push(`${text}\n`);
        else if (refusal !== 'none') answer(`${JSON.stringify(refusal)}\n`);
        pieces = [];
        length = 0;
        from = at + 1;
      }
      add(chunk.subarray(from));
      done();
    },
  });
}

const errorOf = (id: string | number | null, code: number, message: string) =>
  ({ jsonrpc: '2.0', id, error: { code, message } }) as const;

const tooLong = errorOf(null, PARSE_ERROR, `Parse error: the line is longer than ${maxLineLength} bytes`);

/** The error response to a line; null if it is a message, `none` if it is neither a message nor to be answered. */
function refusalOf(text: string): ReturnType<typeof errorOf> | 'none' | null {
  if (text.trim() === '') return 'none';
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return errorOf(null, PARSE_ERROR, 'Parse error: the line is not JSON');
  }
  if (isSpecType.JSONRPCMessage(message)) return null;
  if (Array.isArray(message))
    return errorOf(null, INVALID_REQUEST, 'Invalid Request: send each message on a line of its own');
  // If responses were answered, two such peers would never stop
  if (isResponse(message)) return 'none';
  return errorOf(idIn(message), INVALID_REQUEST, 'Invalid Request: the line is not a JSON-RPC 2.0 message');
}

const isResponse = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && ('result' in message || 'error' in message);

function idIn(message: unknown): string | number | null {
  if (typeof message !== 'object' || message === null || !('id' in message)) return null;
  const { id } = message;
  return typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id)) ? id : null;
}
