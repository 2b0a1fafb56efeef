import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { type Collecting, collecting } from '../../../test/support/collect/collecting.ts';
import { priceList, priceRows } from '../../../test/support/collect/tiny-sources.ts';
import { zstd } from './zstd.ts';

const littleEndian = (value: number, bytes: number): Buffer => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, bytes);
  return buffer;
};

/** A frame of RFC 8878 whose blocks are not compressed, which every version of Node can write. */
function frameOf(body: Buffer): Buffer {
  const maxInBlock = 100_000;
  const blocks: Buffer[] = [];
  for (let at = 0; at === 0 || at < body.length; at += maxInBlock) {
    const block = body.subarray(at, at + maxInBlock);
    const isLast = at + maxInBlock >= body.length;
    blocks.push(littleEndian(block.length * 8 + (isLast ? 1 : 0), 3), block);
  }
  // Content size of four bytes, a window of 128 KB
  return Buffer.concat([Buffer.from('28b52ffd8038', 'hex'), littleEndian(body.length, 4), ...blocks]);
}

let here: Collecting;
afterEach(() => here.stop());

async function read(body: Buffer, env?: string) {
  const credential = env === undefined ? {} : { credential: env };
  const credentials =
    env === undefined ? [] : [{ env, about: 'A key.', carry: { in: 'header', name: 'x-key' } as const }];
  here = await collecting({
    sources: [priceList(credential)],
    connector: { credentials },
    secrets: env === undefined ? {} : { [env]: 'secret-of-mine' },
  });
  here.server.play(() => ({ body, headers: { 'content-encoding': 'zstd', 'content-type': 'application/json' } }));
  return await here.collector.runOnce('skinport', 'prices', 'CS2');
}

const rows = (count: number): Buffer =>
  Buffer.from(JSON.stringify({ items: priceRows(count), noise: randomBytes(300_000).toString('base64') }));

describe('an answer in zstd', () => {
  it('is read where this version of Node can, and otherwise names the version that could, as nothing that passes', async () => {
    const small = Buffer.from(JSON.stringify({ items: priceRows(3) }));
    for (const body of [small, rows(3)]) {
      const { outcome, detail, rows: count } = await read(frameOf(body), 'TINY_KEY');

      if (zstd !== null) expect({ outcome, count }).toEqual({ outcome: 'read', count: 3 });
      else {
        expect(outcome).toBe('refused');
        expect(detail).toContain('answered in zstd, which needs Node 22.15 or later');
        expect(detail).not.toContain('TINY_KEY');
      }
      await here.stop();
    }
  });

  it('that is cut off, or no zstd at all, is asked for again where it can be read', async () => {
    for (const body of [frameOf(rows(3)).subarray(0, 1_000), Buffer.from('plain text')]) {
      const { outcome } = await read(body);

      expect(outcome).toBe(zstd === null ? 'refused' : 'retry');
      await here.stop();
    }
  });
});
