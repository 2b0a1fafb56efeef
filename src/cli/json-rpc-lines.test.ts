import { describe, expect, it } from 'vitest';
import { jsonRpcLines } from './json-rpc-lines.ts';

/** What is passed on of some pieces, and the answers to the rest. */
function readPieces(...pieces: readonly (string | Buffer)[]) {
  const answers: unknown[] = [];
  let passed = '';
  const lines = jsonRpcLines((line) => answers.push(JSON.parse(line)));
  lines.on('data', (chunk: Buffer) => {
    passed += chunk.toString();
  });
  for (const piece of pieces) lines.write(Buffer.from(piece));
  return { passed, answers };
}

const call = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n';
const told = '{"jsonrpc":"2.0","method":"notifications/initialized"}\n';
const answered = '{"jsonrpc":"2.0","id":"a","result":{}}\n';
const refused = (id: unknown, code: number) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message: expect.stringMatching(code === -32700 ? /^Parse error: / : /^Invalid Request: /) },
});

describe('lines of JSON-RPC', () => {
  it('pass unchanged wherever their bytes are split', () => {
    const all = Buffer.from(call + told + answered + call.replace('tools', '★'));
    for (let at = 0; at <= all.length; at += 1) {
      expect(readPieces(all.subarray(0, at), all.subarray(at))).toEqual({ passed: all.toString(), answers: [] });
    }
  });

  it.each([
    ['cut off', '{"jsonrpc":"2.0","id":7,', null, -32700],
    ['no JSON', 'hello', null, -32700],
    ['a number', '5', null, -32600],
    ['null', 'null', null, -32600],
    ['a batch', `[${call.trim()}]`, null, -32600],
    ['an empty batch', '[]', null, -32600],
    ['an id that is null', '{"jsonrpc":"2.0","id":null,"method":"ping"}', null, -32600],
    ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"ping"}', null, -32600],
    ['an id with a fraction', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', null, -32600],
    ['another version', '{"jsonrpc":"1.0","id":7,"method":"ping"}', 7, -32600],
    ['no method', '{"jsonrpc":"2.0","id":"seven"}', 'seven', -32600],
    ['parameters in a list', '{"jsonrpc":"2.0","id":7,"method":"ping","params":[1]}', 7, -32600],
  ])('are answered with an error if one is %s, and the next one is read', (_, line, id, code) => {
    expect(readPieces(`${line}\n${call}`)).toEqual({ passed: call, answers: [refused(id, code)] });
  });

  it('are not answered if they are blank, or a wrong response', () => {
    const wrong = '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}\n{"id":1,"result":5}\n';

    expect(readPieces(`\n \r\n${wrong}${call}`)).toEqual({ passed: call, answers: [] });
  });

  it('are skipped without being kept if they are far too long', () => {
    const piece = Buffer.alloc(2 ** 20, 'x');
    const { passed, answers } = readPieces(...Array.from({ length: 20 }, () => piece), `\n${call}`);

    expect([passed, answers]).toEqual([call, [refused(null, -32700)]]);
  });
});
