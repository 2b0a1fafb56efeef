import { expect, it } from 'vitest';
import { type Batch, NoLongerRetained, type Tape } from '../../../src/tape/tape.ts';

/** A place that keeps a tape of some form across openings. */
export type TapeFixture = {
  readonly open: () => Promise<Tape>;
  /** Ends use of the tape like a kill of the process: only what was appended remains. */
  readonly kill: (tape: Tape) => Promise<void>;
};

export const batchOf = (from: number, count: number): { count: number; at: number; bytes: Buffer } => ({
  count,
  at: 1_790_000_000_000 + from,
  bytes: Buffer.from(Array.from({ length: count }, (_, at) => `record ${from + at}\n`).join('')),
});

export const linesOf = (batches: readonly Batch[]): string[] =>
  batches.flatMap(({ bytes }) => bytes.toString().split('\n').slice(0, -1));

export const numbered = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => `record ${from + at}`);

export async function readAll(tape: Tape, from: number): Promise<Batch[]> {
  const batches: Batch[] = [];
  for await (const batch of tape.read(from)) batches.push(batch);
  return batches;
}

/** The lines read from a sequence on, without the earlier records in the first batch. */
export const readFrom = async (tape: Tape, from: number): Promise<string[]> => {
  const batches = await readAll(tape, from);
  return linesOf(batches).slice(batches.length === 0 ? 0 : from - (batches[0] as Batch).first);
};

/** Appends batches of these sizes; returns the sequence of the last record. */
export async function appendAll(tape: Tape, sizes: readonly number[]): Promise<number> {
  for (const count of sizes) await tape.append(batchOf(tape.head + 1, count));
  return tape.head;
}

/** The tests that every form of the tape has to pass. */
export function tapeSuite(open: () => Promise<TapeFixture>): void {
  it('numbers records without gaps from 1, and can be read from any of them', async () => {
    const tape = await (await open()).open();
    expect([tape.first, tape.head, await readAll(tape, 1)]).toEqual([1, 0, []]);
    const firsts = [
      await tape.append(batchOf(1, 3)),
      await tape.append(batchOf(4, 1)),
      await tape.append(batchOf(5, 5)),
    ];
    expect(firsts).toEqual([1, 4, 5]);
    expect([tape.first, tape.head]).toEqual([1, 9]);
    for (let from = 1; from <= 9; from += 1) expect(await readFrom(tape, from)).toEqual(numbered(from, 9));
    expect(await readAll(tape, 10)).toEqual([]);
    expect((await readAll(tape, 4))[0]).toMatchObject({ at: 1_790_000_000_004 });
    await tape.close();
  });

  it('keeps the order of appends that were not awaited', async () => {
    const tape = await (await open()).open();
    const sizes = Array.from({ length: 50 }, (_, at) => 1 + (at % 7));
    let next = 1;
    const appended = sizes.map((count) => {
      const first = next;
      next += count;
      return tape.append(batchOf(first, count)).then((given) => expect(given).toBe(first));
    });
    await Promise.all(appended);
    expect(await readFrom(tape, 1)).toEqual(numbered(1, next - 1));
    await tape.close();
  });

  it('keeps several batches of one append in order', async () => {
    const fixture = await open();
    const first = await fixture.open();
    await appendAll(first, [2]);
    expect(await first.append(batchOf(3, 3), batchOf(6, 1), batchOf(7, 4))).toBe(3);
    expect(first.head).toBe(10);
    for (let from = 1; from <= 10; from += 1) expect(await readFrom(first, from)).toEqual(numbered(from, 10));
    await fixture.kill(first);
    const second = await fixture.open();
    expect([second.head, await readFrom(second, 1)]).toEqual([10, numbered(1, 10)]);
    await second.close();
  });

  it('keeps its epoch and continues its sequences after it was closed, and after a kill', async () => {
    const fixture = await open();
    const first = await fixture.open();
    await appendAll(first, [2, 3]);
    await first.close();
    const second = await fixture.open();
    expect([second.epoch, second.first, second.head]).toEqual([first.epoch, 1, 5]);
    await appendAll(second, [4]);
    await fixture.kill(second);
    const third = await fixture.open();
    expect([third.epoch, third.head]).toEqual([first.epoch, 9]);
    await appendAll(third, [1]);
    expect(await readFrom(third, 1)).toEqual(numbered(1, 10));
    expect(third.stats()).toMatchObject({ newestAt: 1_790_000_000_010 });
    await third.close();
  });

  it('begins a new epoch if published records may not have been stored, unless it is trusted again', async () => {
    const fixture = await open();
    const first = await fixture.open();
    await appendAll(first, [2]);
    await first.doubt();
    await first.trust();
    await fixture.kill(first);
    const second = await fixture.open();
    expect(second.epoch).toBe(first.epoch);
    await second.doubt();
    await appendAll(second, [2]);
    await fixture.kill(second);
    const third = await fixture.open();
    expect(third.epoch).not.toBe(first.epoch);
    expect(third.first).toBe(third.head + 1);
    await third.close();
    expect((await fixture.open()).epoch).toBe(third.epoch);
  });

  it('has no earlier records once it was renewed, and numbers from the given sequence', async () => {
    const fixture = await open();
    const tape = await fixture.open();
    await appendAll(tape, [3]);
    const previous = tape.epoch;
    await tape.renew(11);
    expect(tape.epoch).not.toBe(previous);
    expect([tape.first, tape.head]).toEqual([11, 10]);
    await expect(readAll(tape, 2)).rejects.toThrow(NoLongerRetained);
    expect(await tape.append(batchOf(11, 2))).toBe(11);
    expect(await readFrom(tape, 11)).toEqual(numbered(11, 12));
    await fixture.kill(tape);
    const next = await fixture.open();
    expect([next.epoch, next.first, next.head]).toEqual([tape.epoch, 11, 12]);
    await next.close();
  });

  it('finds the batch of any instant', async () => {
    const fixture = await open();
    const tape = await fixture.open();
    expect(await tape.batchAt(0)).toBe(1);
    await appendAll(tape, [3, 1, 4, 1, 5, 9, 2, 6]);
    const batchIn = (batches: readonly Batch[], instant: number): number =>
      batches.find(({ at }) => at >= instant)?.first ?? 32;
    const check = async (of: Tape): Promise<void> => {
      for (let instant = 1_789_999_999_999; instant <= 1_790_000_000_027; instant += 1) {
        // Batches may be merged in the meantime
        const before = await readAll(of, 1);
        const found = await of.batchAt(instant);
        expect([batchIn(before, instant), batchIn(await readAll(of, 1), instant)]).toContain(found);
      }
    };
    await check(tape);
    await fixture.kill(tape);
    const next = await fixture.open();
    await check(next);
    await next.close();
  });

  it('can be read by many while it is appended to, each seeing everything that was stored when it began', async () => {
    const tape = await (await open()).open();
    await appendAll(tape, [5]);
    const readings: Promise<void>[] = [];
    for (let round = 0; round < 60; round += 1) {
      await appendAll(tape, [1 + (round % 9)]);
      const { head } = tape;
      const from = 1 + ((round * 7) % head);
      readings.push(
        readFrom(tape, from).then((lines) => expect(lines.slice(0, head - from + 1)).toEqual(numbered(from, head))),
      );
    }
    await Promise.all(readings);
    await tape.close();
  });
}
