import fc from 'fast-check';
import { expect, it } from 'vitest';
import { framesIn } from '../../test/support/stream/stream-rig.ts';
import { framesOfTrunk, trunkMessage } from '../stream/framing.ts';
import {
  bytesHead,
  lateRecord,
  messagesHead,
  readerRecord,
  readMessages,
  readOfOne,
  readTaken,
  recordType,
  type TrunkRecord,
  TrunkRecords,
  takenRecord,
} from './trunk-records.ts';

const reader = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const readers = fc.array(reader, { maxLength: 20 });
const number = fc.integer({ min: 1, max: 2 ** 48 - 1 });
const bytes = fc.uint8Array({ maxLength: 70_000 }).map((array) => Buffer.from(array));

const sent: fc.Arbitrary<{ readonly is: number; readonly content: unknown; readonly bytes: Buffer }> = fc.oneof(
  fc.tuple(readers, bytes).map(([to, messages]) => ({
    is: recordType.messages,
    content: { readers: to, messages },
    bytes: Buffer.concat([messagesHead(to, messages.length), messages]),
  })),
  fc
    .tuple(fc.constantFrom(recordType.opened, recordType.sent, recordType.bytes), reader, bytes)
    .map(([type, one, rest]) => ({
      is: type,
      content: { reader: one, bytes: rest },
      bytes: Buffer.concat([bytesHead(type, one, rest.length), rest]),
    })),
  fc
    .tuple(
      fc.constantFrom(
        recordType.sentAll,
        recordType.gone,
        recordType.end,
        recordType.cut,
        recordType.hold,
        recordType.resume,
      ),
      reader,
    )
    .map(([type, one]) => ({
      is: type,
      content: { reader: one, bytes: Buffer.alloc(0) },
      bytes: readerRecord(type, one),
    })),
  fc.tuple(number, readers).map(([through, behind]) => ({
    is: recordType.taken,
    content: { through, readers: behind },
    bytes: takenRecord(through, behind),
  })),
  fc.tuple(number, reader).map(([through, one]) => ({
    is: recordType.late,
    content: { through, readers: [one] },
    bytes: lateRecord(through, one),
  })),
);

function read(record: TrunkRecord): unknown {
  if (record.type === recordType.messages) return readMessages(record);
  const isTaken = record.type === recordType.taken || record.type === recordType.late;
  return isTaken ? readTaken(record) : readOfOne(record);
}

it('parses records from pieces of any size', () => {
  const cuts = fc.array(fc.integer({ min: 1, max: 9_000 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.array(sent, { maxLength: 6 }), cuts, (all, lengths) => {
      const whole = Buffer.concat(all.map((one) => one.bytes));
      const records = new TrunkRecords();
      const received: { is: number; content: unknown }[] = [];
      for (let at = 0, turn = 0; at < whole.length; turn += 1) {
        const end = at + (lengths[turn % lengths.length] as number);
        records.read(whole.subarray(at, end), (record) => received.push({ is: record.type, content: read(record) }));
        at = end;
      }
      expect(received).toEqual(all.map(({ is, content }) => ({ is, content })));
    }),
    { numRuns: 200 },
  );
});

it('frames messages unchanged, compressed or not', () => {
  const text = fc.oneof(fc.string({ maxLength: 300 }), fc.constantFrom('a'.repeat(125), 'b'.repeat(126)));
  const long = fc.constantFrom('c'.repeat(65_535), '★'.repeat(30_000));
  const message = fc.tuple(fc.oneof({ weight: 9, arbitrary: text }, long), fc.boolean());
  fc.assert(
    fc.property(fc.array(message, { minLength: 1, maxLength: 5 }), (all) => {
      const frames = framesIn(
        framesOfTrunk(Buffer.concat(all.map(([one, isPacked]) => trunkMessage(Buffer.from(one), isPacked)))),
      );
      expect(frames.texts).toEqual(all.map(([one]) => Buffer.from(one).toString()));
      expect(frames.opcodes).toEqual(all.map(() => 1));
    }),
  );
});
